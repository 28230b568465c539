import { maxReasons } from '@headwater/domain/vacancies/rejection-reasons';
import { z } from 'zod';
import { route } from './route.ts';
import { id, name } from './validation.ts';

export const rejectionReason = z.object({ id: z.number(), name: z.string() });
export type RejectionReason = z.infer<typeof rejectionReason>;

const reasonList = z.object({ reasons: z.array(rejectionReason) });
const path = '/api/v6/rejection_reasons/';

export const rejectionReasons = {
  list: route({ method: 'GET', path, summary: 'Reasons of rejection of the company, in their order', access: 'vacancies' }).output(
    reasonList,
  ),
  save: route({
    method: 'POST',
    path,
    summary: 'Save the whole list of reasons; those left out are deleted and stay in the history',
    access: 'statuses',
    refusal: 'ask_admin',
    example: { reasons: [{ name: 'Notice period' }] },
  })
    .input(z.object({ reasons: z.array(z.object({ id: id.optional(), name: name(100) })).max(maxReasons) }))
    .output(reasonList),
};
