import { useQueryClient } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { addedWords } from './added-words.ts';
import { refreshMailings } from './mailings.ts';

/** People to write to: candidates of vacancies, or profiles. */
export interface Whom {
  candidate_ids?: readonly number[];
  profile_ids?: readonly number[];
  source: 'vacancy' | 'search' | 'profile';
}

export const countOf = ({ candidate_ids: candidates = [], profile_ids: profiles = [] }: Whom): number =>
  candidates.length + profiles.length;

export interface Destination extends Pick<MailingListView, 'id' | 'name' | 'messaging_type'> {}

/** MAIL-042, SEQ-031: adds people; says how many were new, how many have no address that may be used. Rejects with what is refused, and where more contacts would be opened than are left (CONT-023). */
export function useAddPeople(): (to: Destination, whom: Whom & { open_contacts: boolean }) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return async ({ id, name, messaging_type: type }, { candidate_ids: candidates = [], profile_ids: profiles = [], ...rest }) => {
    const input = { ...rest, candidate_ids: [...candidates], profile_ids: [...profiles] };
    const answer = await (type === 'sequence'
      ? api.sequences.addProfile({ id, ...input })
      : api.mailings.addRecipients({ mailing_list_id: id, ...input }));
    const count = Math.max(answer.added_candidate_ids.length, answer.added_profile_ids.length);
    const { skipped, without_email, opened_contacts } = answer;
    const message = addedWords(t, { name, added: count }, { skipped, without_email, opened_contacts });
    // Whom nothing reaches yet is no success to be glanced at.
    const isDone = without_email === 0;
    showSnackbar({ message, tone: isDone ? 'success' : 'neutral', ...(isDone ? {} : { duration: 10_000 }) });
    await refreshMailings(client);
  };
}

/** Ids of all candidates of a vacancy who have one of the statuses. */
export async function candidatesWith(folderId: number, statuses: readonly number[]): Promise<number[]> {
  const ids: number[] = [];
  const status = statuses.join(',');
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page says whether there is another
    const { candidates, pages } = await api.candidates.ofVacancy({ id: folderId, status, page, per_page: 100 });
    ids.push(...candidates.map(({ id }) => id));
    if (page >= pages.total) return ids;
  }
}
