import { taskStates } from '@headwater/domain/vacancies/task-states';
import { z } from 'zod';
import { route } from './route.ts';
import { chosenDay, id, moment, name, pages, paging } from './validation.ts';

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'field_time')
  .nullable();
const user = z.object({ id: z.number(), name: z.string(), is_active: z.boolean() });

const task = z.object({
  id: z.number(),
  title: z.string(),
  due_on: z.iso.date(),
  /** HH:MM */
  due_time: z.string().nullable(),
  state: z.enum(taskStates),
  done_at: moment.nullable(),
  assignee: user,
  created_by: user,
  person: z.object({ id: z.number(), name: z.string().nullable() }),
  /** Vacancy of the candidate, if the reader sees it. */
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  permissions: z.object({ remove: z.boolean() }),
});
export type CandidateTaskView = z.infer<typeof task>;

const fields = { title: name(), due_on: chosenDay, due_time: time, assignee_id: id };
const ofProfile = { path: '/api/v6/profiles/{id}/tasks/', access: 'search', targets: { id: 'profile' } } as const;
const ofTask = { path: '/api/v6/tasks/{id}/', access: 'search', targets: { id: 'candidate_task' } } as const;

export const candidateTasks = {
  own: route({
    method: 'GET',
    path: '/api/v6/tasks/',
    summary: 'Own tasks: open ones by due date, or done ones, the newest first',
    access: 'search',
  })
    .input(z.object({ ...paging, status: z.enum(['open', 'done']).default('open') }))
    .output(z.object({ tasks: z.array(task), count: z.number().int(), pages })),
  ofProfile: route({ method: 'GET', summary: 'Tasks about a person: open ones by due date, then done ones', ...ofProfile })
    .input(z.object({ id }))
    .output(z.object({ tasks: z.array(task) })),
  add: route({
    method: 'POST',
    summary: 'Add a task about a person, or about a candidate',
    example: { title: 'Call about the offer', due_on: '2026-12-01' },
    ...ofProfile,
  })
    .input(
      z.object({
        id,
        ...fields,
        due_time: time.default(null),
        assignee_id: id.optional(),
        candidate_id: id.optional(),
      }),
    )
    .output(task),
  update: route({ method: 'PATCH', summary: 'Change a task, or mark it as done or open', example: { is_done: true }, ...ofTask })
    .input(z.object({ id, ...z.object(fields).partial().shape, is_done: z.boolean().optional() }))
    .output(task),
  remove: route({ method: 'DELETE', summary: 'Delete a task', ...ofTask })
    .input(z.object({ id }))
    .output(z.object({})),
};
