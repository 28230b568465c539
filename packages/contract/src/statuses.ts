import { z } from 'zod';
import { route } from './route.ts';
import { id, name } from './validation.ts';

/** `color`: index into the palette of 12. */
export const statusBadge = z.object({ id: z.number(), name: z.string(), color: z.number().int().min(0).max(11) });
export type StatusBadge = z.infer<typeof statusBadge>;

/** STS-002, STS-003. `is_active`: assignable. `selected`: part of new vacancies. */
const plainStatus = statusBadge.extend({
  order: z.number().int(),
  is_active: z.boolean(),
  selected: z.boolean(),
  /** STS-012, STS-013 */
  in_use: z.boolean(),
  used_by_mixmax: z.boolean(),
});

export const candidateStatus = plainStatus.extend({ substatuses: z.array(plainStatus) });
export type CandidateStatus = z.infer<typeof candidateStatus>;

const statusList = z.object({ statuses: z.array(candidateStatus) });

/** STS-022 */
const statusName = name(50);
const color = z.number().int().min(0).max(11);
const target = { targets: { id: 'status' } } as const;
/** ROLE-029 */
const refusal = 'ask_admin';

export const statuses = {
  list: route({
    method: 'GET',
    path: '/api/v6/status_collection/statuses/',
    summary: 'Candidate statuses of the company, in their order',
    access: 'signed_in',
  }).output(statusList),
  create: route({
    method: 'POST',
    path: '/api/v6/status_collection/statuses/',
    summary: 'Create a status at the end of the list, or of the list of its parent',
    access: 'statuses',
    refusal,
    example: { name: 'Phone screen' },
  })
    .input(
      z.object({
        name: statusName,
        parent: id.optional(),
        is_active: z.boolean().default(true),
        selected: z.boolean().default(true),
        color: color.optional(),
      }),
    )
    .output(candidateStatus),
  update: route({
    method: 'PATCH',
    path: '/api/v6/status_collection/statuses/{id}/',
    summary: 'Rename, recolour, switch on or off a status',
    access: 'statuses',
    refusal,
    example: { name: 'Phone interview' },
    ...target,
  })
    .input(
      z.object({
        id,
        name: statusName.optional(),
        is_active: z.boolean().optional(),
        selected: z.boolean().optional(),
        color: color.optional(),
      }),
    )
    .output(candidateStatus),
  remove: route({
    method: 'DELETE',
    path: '/api/v6/status_collection/statuses/{id}/',
    summary: 'Delete a status that no candidate has',
    access: 'statuses',
    refusal,
    ...target,
  })
    .input(z.object({ id }))
    .output(z.object({})),
  changeOrder: route({
    method: 'POST',
    path: '/api/v6/status_collection/change_order/',
    summary: 'Give the whole new order of the statuses of one level',
    access: 'statuses',
    refusal,
    example: { statuses: ['{status}'] },
  })
    .input(z.object({ statuses: z.array(id).min(1).max(1000) }))
    .output(statusList),
};
