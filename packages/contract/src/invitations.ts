import { passwordFaults } from '@headwater/domain/passwords';
import { invitedRoles } from '@headwater/domain/roles';
import { z } from 'zod';
import { route } from './route.ts';
import { flag, id, moment, name, optionalText, pages, paging } from './validation.ts';

const path = '/api/v6/invitations/';
const role = z.enum(invitedRoles);
const language = z.enum(['en', 'ru']);

const password = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((value, context) => {
    const [fault] = value === '' ? [] : passwordFaults(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

const invitation = z.object({
  id: z.number(),
  user_id: z.number(),
  email: z.string(),
  role,
  can_search: z.boolean(),
  language: language.nullable(),
  /** EMP-078 */
  is_accepted: z.boolean(),
  invited_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  sent_at: moment,
  expires_at: moment,
});
export type InvitationView = z.infer<typeof invitation>;

const opened = z.object({
  email: z.string(),
  role,
  language,
  company_name: z.string(),
  invited_by: z.string().nullable(),
  /** The company requires SSO, so its identity provider creates the account. */
  must_use_sso: z.boolean(),
  /** Another company's account has the address. The inviter does not learn this. */
  address_taken: z.boolean(),
});
export type OpenedInvitation = z.infer<typeof opened>;

const key = z.object({ id: z.coerce.string().max(200) });
const ofKey = { access: 'public', targets: { id: 'invitation' }, limit: 'sign_in' } as const;

/** EMP-077 to EMP-087 */
export const invitations = {
  list: route({
    method: 'GET',
    path,
    summary: 'Invitations that nobody has accepted yet, the newest first',
    access: 'manage_employees',
    refusal: 'ask_admin',
  })
    .input(z.object({ ...paging, /** For staff; default: own company. */ company_id: id.optional() }))
    .output(z.object({ invitations: z.array(invitation), count: z.number().int(), pages })),
  create: route({
    method: 'POST',
    path,
    summary: 'Invite a person by e-mail',
    access: 'manage_employees',
    refusal: 'ask_admin',
    example: { email: 'nobody@example.test', role: 'worker' },
  })
    .input(
      z.object({
        email: z.string().trim().toLowerCase().min(1).max(254).pipe(z.email()),
        role,
        company_id: id.optional(),
        /** For recruiters; default: true. */
        can_search: flag.optional(),
        /** Created if the company has none of this name. */
        department: optionalText(255).optional(),
        language: language.optional(),
      }),
    )
    .output(invitation),
  find: route({ method: 'GET', path: `${path}{id}`, summary: 'Who is invited to what, by the key of the e-mail', ...ofKey })
    .input(key)
    .output(opened),
  accept: route({
    method: 'PUT',
    path: `${path}{id}/accept/`,
    summary: 'Accept an invitation by the key of the e-mail; signs the person in',
    example: { first_name: 'Ada', last_name: 'Lovelace', password: 'Correct-Horse-7', language: 'en' },
    ...ofKey,
  })
    .input(
      key
        .extend({ first_name: name(255), last_name: name(255), password, password_repeat: z.string().max(1000).optional(), language })
        .refine(({ password: one, password_repeat: other }) => other === undefined || other === one, {
          path: ['password_repeat'],
          message: 'password_differs',
        }),
    )
    .output(z.object({ next: z.string() })),
  resend: route({
    method: 'POST',
    path: `${path}{id}/resend/`,
    summary: 'Send an invitation again, with a new key; the one before opens nothing any more',
    access: 'manage_employees',
    refusal: 'ask_admin',
    targets: { id: 'managed_invitation' },
  })
    .input(z.object({ id }))
    .output(invitation),
  link: route({
    method: 'POST',
    path: `${path}{id}/link/`,
    summary: 'Get a link that accepts an invitation, to hand over by other means than e-mail; an earlier link ends',
    access: 'manage_employees',
    refusal: 'ask_admin',
    targets: { id: 'managed_invitation' },
    personal: true,
  })
    .input(z.object({ id }))
    .output(z.object({ url: z.string(), expires_at: moment })),
  revoke: route({
    method: 'DELETE',
    path: `${path}{id}/`,
    summary: 'Revoke an invitation: its links open nothing any more, and its seat is free',
    access: 'manage_employees',
    refusal: 'ask_admin',
    targets: { id: 'managed_invitation' },
  })
    .input(z.object({ id }))
    .output(z.object({})),
};
