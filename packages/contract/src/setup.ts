import { z } from 'zod';
import { passwordsMatch, passwordsDiffer, passwordTwice } from './passwords.ts';
import { route } from './route.ts';
import { name, text } from './validation.ts';

export const setup = {
  create: route({
    method: 'POST',
    path: '/api/v6/setup/',
    summary: 'Make the first company and its administrator, with the code that the server has printed; once',
    access: 'public',
    example: {
      code: 'wrong',
      company_name: 'Acme',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.test',
      password: 'Correct-Horse-7',
      language: 'en',
    },
    limit: 'sign_in',
  })
    .input(
      z
        .object({
          code: text(100),
          company_name: name(255),
          first_name: name(255),
          last_name: name(255),
          email: text(255).pipe(z.email()),
          ...passwordTwice,
          language: z.enum(['en', 'ru']),
        })
        .refine(passwordsMatch, passwordsDiffer),
    )
    .output(z.object({ email: z.string() })),
};
