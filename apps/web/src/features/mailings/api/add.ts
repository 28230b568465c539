import { useQueryClient } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import type { candidateMessages } from '../model/params.ts';
import { addedWords } from './added-words.ts';
import { refreshMailings } from './mailings.ts';

export interface Whom {
  candidate_ids?: readonly number[];
  profile_ids?: readonly number[];
  source: 'vacancy' | 'search' | 'profile';
}

export const countOf = ({ candidate_ids: candidates = [], profile_ids: profiles = [] }: Whom): number =>
  candidates.length + profiles.length;

export interface Destination extends Pick<MailingListView, 'id' | 'name' | 'messaging_type'> {}

/** MAIL-042, SEQ-031. Rejects with the error of the call, such as a contact limit (CONT-023). */
export function useAddPeople(): (to: Destination, whom: Whom & { open_contacts: boolean }) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return async ({ id, name, messaging_type: type }, { candidate_ids: candidates = [], profile_ids: profiles = [], ...rest }) => {
    const input = { ...rest, candidate_ids: [...candidates], profile_ids: [...profiles] };
    const answer = await (type === 'sequence'
      ? api.sequences.addProfile({ id, ...input })
      : api.mailings.addRecipients({ mailing_list_id: id, ...input }));
    const count = Math.max(answer.added_candidate_ids.length, answer.added_profile_ids.length);
    if (type === 'sequence') sendEvent('Sequences: Enroll', { Mailing_List_Id: id, Profiles_Count: count });
    const { skipped, without_email, opened_contacts } = answer;
    const message = addedWords(t, { name, added: count }, { skipped, without_email, opened_contacts });
    // People without an address need attention, so the message is neutral and stays longer.
    const isDone = without_email === 0;
    showSnackbar({ message, tone: isDone ? 'success' : 'neutral', ...(isDone ? {} : { duration: 10_000 }) });
    await refreshMailings(client);
  };
}

export interface CandidateFilter {
  statuses: readonly number[];
  query?: string;
  messages?: (typeof candidateMessages)[number] | undefined;
}

export const candidateInput = (folderId: number, { statuses, query, messages }: CandidateFilter) => ({
  id: folderId,
  ...(statuses.length > 0 ? { status: statuses.join(',') } : {}),
  ...(query ? { query } : {}),
  ...(messages ? { messaging_status: messages } : {}),
});

export async function candidatesWith(folderId: number, filter: CandidateFilter): Promise<number[]> {
  const ids: number[] = [];
  const input = candidateInput(folderId, filter);
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page reports the number of pages
    const { candidates, pages } = await api.candidates.ofVacancy({ ...input, page, per_page: 100 });
    ids.push(...candidates.map(({ id }) => id));
    if (page >= pages.total) return ids;
  }
}
