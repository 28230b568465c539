import { z } from 'zod';
import { mailingTemplates } from './mailing-steps.ts';
import {
  foundSelection,
  addFoundAnswer,
  mailingFields,
  mailingList,
  mailingStatuses,
  recipientPage,
  recipientListInput,
  templateExample,
  recipientSelection,
} from './mailings.ts';
import { fileAnswer } from './export-file.ts';
import { route } from './route.ts';
import { flag, id, idList, name, optionalText, pages, paging } from './validation.ts';

const target = { access: 'sequences', targets: { id: 'sequence' } } as const;
const path = '/api/v6/sequences/';
const one = z.object({ id });
const fields = { ...mailingFields, telegram_account_id: id.nullable().optional() };

/**
 * SEQ-014, SEQ-033: a sequence owns a mailing list of the same id; launch, stop, launch_info and
 * recipients use the mailing list's routes.
 */
export const sequences = {
  list: route({ method: 'GET', path, summary: 'Sequences that the person may see, newest first', access: 'sequences' })
    .input(z.object({ ...paging, status: z.enum(mailingStatuses).optional(), search: optionalText(255).optional() }))
    .output(z.object({ sequences: z.array(mailingList), count: z.number().int(), pages })),
  create: route({
    method: 'POST',
    path,
    summary: 'Create a sequence',
    access: 'sequences',
    example: { name: 'Platform engineers', templates: [templateExample] },
  })
    .input(z.object({ ...fields, name: name(255), templates: mailingTemplates.default([]) }))
    .output(mailingList),
  get: route({ method: 'GET', path: `${path}{id}/`, summary: 'A sequence', ...target })
    .input(one)
    .output(mailingList),
  update: route({
    method: 'PATCH',
    path: `${path}{id}/`,
    summary: 'Change a sequence; its messages only while it does not run',
    example: { name: 'Data engineers' },
    ...target,
  })
    .input(z.object({ id, ...fields, templates: mailingTemplates.optional() }))
    .output(mailingList),
  remove: route({
    method: 'DELETE',
    path: `${path}{id}/`,
    summary: 'Delete a sequence; with saveMessagingHistory its sent messages stay in the history',
    inputStructure: 'detailed',
    ...target,
  })
    .input(z.object({ params: one, query: z.object({ saveMessagingHistory: flag.default(true) }) }))
    .output(one),
  recipients: route({
    method: 'GET',
    path: `${path}{id}/recipients/`,
    summary: 'Recipients of a sequence, the latest added first',
    ...target,
  })
    .input(z.object({ id, ...recipientListInput, profile_id: id.optional() }))
    .output(recipientPage),
  addProfile: route({
    method: 'POST',
    path: `${path}{id}/add_profile/`,
    summary: 'Add people to a sequence: one profile, several, or candidates of vacancies; in a running one they are written to at once',
    example: { profile_id: '{profile}' },
    errors: ['opening_limit'],
    ...target,
  })
    .input(z.object({ id, profile_id: id.optional(), ...recipientSelection }))
    .output(
      z.object({
        added_candidate_ids: z.array(z.number()),
        added_profile_ids: z.array(z.number()),
        skipped: z.number().int(),
        without_email: z.number().int(),
        opened_contacts: z.number().int(),
      }),
    ),
  addAll: route({
    method: 'POST',
    path: `${path}{id}/recipients/add_all/`,
    summary: 'Add all results of a search to a sequence, at most the first 50,000; in a running one they are written to at once',
    example: { query: '', filters: '' },
    errors: ['opening_limit'],
    ...target,
  })
    .input(z.object({ id, ...foundSelection }))
    .output(addFoundAnswer),
  relaunchFailed: route({
    method: 'POST',
    path: `${path}{id}/relaunch_failed/`,
    summary: 'Send the messages of a sequence that failed once more',
    ...target,
    access: 'sequence_launch',
  })
    .input(one)
    .output(z.object({ error_relaunched: z.number().int() })),
  exportRecipients: route({
    method: 'GET',
    path: `${path}{id}/recipients/export/`,
    summary: 'Recipients of a sequence as a table (CSV): all, or those chosen',
    exports: 'sequence',
    outputStructure: 'detailed',
    ...target,
  })
    .input(z.object({ id, ids: idList.optional() }))
    .output(fileAnswer),
};
