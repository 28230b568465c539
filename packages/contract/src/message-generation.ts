import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, text } from './validation.ts';
import { descriptionLanguages } from './vacancy-descriptions.ts';

export const messageStyles = ['short', 'warm', 'detailed'] as const;
export const maxLlmMailing = 500;

/** AIO-023 */
const progress = z.enum(['pending', 'processing', 'done', 'failed']);

/** AIO-019. `messages` grows while `processing`; a failed generation without messages is free. */
const generation = z.object({
  id: z.number(),
  profile_id: z.number(),
  progress,
  is_cancelled: z.boolean(),
  language: z.enum(descriptionLanguages),
  /** AIO-025 */
  messages: z.array(z.object({ style: z.enum(messageStyles), subject: z.string(), body: z.string() })),
  created_at: moment,
});
export type MessageGeneration = z.infer<typeof generation>;

const path = '/api/v6/messaging/generation/';
const target = { access: 'messaging', targets: { id: 'message_generation' } } as const;

/** Personal messages; nothing is sent. */
export const messageGeneration = {
  languages: route({
    method: 'GET',
    path: `${path}languages/`,
    summary: 'Languages of generated messages, and whether there is a model that writes them',
    access: 'messaging',
  }).output(
    z.object({
      languages: z.array(z.object({ id: z.enum(descriptionLanguages), name: z.string() })),
      is_connected: z.boolean(),
      credits: z.number().int().nullable(),
    }),
  ),
  create: route({
    method: 'POST',
    path,
    summary: 'Have messages to one person written, to choose from; one credit',
    access: 'messaging',
    example: { job_description: 'Data engineer in Berlin', profile_id: '{profile}' },
  })
    .input(
      z.object({
        job_description: text(10_000),
        profile_id: id,
        /** Default: the person's language, by the profile. */
        language: z.enum(descriptionLanguages).optional(),
        /** AIO-024: own message to the same person that this one continues. */
        message_id: id.optional(),
      }),
    )
    .output(generation),
  one: route({ method: 'GET', path: `${path}{id}/`, summary: 'Generated messages and how far they are', ...target })
    .input(z.object({ id }))
    .output(generation),
  cancel: route({
    method: 'POST',
    path: `${path}{id}/cancel/`,
    summary: 'Stop writing; the credit comes back where nothing was written yet',
    ...target,
  })
    .input(z.object({ id }))
    .output(generation),
};

const mailing = z.object({
  vacancy_id: z.number(),
  id: z.number().nullable(),
  mailing_list_id: z.number().nullable(),
  progress: progress.nullable(),
  is_cancelled: z.boolean(),
  /** Requested messages. `done` are in the mailing list; `failed` are free. */
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  without_email: z.number().int(),
  is_connected: z.boolean(),
  credits: z.number().int().nullable(),
});
export type LlmMailing = z.infer<typeof mailing>;

const ofVacancy = z.object({ vacancy: id });
const internal = '/api/internal/llm_mailing/';
const about = { access: 'messaging', example: { vacancy: '{vacancy}' } } as const;

/**
 * AIO-016 to AIO-018: a mailing list with individual messages, which stays a draft until a launch.
 */
export const llmMailings = {
  create: route({
    method: 'POST',
    path: internal,
    summary: 'Have a message written to each candidate of a vacancy, into a new mailing list; one credit a message',
    access: 'messaging',
    example: { vacancy: '{vacancy}', prompt: 'Friendly, about remote work' },
  })
    .input(ofVacancy.extend({ prompt: text(5000), candidate_ids: z.array(id).min(1).max(maxLlmMailing).optional() }))
    .output(mailing),
  status: route({
    method: 'GET',
    path: `${internal}status/`,
    summary: 'How far the latest own one of a vacancy is',
    access: 'messaging',
    example: { vacancy_id: '{vacancy}' },
  })
    .input(z.object({ vacancy_id: id }))
    .output(mailing),
  cancel: route({
    method: 'POST',
    path: `${internal}cancel/`,
    summary: 'Write no more messages; credits of unwritten ones come back',
    ...about,
  })
    .input(ofVacancy)
    .output(mailing),
  retry: route({ method: 'POST', path: `${internal}retry/`, summary: 'Write the messages that are missing', ...about })
    .input(ofVacancy)
    .output(mailing),
};
