import { apiScopes, type ApiScope } from '@headwater/domain/api-scopes';
import { z } from 'zod';
import { route } from './route.ts';
import { proof } from './security.ts';
import { chosenMoment, id, moment, name } from './validation.ts';

const path = '/api/access_token/';
const named = '/api/v6/api_tokens/';
const scope = z.enum(apiScopes as [ApiScope, ...ApiScope[]]);
const request = z.object({
  /** Default: everything that the user may. */
  scopes: z.array(scope).min(1).max(apiScopes.length).default(['everything']),
  /** Null: no end. */
  expires_at: chosenMoment.nullable().default(null),
});
export type TokenRequest = z.infer<typeof request>;
/** A token works from anywhere, so an unlocked browser alone must not create one. */
const proved = proof.safeExtend(request.shape);
const example = { scopes: ['vacancies:read'], password: 'wrong' };

const token = z.object({
  id: z.number(),
  /** '' for the token of `/api/access_token/`. */
  name: z.string(),
  last_used_at: moment.nullable(),
  last_four: z.string(),
  scopes: z.array(scope),
  created_at: moment,
  expires_at: moment.nullable(),
  is_expired: z.boolean(),
});
export type ApiTokenView = z.infer<typeof token>;

const made = token.extend({
  access_token: z.string(),
});
export type MadeToken = z.infer<typeof made>;

export const resourceCount = z.object({ resource: z.string(), count: z.number().int() });

const ofEmployee = (kind: 'workers' | 'admins', summary: string) =>
  route({
    method: 'POST',
    path: `/api/v6/${kind}/{id}/generate-api-token/`,
    summary,
    access: 'admin',
    /** ROLE-029 */
    refusal: 'ask_admin',
    targets: { id: kind === 'workers' ? 'user' : 'administrator' },
    example,
    personal: true,
  })
    .input(proved.safeExtend({ id }))
    .output(made);

export const apiTokens = {
  find: route({ method: 'GET', path, summary: 'The own API token, without its secret part', access: 'api_tokens' }).output(
    z.object({
      token: token.nullable(),
      /** API-010 */
      api_access: z.boolean(),
      usage: z.array(resourceCount),
    }),
  ),
  create: route({
    method: 'POST',
    path,
    summary: 'Create the own API token; an earlier one ends',
    access: 'api_tokens',
    example,
    personal: true,
  })
    .input(proved)
    .output(made),
  revoke: route({ method: 'DELETE', path, summary: 'Revoke the own API token for good', access: 'api_tokens', personal: true }).output(
    z.object({}),
  ),
  list: route({ method: 'GET', path: named, summary: 'All own API tokens, without their secret parts', access: 'api_tokens' }).output(
    z.object({ tokens: z.array(token), api_access: z.boolean() }),
  ),
  createNamed: route({
    method: 'POST',
    path: named,
    summary: 'Create a named API token beside the others',
    access: 'api_tokens',
    example: { ...example, name: 'Zapier' },
    personal: true,
  })
    .input(proved.safeExtend({ name: name(100) }))
    .output(made),
  revokeOne: route({
    method: 'DELETE',
    path: `${named}{id}/`,
    summary: 'Revoke one of the own API tokens for good',
    access: 'api_tokens',
    targets: { id: 'api_token' },
    personal: true,
  })
    .input(z.object({ id }))
    .output(z.object({})),
  generateForWorker: ofEmployee('workers', 'Create the API token of a recruiter; an earlier one ends'),
  generateForAdmin: ofEmployee('admins', 'Create the API token of an administrator; an earlier one ends'),
};
