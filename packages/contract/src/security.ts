import { z } from 'zod';
import { passkeyCreation, passkeyCreationExample, passkeyOptions, passkeyUse } from './passkeys.ts';
import { route } from './route.ts';
import { id, moment, name, text } from './validation.ts';

const own = { access: 'signed_in', unlicensed: true, personal: true } as const;
/**
 * Proof of identity: passkey, app code, recovery code, or the password without an app. An unlocked
 * browser alone must not change security settings.
 */
export const proof = z
  .object({ password: z.string().min(1).max(1000).optional(), code: text(40).optional(), passkey: passkeyUse.optional() })
  .refine(({ password, code, passkey }) => (password ?? code ?? passkey) !== undefined, { path: ['password'], message: 'field_empty' });
export const proved = { example: { password: 'wrong' } } as const;
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const done = z.object({});

const session = z.object({
  id: z.number(),
  is_current: z.boolean(),
  agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: moment,
  seen_at: moment.nullable(),
});
export type OwnSession = z.infer<typeof session>;

const passkey = z.object({ id: z.number(), name: z.string(), created_at: moment, used_at: moment.nullable() });
export type Passkey = z.infer<typeof passkey>;

const socialAccount = z.object({
  id: z.number(),
  backend: z.string(),
  email: z.string(),
  linked_at: moment,
  used_at: moment.nullable(),
});
export type SocialAccount = z.infer<typeof socialAccount>;

const linkedProvider = z.object({
  id: z.number(),
  provider: z.string(),
  linked_at: moment,
});
export type LinkedProvider = z.infer<typeof linkedProvider>;

const securityView = z.object({
  /** False for people with SSO only. */
  has_password: z.boolean(),
  authenticator_since: moment.nullable(),
  recovery_codes_left: z.number().int(),
  /** DEC-08 */
  is_required: z.boolean(),
  /** Origin for which passkeys work; null if the installation supports none. */
  passkey_origin: z.string().nullable(),
  passkeys: z.array(passkey),
  social_accounts: z.array(socialAccount),
  social_backends: z.array(z.string()),
  identity_providers: z.array(linkedProvider),
  is_provider_required: z.boolean(),
  /** A change of the password keeps it unless revoked. */
  api_token: z.object({ last_four: z.string(), created_at: moment, expires_at: moment.nullable() }).nullable(),
  /** `by_company`: managed by the company; `not_sent`: the installation sends no e-mail. */
  address_change: z.enum(['allowed', 'by_company', 'not_sent']),
  sessions: z.array(session),
});
export type SecurityView = z.infer<typeof securityView>;

export const security = {
  find: route({
    method: 'GET',
    path: '/api/v6/user/security/',
    summary: 'Second factor, passkeys and sessions of the own account',
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
  beginPasskey: route({
    method: 'POST',
    path: '/api/v6/user/passkeys/begin/',
    summary: 'Begin to add a passkey: what the browser is to be asked for, valid for five minutes',
    ...own,
    ...proved,
  })
    .input(proof)
    .output(passkeyOptions),
  beginPasskeyProof: route({
    method: 'POST',
    path: '/api/v6/user/passkeys/challenge/',
    summary:
      'What the browser is to be asked for, so that a passkey of the person proves who changes how the account is guarded; valid for five minutes',
    ...own,
  }).output(passkeyOptions),
  addPasskey: route({
    method: 'POST',
    path: '/api/v6/user/passkeys/',
    summary: 'Add the passkey that the browser made; all other sessions end',
    ...own,
    example: { name: 'Laptop', passkey: passkeyCreationExample },
  })
    .input(z.object({ name: name(), passkey: passkeyCreation }))
    .output(done),
  renamePasskey: route({
    method: 'PATCH',
    path: '/api/v6/user/passkeys/{id}/',
    summary: 'Rename a passkey',
    ...own,
    targets: { id: 'passkey' },
    example: { name: 'Phone' },
  })
    .input(z.object({ id, name: name() }))
    .output(done),
  removePasskey: route({
    method: 'POST',
    path: '/api/v6/user/passkeys/{id}/remove/',
    summary: 'Remove a passkey; all other sessions end',
    ...own,
    targets: { id: 'passkey' },
    ...proved,
  })
    .input(proof.safeExtend({ id }))
    .output(done),
  removeSocialAccount: route({
    method: 'POST',
    path: '/api/v6/user/oauth/{id}/remove/',
    summary: 'Disconnect an account of another service; all other sessions end. The only way to sign in stays',
    ...own,
    targets: { id: 'social_account' },
    ...proved,
  })
    .input(proof.safeExtend({ id }))
    .output(done),
  removeIdentityProvider: route({
    method: 'POST',
    path: '/api/v6/user/identity-providers/{id}/remove/',
    summary: 'Unlink an identity provider of the company from the own account; all other sessions end. The only way to sign in stays',
    ...own,
    targets: { id: 'linked_provider' },
    ...proved,
  })
    .input(proof.safeExtend({ id }))
    .output(done),
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
