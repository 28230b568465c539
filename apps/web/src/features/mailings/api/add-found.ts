import { useQueryClient } from '@tanstack/react-query';
import type { Ranking } from '@headwater/domain/query/rankings';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { addedWords, type Sums } from './added-words.ts';
import type { Destination } from './add.ts';
import { refreshMailings } from './mailings.ts';

/** A search in the URL format of the search page. `folderId`: the vacancy of the search. */
export interface FoundPeople {
  query: string;
  filters: string;
  sort: Ranking;
  folderId: number | null;
  /** Number of people found. At most 50,000 are added. */
  count: number;
}

export type FollowJob = (followed: {
  jobId: number;
  title: string;
  message: (changed: number | undefined, result: Readonly<Record<string, unknown>>) => string;
  onChange: () => void;
}) => Promise<void>;

/** Rejects with the error of the call. */
export function useAddFound(follow: FollowJob): (to: Destination, found: FoundPeople, opensContacts: boolean) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return async ({ id, name, messaging_type: type }, { query, filters, sort, folderId, count }, opensContacts) => {
    const input = { id, query, filters, sort, open_contacts: opensContacts, ...(folderId === null ? {} : { folderId }) };
    const answer = await (type === 'sequence' ? api.sequences.addAll(input) : api.mailings.addAll(input));
    if (type === 'sequence') sendEvent('Sequences: Enroll', { Mailing_List_Id: id, Profiles_Count: count });
    const message = (added = 0, result: Readonly<Record<string, unknown>> = {}) => addedWords(t, { name, added }, result as Sums);
    void follow({ jobId: answer.job_id, title: t('add.adding', { name }), message, onChange: () => void refreshMailings(client) });
  };
}
