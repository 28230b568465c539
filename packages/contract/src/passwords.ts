import { passwordFaults } from '@headwater/domain/passwords';
import { z } from 'zod';
import { route } from './route.ts';
import { optionalText, text } from './validation.ts';

/** ACC-056, ACC-057: not trimmed; each rule has its own message. */
export const newPassword = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((password, context) => {
    const [fault] = password === '' ? [] : passwordFaults(password);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** ACC-058 */
export const passwordTwice = { password: newPassword, password_repeat: z.string().max(1000).optional() };
export const passwordsMatch = ({ password, password_repeat: repeat }: { password: string; password_repeat?: string | undefined }) =>
  repeat === undefined || repeat === password;
export const passwordsDiffer = { path: ['password_repeat'], message: 'password_differs' };

/** ACC-052 */
export const captcha = optionalText(10_000).optional();

const token = { token: z.coerce.string().max(200) };
const ofToken = {
  path: '/api/v6/reset-password/{token}/',
  access: 'public',
  targets: { token: 'one_time_token' },
  limit: 'sign_in',
} as const;

export const passwords = {
  recover: route({
    method: 'POST',
    path: '/api/v6/recover-password/',
    summary: 'Send a link to set a new password; answers alike where nobody has that address',
    access: 'public',
    example: { email: 'nobody@example.test' },
    limit: 'sign_in',
  })
    .input(z.object({ email: text(255).pipe(z.email()), captcha }))
    .output(z.object({})),
  findReset: route({ method: 'GET', summary: 'Whose password a link sets', ...ofToken })
    .input(z.object(token))
    .output(z.object({ email: z.string() })),
  reset: route({
    method: 'POST',
    summary: 'Set a new password by a link; every session of the person ends',
    ...ofToken,
    example: { password: 'Correct-Horse-7' },
  })
    .input(z.object({ ...token, ...passwordTwice }).refine(passwordsMatch, passwordsDiffer))
    .output(z.object({})),
  change: route({
    method: 'POST',
    path: '/api/v6/user/password/',
    summary: 'Change the own password; every other session of the person ends',
    access: 'signed_in',
    unlicensed: true,
    personal: true,
    example: { current_password: 'wrong', password: 'Correct-Horse-8' },
  })
    .input(
      z
        .object({
          current_password: z.string().min(1).max(1000),
          ...passwordTwice,
          revoke_token: z.boolean().default(false),
        })
        .refine(passwordsMatch, passwordsDiffer),
    )
    .output(z.object({})),
};
