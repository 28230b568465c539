import { z } from 'zod';
import { route } from './route.ts';
import { chosenDay, id } from './validation.ts';

const path = '/api/v6/companies/{id}/quotas/';
const day = chosenDay;

export const quotaStates = ['current', 'coming', 'past', 'ended'] as const;
export type QuotaState = (typeof quotaStates)[number];

export const quotaView = z.object({
  id: z.number(),
  from: day,
  till: day,
  quota: z.number().int(),
  used: z.number().int(),
  is_active: z.boolean(),
  /** State today; `ended`: ended early by staff. */
  state: z.enum(quotaStates),
});
export type QuotaView = z.infer<typeof quotaView>;

export const quotas = {
  list: route({
    method: 'GET',
    path,
    summary: 'Contacts that a company bought, the newest first',
    access: 'managed_companies',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(z.object({ quotas: z.array(quotaView) })),
  add: route({
    method: 'POST',
    path,
    summary: 'Sell a company contacts to open between two days',
    access: 'staff',
    targets: { id: 'managed_company' },
    example: { from: '2026-01-01', till: '2026-12-31', quota: 1000 },
  })
    .input(
      z
        .object({ id, from: day, till: day, quota: z.number().int().min(1).max(1_000_000_000) })
        .refine(({ from, till }) => till >= from, { error: 'field_ends_early', path: ['till'] }),
    )
    .output(quotaView),
  deactivate: route({
    method: 'POST',
    path: `${path}{quota_id}/deactivate/`,
    summary: 'End a quota early',
    access: 'staff',
    targets: { id: 'managed_company', quota_id: 'quota' },
  })
    .input(z.object({ id, quota_id: id }))
    .output(quotaView),
};
