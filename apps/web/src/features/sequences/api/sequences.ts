import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { cacheMailing } from '#features/mailings/api/mailings.ts';
import { api, orpc } from '#lib/api.ts';

export const sequencesPerPage = 20;

interface SequenceFilter {
  search: string;
  status: MailingListView['status'] | undefined;
  page: number;
}

/** SEQ-025: newest first. */
export const sequencesQuery = ({ search, status, page }: SequenceFilter) =>
  orpc.sequences.list.queryOptions({
    input: { page, per_page: sequencesPerPage, ...(search ? { search } : {}), ...(status ? { status } : {}) },
    placeholderData: keepPreviousData,
  });

export const sequenceQuery = (id: number) => orpc.sequences.get.queryOptions({ input: { id } });

/** Recipient entry of a person in a sequence; empty if not a recipient. */
export const recipientOfQuery = (id: number, profileId: number) =>
  orpc.sequences.recipients.queryOptions({ input: { id, profile_id: profileId, per_page: 1 } });

export const statusesQuery = orpc.statuses.list.queryOptions();

export const accountsQuery = orpc.telegramAccounts.list.queryOptions({ staleTime: 30_000 });

/** SIM card that starts dialogs of a sequence; null: the one with the most remaining dialogs. */
export function useChooseAccount(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accountId: number | null) => api.sequences.update({ id, telegram_account_id: accountId }),
    onSuccess: (sequence) => cacheMailing(client, sequence),
  });
}
