import { currencies, maxHeadcount, maxSalary } from '@headwater/domain/vacancies/terms';
import { z } from 'zod';
import { route } from './route.ts';
import { statusBadge } from './statuses.ts';
import { chosenDay, id, idList, flag, moment, name, optionalName, optionalNumber, optionalText, paging, pages } from './validation.ts';

export const vacancyStatuses = ['active', 'closed'] as const;
export const accessTypes = ['public', 'private'] as const;

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });
/** EMP-070: `is_former` members have no account or another role; they may stay but not be added. */
const member = person.extend({ is_former: z.boolean() });

/** VAC-013: in the company's order, with removed statuses that candidates still have. */
const vacancyStatus = statusBadge.extend({
  is_active: z.boolean(),
  candidates_count: z.number().int(),
  /** Candidates who get it get a reason of rejection. */
  is_rejection: z.boolean(),
});

const plainFields = {
  name: z.string(),
  company_name: z.string(),
  description: z.string(),
  access_type: z.enum(accessTypes),
  location: z.string(),
  salary_from: z.number().int().nullable(),
  salary_to: z.number().int().nullable(),
  salary_currency: z.enum(currencies).nullable(),
  headcount: z.number().int().nullable(),
  deadline: z.iso.date().nullable(),
};
export const plainVacancyFields = Object.keys(plainFields) as (keyof typeof plainFields)[];

export const vacancy = z.object({
  id: z.number(),
  ...plainFields,
  /** VAC-008 */
  status: z.enum(vacancyStatuses),
  created_by: person,
  created_at: moment,
  updated_at: moment,
  assignees: z.array(member),
  /** VAC-011 */
  granted_users: z.array(member),
  statuses: z.array(vacancyStatus),
  candidates_count: z.number().int(),
  mailing_lists: z.array(z.object({ id: z.number(), name: z.string() })),
  viewed_profiles_count: z.number().int(),
  /**
   * VAC-053: rights of the reader. `edit` includes archiving, `change_candidates` adding, moving,
   * copying and removing.
   */
  permissions: z.object({ edit: z.boolean(), remove: z.boolean(), change_candidates: z.boolean(), change_statuses: z.boolean() }),
});
export type VacancyView = z.infer<typeof vacancy>;

const salary = optionalNumber({ least: 0, most: maxSalary });

/** VAC-052. Default of `statuses`: the company's `selected` ones; of `assignees`: the creator. */
const vacancyFields = z.object({
  name: name(255),
  company_name: optionalName(255).optional(),
  description: optionalText(10_000).optional(),
  access_type: z.enum(accessTypes).optional(),
  location: optionalName(255).optional(),
  salary_from: salary.optional(),
  salary_to: salary.optional(),
  salary_currency: z.enum(currencies).nullable().optional(),
  headcount: optionalNumber({ least: 1, most: maxHeadcount }).optional(),
  deadline: chosenDay.nullable().optional(),
  assignees: z.array(id).max(200).optional(),
  granted_users: z.array(id).max(200).optional(),
  statuses: z.array(id).min(1).max(1000).optional(),
});
export type VacancyFields = z.infer<typeof vacancyFields>;

const vacancyChange = vacancyFields.extend({ id, name: name(255).optional(), status: z.enum(vacancyStatuses).optional() });
export type VacancyChange = z.infer<typeof vacancyChange>;

const target = { targets: { id: 'vacancy' } } as const;

const jobId = z.object({ job_id: z.number() });

export const vacancies = {
  list: route({
    method: 'GET',
    path: '/api/v6/folders/',
    summary: 'Vacancies that the person may see, newest first',
    access: 'vacancies',
  })
    .input(
      z.object({
        ...paging,
        /** VAC-029 */
        status: z.enum([...vacancyStatuses, 'all']).default('active'),
        assignees: idList.optional(),
        only_accessible: flag.optional(),
        query: optionalText(255).optional(),
      }),
    )
    .output(z.object({ folders: z.array(vacancy), count: z.number().int(), pages })),
  create: route({
    method: 'POST',
    path: '/api/v6/folders/',
    summary: 'Create a vacancy',
    access: 'edit_vacancies',
    example: { name: 'Platform team' },
  })
    .input(vacancyFields)
    .output(vacancy),
  get: route({ method: 'GET', path: '/api/v6/folders/{id}/', summary: 'A vacancy', access: 'vacancies', ...target })
    .input(z.object({ id }))
    .output(vacancy),
  update: route({
    method: 'PATCH',
    path: '/api/v6/folders/{id}/',
    summary: 'Change, archive (status closed), activate, hide or publish a vacancy',
    access: 'edit_vacancies',
    example: { company_name: 'Acme' },
    ...target,
  })
    .input(vacancyChange)
    .output(vacancy),
  remove: route({
    method: 'DELETE',
    path: '/api/v6/folders/{id}/',
    summary: 'Delete a vacancy with its candidates; undone through its job within an hour',
    access: 'edit_vacancies',
    ...target,
  })
    .input(z.object({ id }))
    .output(jobId),
  ats: route({
    method: 'GET',
    path: '/api/v6/ats-folders/',
    summary: 'Vacancies of the applicant-tracking systems that the company has connected',
    access: 'search',
  }).output(z.object({ folders: z.array(z.object({ id: z.number(), ats_type: z.string(), name: z.string() })) })),
  ofProfile: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/folders/',
    summary: 'Vacancies in which a profile is a candidate, with its status in each',
    access: 'profiles',
    targets: { id: 'profile' },
  })
    .input(z.object({ id }))
    .output(
      z.object({
        folders: z.array(z.object({ id: z.number(), name: z.string(), candidate_id: z.number(), status: statusBadge, updated_at: moment })),
      }),
    ),
};
