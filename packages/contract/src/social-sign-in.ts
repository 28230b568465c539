import { z } from 'zod';
import { confirmation } from './accounts.ts';
import { route } from './route.ts';
import { proof, proved } from './security.ts';
import { name } from './validation.ts';

const path = '/api/v6/oauth/';
const backend = { backend: z.coerce.string().max(50) };
const stepInput = { ...backend, step: z.uuid() };
const aStep = { step: '00000000-0000-4000-8000-000000000000' };
const visitors = { access: 'public', targets: { backend: 'sign_in_service' }, limit: 'sign_in' } as const;
const next = z.string().max(20_000).optional();

const begun = z.object({ url: z.string() });
/** ACC-017 */
const entered = z.object({ next: z.string(), confirmation: confirmation.nullable() });

const pendingStep = z.object({
  step: z.string(),
  /** `newcomer`: no account; `password`: existing account; `code`: second factor required. */
  kind: z.enum(['newcomer', 'password', 'code']),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  may_register: z.boolean(),
  confirmation: confirmation.nullable(),
  next: z.string().nullable(),
});
export type SocialStep = z.infer<typeof pendingStep>;

/**
 * OpenID Connect sign-in with services that the operator configures; unknown ones answer 404
 * (ACC-006).
 */
export const socialSignIn = {
  backends: route({ method: 'GET', path, summary: 'Services that people may sign in with here', access: 'public' }).output(
    z.object({ backends: z.array(z.string()) }),
  ),
  begin: route({
    method: 'POST',
    path: `${path}{backend}/begin/`,
    summary: 'Begin to sign in with a service: where the browser goes',
    ...visitors,
  })
    .input(z.object({ ...backend, next }))
    .output(begun),
  step: route({
    method: 'GET',
    path: `${path}{backend}/step/`,
    summary: 'What this browser has to answer before its sign-in with a service goes on',
    ...visitors,
  })
    .input(z.object(backend))
    .output(pendingStep),
  register: route({
    method: 'POST',
    path: `${path}{backend}/register/`,
    summary: 'Register an account with the address that the service has confirmed',
    ...visitors,
    example: { ...aStep, first_name: 'Ada', last_name: 'Lovelace', language: 'en' },
  })
    .input(z.object({ ...stepInput, first_name: name(255), last_name: name(255), language: z.enum(['en', 'ru']) }))
    .output(entered),
  confirmPassword: route({
    method: 'POST',
    path: `${path}{backend}/confirm-password/`,
    summary: 'Connect the account that has the address, by its password, once',
    ...visitors,
    example: { ...aStep, password: 'wrong' },
  })
    .input(z.object({ ...stepInput, password: z.string().min(1).max(1000) }))
    .output(entered),
  connect: route({
    method: 'POST',
    path: '/api/v6/user/oauth/{backend}/begin/',
    summary: 'Begin to connect an account of a service to the own one: where the browser goes',
    access: 'signed_in',
    unlicensed: true,
    personal: true,
    targets: { backend: 'sign_in_service' },
    ...proved,
  })
    .input(proof.safeExtend(backend))
    .output(begun),
};
