import { z } from 'zod';
import { route } from './route.ts';
import { foundProfile } from './search.ts';
import { id, moment, pages, paging, text } from './validation.ts';

/** AIS-003 and final states without a result. */
export const aiSearchStates = ['processing', 'found', 'updating_model', 'cancelled', 'failed'] as const;

const level = z.object({ code: z.string().max(2), level: z.enum(['native', 'fluent', 'advanced', 'intermediate', 'basic']) });

/** As in a search URL. `q` starts with the entity AI, which holds the request (AIS-002). */
const structured = {
  q: z.string().max(10_000).default(''),
  f: z.string().max(10_000).default(''),
  levels: z.array(level).max(20).default([]),
};

const proposal = z.object({
  q: z.string(),
  f: z.string(),
  levels: z.array(level),
  /** Names of filter values in the user's language: `industry:43` -> `Financial services`. */
  labels: z.record(z.string(), z.string()),
  rest: z.array(z.string()),
  made_by: z.enum(['model', 'reader', 'person']),
  model_failed: z.boolean(),
});
export type Proposal = z.infer<typeof proposal>;

const learnt = z.object({ kind: z.string(), name: z.string(), weight: z.number() });

const view = z.object({
  id: z.number(),
  text: z.string(),
  folder_id: z.number().nullable(),
  state: z.enum(aiSearchStates),
  error: z.string().nullable(),
  query: proposal.nullable(),
  /** Only the best `ranked` are sorted. */
  total: z.number().int(),
  ranked: z.number().int(),
  profiles: z.array(foundProfile.extend({ feedback: z.enum(['like', 'dislike']).nullable() })),
  pages,
  /** Strongest features of liked and disliked profiles. Null before the first vote. */
  learned: z.object({ likes: z.number().int(), dislikes: z.number().int(), prefers: z.array(learnt), avoids: z.array(learnt) }).nullable(),
  created_at: moment,
});

const stateOnly = z.object({ id: z.number(), state: z.enum(aiSearchStates) });
const target = { targets: { id: 'ai_search' } } as const;
/** AIS-001 */
const request = text(2_000);

export const aiSearch = {
  propose: route({
    method: 'POST',
    path: '/api/internal/ai_search/proposal/',
    summary: 'What a request in plain words means as a query, without searching and without the language model',
    access: 'ai_search',
    example: { text: 'Python developer in Berlin, 5+ years' },
  })
    .input(z.object({ text: request }))
    .output(proposal),
  start: route({
    method: 'POST',
    path: '/api/internal/ai_search/',
    summary: 'Start an AI search by a request in plain words, or by a query that a person made of it',
    access: 'ai_search',
    example: { text: 'Python developer in Berlin', folder_id: '{vacancy}' },
  })
    .input(z.object({ text: request, folder_id: id.nullish(), query: z.object(structured).optional() }))
    .output(stateOnly),
  get: route({
    method: 'GET',
    path: '/api/internal/ai_search/{id}/',
    summary: 'State of an own AI search, its query and a page of the people found',
    access: 'ai_search',
    ...target,
  })
    .input(z.object({ id, ...paging }))
    .output(view),
  change: route({
    method: 'PATCH',
    path: '/api/internal/ai_search/{id}/',
    summary: 'Search again by a changed query; likes and dislikes stay',
    access: 'ai_search',
    ...target,
  })
    .input(z.object({ id, ...structured }))
    .output(stateOnly),
  cancel: route({
    method: 'POST',
    path: '/api/internal/ai_search/{id}/cancel/',
    summary: 'Stop an AI search that is being processed',
    access: 'ai_search',
    ...target,
  })
    .input(z.object({ id }))
    .output(stateOnly),
  feedback: route({
    method: 'POST',
    path: '/api/internal/ai_search/{id}/feedback/',
    summary: 'Like or dislike a person; the model is updated and the people are put in a new order',
    access: 'ai_search',
    ...target,
    example: { profile_id: '{profile}', value: 'like' },
  })
    .input(z.object({ id, profile_id: id, value: z.enum(['like', 'dislike']).nullable() }))
    .output(stateOnly),
};
