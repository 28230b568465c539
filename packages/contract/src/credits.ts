import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, pages, paging, text } from './validation.ts';

export const mostCredits = 1_000_000_000;

const transaction = z.object({
  id: z.number(),
  date: moment,
  /** Negative for spent or withdrawn credits. */
  amount: z.number().int(),
  reason: z.string(),
  author: z.object({ id: z.number(), name: z.string() }).nullable(),
  balance: z.number().int(),
});
export type CreditTransaction = z.infer<typeof transaction>;

const list = z.object({
  transactions: z.array(transaction),
  count: z.number().int(),
  pages,
  credits: z.number().int().nullable(),
});

export const credits = {
  ofCompany: route({
    method: 'GET',
    path: '/api/v6/companies/{id}/credits/',
    summary: 'Credit transactions of a company, the newest first',
    access: 'managed_companies',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ ...paging, id }))
    .output(list),
  change: route({
    method: 'POST',
    path: '/api/v6/companies/{id}/credits/',
    summary: 'Add credits to a company, or take some',
    access: 'staff',
    targets: { id: 'managed_company' },
    example: { amount: 100, reason: 'Invoice 7' },
  })
    .input(
      z.object({
        id,
        amount: z
          .number()
          .int()
          .min(-mostCredits)
          .max(mostCredits)
          .refine((value) => value !== 0, 'credits_none'),
        reason: text(100),
      }),
    )
    .output(transaction),
  setCounting: route({
    method: 'PUT',
    path: '/api/v6/companies/{id}/credits/counting/',
    summary: 'Start or stop counting the credits of a company',
    access: 'staff',
    targets: { id: 'managed_company' },
    example: { is_counted: true, credits: 100 },
  })
    .input(
      z.strictObject({
        id,
        is_counted: z.boolean(),
        credits: z.number().int().min(0).max(mostCredits).optional(),
      }),
    )
    .output(z.object({ credits: z.number().int().nullable() })),
  ofOwn: route({
    method: 'GET',
    path: '/api/v6/company/credits/',
    summary: 'Credit transactions of the own company, the newest first',
    access: 'company',
  })
    .input(z.object(paging))
    .output(list),
};
