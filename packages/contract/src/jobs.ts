import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, paging, pages } from './validation.ts';

export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** DEC-13 */
export const jobView = z.object({
  id: z.number(),
  /** Key of the title: `candidates_status`, `candidates_move`, ... */
  kind: z.string(),
  status: z.enum(jobStatuses),
  done: z.number().int(),
  total: z.number().int().nullable(),
  /**
   * Names at the start of the job: `folder`, `status`, `mailing`. `person`: the only affected
   * person, by current name and rights.
   */
  details: z.record(z.string(), z.string()),
  result: z.record(z.string(), z.json()).nullable(),
  error: z.string().nullable(),
  cancellable: z.boolean(),
  undoable: z.boolean(),
  undo_until: moment.nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type JobView = z.infer<typeof jobView>;

const target = { targets: { id: 'job' } } as const;

export const jobs = {
  list: route({ method: 'GET', path: '/api/v6/jobs/', summary: 'Own jobs, newest first', access: 'signed_in' })
    .input(z.object({ ...paging }))
    .output(z.object({ jobs: z.array(jobView), pages })),
  get: route({ method: 'GET', path: '/api/v6/jobs/{id}/', summary: 'State and progress of an own job', access: 'signed_in', ...target })
    .input(z.object({ id }))
    .output(jobView),
  cancel: route({
    method: 'POST',
    path: '/api/v6/jobs/{id}/cancel/',
    summary: 'Stop a job after the batch that it is in; what is done stays done',
    access: 'signed_in',
    ...target,
  })
    .input(z.object({ id }))
    .output(jobView),
  undo: route({
    method: 'POST',
    path: '/api/v6/jobs/{id}/undo/',
    summary: 'Take back what a job of the last hour did',
    access: 'signed_in',
    ...target,
  })
    .input(z.object({ id }))
    .output(jobView),
};
