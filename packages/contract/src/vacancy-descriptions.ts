import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, name, optionalText, pages, paging, text } from './validation.ts';

/** AIO-015 */
export const descriptionLanguages = ['en', 'ru', 'de', 'es', 'fr', 'it', 'pl', 'pt', 'tr', 'uk'] as const;

const content = {
  position: name(200),
  company_name: name(200),
  responsibilities: text(5000),
  requirements: optionalText(5000),
  additional_info: optionalText(5000),
  language: z.enum(descriptionLanguages),
};

/** AIO-001 to AIO-006. Failed and cancelled ones are empty and free. */
const vacancyDescription = z.object({
  id: z.number(),
  position: z.string(),
  company_name: z.string(),
  responsibilities: z.string(),
  requirements: z.string(),
  additional_info: z.string(),
  language: z.enum(descriptionLanguages),
  body: z.string(),
  progress: z.enum(['pending', 'processing', 'done', 'failed', 'cancelled']),
  created_at: moment,
});
export type VacancyDescription = z.infer<typeof vacancyDescription>;

const target = { access: 'edit_vacancies', targets: { id: 'vacancy_description' } } as const;
const path = '/api/v6/vacancies/description/';
const example = { position: 'Data engineer', company_name: 'Acme', responsibilities: 'Builds pipelines', language: 'en' };

export const vacancyDescriptions = {
  list: route({ method: 'GET', path, summary: 'Own AI vacancy descriptions, newest first', access: 'edit_vacancies' })
    .input(z.object(paging))
    .output(z.object({ descriptions: z.array(vacancyDescription), count: z.number().int(), pages })),
  languages: route({
    method: 'GET',
    path: `${path}languages/`,
    summary: 'Languages of AI vacancy descriptions, and whether there is a model that writes them',
    access: 'edit_vacancies',
  }).output(
    z.object({
      languages: z.array(z.object({ id: z.enum(descriptionLanguages), name: z.string() })),
      is_connected: z.boolean(),
      credits: z.number().int().nullable(),
    }),
  ),
  create: route({ method: 'POST', path, summary: 'Have a vacancy description written; one credit', access: 'edit_vacancies', example })
    .input(
      z.object({
        ...content,
        requirements: content.requirements.default(''),
        additional_info: content.additional_info.default(''),
        /** AIO-015 */
        language: content.language.optional(),
      }),
    )
    .output(vacancyDescription),
  one: route({ method: 'GET', path: `${path}{id}/`, summary: 'An AI vacancy description with its progress', ...target })
    .input(z.object({ id }))
    .output(vacancyDescription),
  update: route({
    method: 'PATCH',
    path: `${path}{id}/`,
    summary: 'Change an AI vacancy description or its text; `generate` has it written anew, for one credit',
    ...target,
    example: { position: 'Data engineer' },
  })
    .input(
      z
        .object({ ...content, body: optionalText(10_000) })
        .partial()
        .extend({ id, generate: z.boolean().default(false) }),
    )
    .output(vacancyDescription),
  cancel: route({
    method: 'POST',
    path: `${path}{id}/cancel/`,
    summary: 'Stop writing an AI vacancy description; its credit comes back',
    ...target,
  })
    .input(z.object({ id }))
    .output(vacancyDescription),
  remove: route({ method: 'DELETE', path: `${path}{id}/`, summary: 'Delete an AI vacancy description', ...target })
    .input(z.object({ id }))
    .output(z.object({})),
};
