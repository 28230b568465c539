import { useQueryClient } from '@tanstack/react-query';
import type { Ranking } from '@headwater/domain/query/rankings';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { addedWords, type Sums } from './added-words.ts';
import type { Destination } from './add.ts';
import { refreshMailings } from './mailings.ts';

/** A search as the address of the search page holds it; folderId: the vacancy in whose context it was made. */
export interface FoundPeople {
  query: string;
  filters: string;
  sort: Ranking;
  folderId: number | null;
  /** How many there are, at most 50,000 of whom are added. */
  count: number;
}

/** Shows a job until it is over and offers to take it back. */
export type FollowJob = (followed: {
  jobId: number;
  title: string;
  message: (changed: number | undefined, result: Readonly<Record<string, unknown>>) => string;
  onChange: () => void;
}) => Promise<void>;

/** Puts everybody whom a search finds into a mailing or a sequence, as a job. Rejects with what is refused. */
export function useAddFound(follow: FollowJob): (to: Destination, found: FoundPeople, opensContacts: boolean) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('mailings');
  return async ({ id, name, messaging_type: type }, { query, filters, sort, folderId }, opensContacts) => {
    const input = { id, query, filters, sort, open_contacts: opensContacts, ...(folderId === null ? {} : { folderId }) };
    const answer = await (type === 'sequence' ? api.sequences.addAll(input) : api.mailings.addAll(input));
    const message = (added = 0, result: Readonly<Record<string, unknown>> = {}) => addedWords(t, { name, added }, result as Sums);
    void follow({ jobId: answer.job_id, title: t('add.adding', { name }), message, onChange: () => void refreshMailings(client) });
  };
}
