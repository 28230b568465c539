import { z } from 'zod';
import { captcha, passwordsDiffer, passwordsMatch, passwordTwice } from './passwords.ts';
import { route } from './route.ts';
import { name, text } from './validation.ts';

const email = text(255).pipe(z.email());
const done = z.object({});

/** Resends the e-mail; answers the same if no account waits for one. */
const resend = { method: 'GET', access: 'public', csrf: true, limit: 'sign_in', example: { email: 'nobody@example.test' } } as const;

export const registration = {
  register: route({
    method: 'POST',
    path: '/api/v6/register/',
    summary: 'Register an account, which a link by e-mail activates; answers alike where the address has one',
    access: 'public',
    example: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.test', password: 'Correct-Horse-7', language: 'en' },
    limit: 'sign_in',
  })
    .input(
      z
        .object({ first_name: name(255), last_name: name(255), email, ...passwordTwice, language: z.enum(['en', 'ru']), captcha })
        .refine(passwordsMatch, passwordsDiffer),
    )
    .output(done),
  state: route({
    method: 'GET',
    path: '/api/v6/register/',
    summary: 'Whether strangers may register here',
    access: 'public',
  }).output(z.object({ is_open: z.boolean() })),
  activate: route({
    method: 'GET',
    path: '/api/v6/activate/{token}/',
    summary: 'Activate an account, or confirm its e-mail address, by the link of a letter',
    access: 'public',
    targets: { token: 'one_time_token' },
    csrf: true,
    limit: 'sign_in',
  })
    .input(z.object({ token: z.coerce.string().max(200) }))
    .output(z.object({ email: z.string() })),
  resendActivation: route({ ...resend, path: '/api/resend_activation_email/', summary: 'Send the link again that activates an account' })
    .input(z.object({ email }))
    .output(done),
  resendVerification: route({
    ...resend,
    path: '/api/resend_verification_email/',
    summary: 'Send the link again that confirms an e-mail address',
  })
    .input(z.object({ email }))
    .output(done),
};
