import { rankings } from '@headwater/domain/query/rankings';
import { z } from 'zod';
import { newestFitNote } from './fit-notes.ts';
import { messageStatuses } from './message-statuses.ts';
import { rejectionReason } from './rejection-reasons.ts';
import { route } from './route.ts';
import { statusBadge } from './statuses.ts';
import { stepChannel } from './step-channel.ts';
import { flag, id, idList, moment, optionalText, paging, pages } from './validation.ts';

/** CAND-035 */
export const maxBulk = 50_000;

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** Null if unknown or, for name and picture, not permitted (ROLE-048). */
const candidateProfile = z.object({
  id: z.number(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  headline: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  /** 'YYYY' or 'YYYY-MM'; null if the position has ended. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  contact_types: z.array(z.string()),
  likely_to_respond: z.boolean(),
});

const address = z.string().max(20_000).default('');

/** CAND-005: search that found the person, as in a search URL. */
const storedSearch = z.object({ q: address, f: address });

export const candidate = z.object({
  id: z.number(),
  profile: candidateProfile,
  folder: z.object({ id: z.number(), name: z.string(), created_by: person }),
  status: statusBadge,
  status_since: moment,
  rejection_reason: rejectionReason.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: person,
  comments: z.number().int(),
  /** PPL-002; null also for readers without the search. */
  fit: newestFitNote.nullable(),
  recipients_count: z.number().int(),
  messaging_status: z.string().nullable(),
  messaging_at: moment.nullable(),
  messaging_channel: stepChannel.nullable(),
  dialog_id: z.number().nullable(),
  mailing_list_id: z.number().nullable(),
  search_query: storedSearch.nullable(),
});
export type CandidateView = z.infer<typeof candidate>;

const candidateList = z.object({ candidates: z.array(candidate), count: z.number().int(), pages });

/**
 * Undo also deletes a vacancy that was created for these candidates, if it is empty and unedited.
 */
const isNewFolder = z.boolean().default(false);

const ids = z.array(id).min(1).max(maxBulk);
const example = { ids: ['{candidate}'] };

/** DEC-13. `count`: affected rows; more than 200 run in the background. */
const bulkAnswer = z.object({ job_id: z.number(), count: z.number().int() });

const transfer = {
  params: z.object({ id }),
  body: z.object({ destination_folder: id, candidates: ids }),
};
const transferRoute = {
  access: 'edit_vacancies',
  targets: { id: 'vacancy' },
  example: { destination_folder: '{vacancy}', candidates: ['{candidate}'] },
  inputStructure: 'detailed',
} as const;

const folder = { targets: { id: 'vacancy' } } as const;
const sequence = { ...transferRoute, targets: { id: 'sequence' } } as const;

/** Status of the last message on any channel; `none`: no message. */
export const messagingFilters = ['none', ...messageStatuses] as const;
const messagingStatus = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.enum(messagingFilters)).max(messagingFilters.length),
);

/** CAND-008 */
const candidateListInput = z.object({
  id,
  ...paging,
  status: idList.optional(),
  query: optionalText(255).optional(),
  messaging_status: messagingStatus.optional(),
  mailing_list: id.optional(),
  filters: z.string().max(20_000).optional(),
});
export type CandidateListInput = z.infer<typeof candidateListInput>;

export const candidates = {
  ofVacancy: route({
    method: 'GET',
    path: '/api/v6/folders/{id}/candidates/',
    summary: 'Candidates of a vacancy, newest first',
    access: 'vacancies',
    ...folder,
  })
    .input(candidateListInput)
    .output(candidateList),
  addAll: route({
    method: 'POST',
    path: '/api/v6/folders/{id}/candidates/add_all/',
    summary: 'Add all results of a search, at most the first 50,000',
    access: 'edit_vacancies',
    example: { query: '', filters: '' },
    ...folder,
  })
    .input(z.object({ id, query: address, filters: address, sort: z.enum(rankings).default('relevance'), is_new_folder: isNewFolder }))
    .output(z.object({ job_id: z.number(), name: z.string(), candidates_count: z.number().int() })),
  move: route({
    method: 'POST',
    path: '/api/v6/folders/{id}/candidates/move/',
    summary: 'Move candidates to another vacancy',
    ...transferRoute,
  })
    .input(z.object({ ...transfer, query: z.object({ withComments: flag.default(true), saveMessagingHistory: flag.default(true) }) }))
    .output(bulkAnswer),
  copy: route({
    method: 'POST',
    path: '/api/v6/folders/{id}/candidates/copy/',
    summary: 'Copy candidates to another vacancy',
    ...transferRoute,
  })
    .input(z.object({ ...transfer, query: z.object({ withComments: flag.default(false) }) }))
    // CAND-030
    .output(bulkAnswer.extend({ copied: z.number().int().nullable() })),
  moveFromSequence: route({
    method: 'POST',
    path: '/api/v6/sequences/{id}/candidates/move/',
    summary: 'Move candidates of a sequence to another vacancy',
    ...sequence,
  })
    .input(z.object({ ...transfer, query: z.object({ withComments: flag.default(true), saveMessagingHistory: flag.default(true) }) }))
    .output(bulkAnswer),
  copyFromSequence: route({
    method: 'POST',
    path: '/api/v6/sequences/{id}/candidates/copy/',
    summary: 'Copy candidates of a sequence to another vacancy',
    ...sequence,
  })
    .input(z.object({ ...transfer, query: z.object({ withComments: flag.default(false) }) }))
    .output(bulkAnswer.extend({ copied: z.number().int().nullable() })),
  list: route({
    method: 'GET',
    path: '/api/v6/candidates/',
    summary: 'Candidates of the vacancies that the person may see',
    access: 'vacancies',
  })
    .input(z.object({ ...paging, profile_id: id.optional(), folder_id: id.optional(), ids: idList.optional() }))
    .output(candidateList),
  create: route({
    method: 'POST',
    path: '/api/v6/candidates/',
    summary: 'Add profiles to a vacancy',
    access: 'edit_vacancies',
    example: { folder_id: '{vacancy}', profiles: ['{profile}'] },
  })
    .input(
      z.object({ folder_id: id, profiles: ids, status: id.optional(), search_query: storedSearch.optional(), is_new_folder: isNewFolder }),
    )
    // `candidates`: set if they were added immediately. `skipped`: profiles already in the vacancy.
    .output(bulkAnswer.extend({ candidates: z.array(candidate).nullable(), skipped: z.array(z.number()).nullable() })),
  updateMany: route({
    method: 'PATCH',
    path: '/api/v6/candidates/',
    summary: 'Change the status of candidates',
    access: 'vacancies',
    example: { ...example, status: '{status}' },
  })
    .input(z.object({ ids, status: id, rejection_reason: id.optional() }))
    .output(bulkAnswer),
  update: route({
    method: 'PATCH',
    path: '/api/v6/candidates/{id}/',
    summary: 'Change the status of a candidate',
    access: 'vacancies',
    targets: { id: 'candidate' },
    example: { status: '{status}' },
  })
    .input(z.object({ id, status: id, rejection_reason: id.optional() }))
    .output(candidate.extend({ job_id: z.number() })),
  setRejectionReason: route({
    method: 'POST',
    path: '/api/v6/candidates/{id}/rejection_reason/',
    summary: 'Change or clear the reason of rejection of a candidate',
    access: 'vacancies',
    targets: { id: 'candidate' },
    example: { rejection_reason: null },
  })
    .input(z.object({ id, rejection_reason: id.nullable() }))
    .output(candidate),
  removeMany: route({
    method: 'DELETE',
    path: '/api/v6/candidates/',
    summary: 'Remove candidates from their vacancies',
    access: 'edit_vacancies',
    example,
    inputStructure: 'detailed',
  })
    .input(z.object({ query: z.object({ saveMessagingHistory: flag.default(true) }), body: z.object({ ids }) }))
    .output(bulkAnswer),
  history: route({
    method: 'GET',
    path: '/api/v6/candidates/{id}/history/',
    summary: 'What happened to a candidate, newest first',
    access: 'vacancies',
    targets: { id: 'candidate' },
  })
    .input(z.object({ id, ...paging }))
    .output(
      z.object({
        history: z.array(
          z.object({
            action: z.enum(['added', 'status', 'moved', 'copied', 'removed', 'undone']),
            at: moment,
            user: person,
            from: z.string().nullable(),
            to: z.string().nullable(),
            reason: z.string().nullable(),
          }),
        ),
        pages,
      }),
    ),
};
