import { z } from 'zod';
import { passwordsMatch, passwordsDiffer, passwordTwice } from './passwords.ts';
import { route } from './route.ts';
import { proof } from './security.ts';

const email = z.string().trim().toLowerCase().max(255).pipe(z.email());
const token = { token: z.coerce.string().max(200) };
const own = { access: 'signed_in', unlicensed: true, personal: true } as const;
const ofToken = { path: '/api/v6/change-email/{token}/', targets: { token: 'address_link' }, ...own } as const;

const ofReturn = {
  path: '/api/v6/address-back/{token}/',
  targets: { token: 'one_time_token' },
  access: 'public',
  limit: 'sign_in',
} as const;

/** The new address confirms, and the old one is informed. */
export const ownAddress = {
  ask: route({
    method: 'POST',
    path: '/api/v6/user/email/',
    summary: 'Send a link to a new address of the own account, which changes when the link is opened; an earlier link ends',
    ...own,
    example: { email: 'new@example.test', password: 'wrong' },
  })
    .input(proof.safeExtend({ email }))
    .output(z.object({})),
  find: route({ method: 'GET', summary: 'Which address a link of the own account sets in place of which', ...ofToken })
    .input(z.object(token))
    .output(z.object({ email: z.string(), before: z.string() })),
  confirm: route({
    method: 'POST',
    summary: 'Change the address of the own account by a link; every other session of the person ends',
    ...ofToken,
    example: {},
  })
    .input(z.object(token))
    .output(z.object({})),
  findReturn: route({ method: 'GET', summary: 'Which address a link gives an account back, and which one it has', ...ofReturn })
    .input(z.object(token))
    .output(z.object({ email: z.string(), now: z.string() })),
  takeBack: route({
    method: 'POST',
    summary:
      'Give an account the address back that it had, with a new password; its sessions, API token and what was added to sign in since end',
    ...ofReturn,
    example: { password: 'Correct-Horse-7' },
  })
    .input(z.object({ ...token, ...passwordTwice }).refine(passwordsMatch, passwordsDiffer))
    .output(z.object({})),
};
