import { z } from 'zod';
import { route } from './route.ts';
import { proof } from './security.ts';
import { id, moment } from './validation.ts';

const path = '/sso/settings/scim/';
const access = { access: 'manage_sso', refusal: 'ask_admin' } as const;
const company = z.object({ /** For staff; default: own company. */ company_id: id.optional() });

const view = z.object({
  base_url: z.string(),
  token: z
    .object({
      last_four: z.string(),
      created_at: moment,
      /** Precise to the minute; null: never. */
      last_used_at: moment.nullable(),
      changes_admin_addresses: z.boolean(),
    })
    .nullable(),
  managed_users: z.number().int(),
  active_users: z.number().int(),
});
export type ScimView = z.infer<typeof view>;

const made = view.extend({
  /** Full token, shown once. */
  access_token: z.string(),
});
export type MadeScimToken = z.infer<typeof made>;

/** SCIM 2.0 at /scim/v2. Administrators manage their own company, staff any. */
export const scim = {
  settings: route({ method: 'GET', path, summary: 'How an identity provider adds people to a company', ...access })
    .input(company)
    .output(view),
  createToken: route({
    method: 'POST',
    path,
    summary: 'Create the SCIM token of a company; an earlier one ends',
    ...access,
    personal: true,
    example: { password: 'wrong' },
  })
    .input(proof.safeExtend(company.shape))
    .output(made),
  save: route({
    method: 'PATCH',
    path,
    summary: 'Whether the identity provider of a company may change email addresses of its administrators',
    ...access,
    personal: true,
    example: { changes_admin_addresses: false },
  })
    .input(company.extend({ changes_admin_addresses: z.boolean() }))
    .output(view),
  revokeToken: route({ method: 'DELETE', path, summary: 'Revoke the SCIM token of a company for good', ...access, personal: true })
    .input(company.optional())
    .output(view),
};
