import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, text } from './validation.ts';

const own = { access: 'signed_in', unlicensed: true, personal: true } as const;
/** Whoever finds an open window changes nothing of this without either: the password again, or a code of the app or a recovery code. */
const proof = z
  .object({ password: z.string().min(1).max(1000).optional(), code: text(40).optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, { path: ['password'], message: 'field_empty' });
const proved = { example: { password: 'wrong' } } as const;
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const done = z.object({});

const session = z.object({
  id: z.number(),
  /** What asks now. */
  is_current: z.boolean(),
  /** As the browser called itself; null where it said nothing. */
  agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: moment,
  seen_at: moment.nullable(),
});
export type OwnSession = z.infer<typeof session>;

const securityView = z.object({
  /** False: whoever comes in through their company alone has none. */
  has_password: z.boolean(),
  /** Since when an authenticator app is asked for codes; null: none is. */
  authenticator_since: moment.nullable(),
  recovery_codes_left: z.number().int(),
  /** The company asks everyone for a second factor (DEC-08). */
  is_required: z.boolean(),
  /** The newest first. */
  sessions: z.array(session),
});
export type SecurityView = z.infer<typeof securityView>;

/** How the own account is guarded: a second factor, and where somebody is signed in. */
export const security = {
  find: route({
    method: 'GET',
    path: '/api/v6/user/security/',
    summary: 'Second factor and sessions of the own account',
    ...own,
  }).output(securityView),
  addAuthenticator: route({
    method: 'POST',
    path: '/api/v6/user/authenticator/',
    summary: 'Begin to add an authenticator app, or one in place of another: its secret, which counts once a code was confirmed',
    ...own,
    ...proved,
  })
    .input(proof)
    .output(z.object({ secret: z.string(), uri: z.string() })),
  confirmAuthenticator: route({
    method: 'POST',
    path: '/api/v6/user/authenticator/confirm/',
    summary:
      'Add the authenticator app by a code that it shows; answers the recovery codes, which are told only here. All other sessions end',
    ...own,
    example: { code: '000000' },
  })
    .input(z.object({ code: text(40) }))
    .output(recoveryCodes),
  removeAuthenticator: route({
    method: 'POST',
    path: '/api/v6/user/authenticator/remove/',
    summary: 'Remove the authenticator app and its recovery codes; all other sessions end',
    ...own,
    ...proved,
  })
    .input(proof)
    .output(done),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/v6/user/recovery-codes/',
    summary: 'Replace the recovery codes by new ones; all other sessions end',
    ...own,
    ...proved,
  })
    .input(proof)
    .output(recoveryCodes),
  endSession: route({
    method: 'DELETE',
    path: '/api/v6/user/sessions/{id}/',
    summary: 'Sign out somewhere else',
    ...own,
    targets: { id: 'session' },
  })
    .input(z.object({ id }))
    .output(done),
  endOtherSessions: route({
    method: 'POST',
    path: '/api/v6/user/sessions/end-others/',
    summary: 'Sign out everywhere else',
    ...own,
  }).output(done),
};
