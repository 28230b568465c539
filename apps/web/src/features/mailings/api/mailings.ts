import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { api, orpc } from '#lib/api.ts';
import type { Stage } from '../model/params.ts';
import { stageFilter } from '../model/stages.ts';
import { type StepDraft, templateInput } from '../model/steps.ts';

export const mailingsQuery = (folderId: number) =>
  orpc.mailings.list.queryOptions({ input: { folder_id: folderId, per_page: 100 }, staleTime: 10_000 });

export const mailingQuery = (id: number) => orpc.mailings.get.queryOptions({ input: { id } });

export const launchInfoQuery = (id: number) => orpc.mailings.launchInfo.queryOptions({ input: { id }, staleTime: 5000 });

export const missingValuesQuery = (id: number) => orpc.mailings.missingValues.queryOptions({ input: { id }, staleTime: 5000 });

export const reviewQuery = (id: number, plan: DelayInfo, leaveOut: readonly LeaveOutReason[]) => ({
  ...orpc.mailings.launchInfo.queryOptions({
    input: { id, ...plan, ...(leaveOut.length > 0 ? { leave_out: leaveOut.join(',') } : {}) },
    staleTime: 5000,
  }),
  placeholderData: keepPreviousData,
});

/** EVT-048 */
export const mailingEvent = ({ id, status }: Pick<MailingListView, 'id' | 'status'>) => ({
  Mailing_List_Id: id,
  Mailing_List_Status: status,
});

type Launch = Parameters<typeof api.mailings.launch>[0];
export type DelayInfo = NonNullable<Launch['send_delay_info']>;
export type LeaveOutReason = NonNullable<Launch['leave_out']>[number];

interface RecipientFilter {
  status: Stage | undefined;
  search: string;
  page: number;
}
export const recipientsPerPage = 50;

type Whose = Pick<MailingListView, 'id' | 'messaging_type'>;

export function recipientsQuery({ id, messaging_type: type }: Whose, { status, search, page }: RecipientFilter) {
  const input = { id, page, per_page: recipientsPerPage, ...(status ? stageFilter[status] : {}), ...(search ? { search } : {}) };
  const of = type === 'sequence' ? orpc.sequences.recipients : orpc.mailings.recipients;
  return { ...of.queryOptions({ input }), placeholderData: keepPreviousData };
}

export const recipientQuery = (id: number) => orpc.mailings.recipient.queryOptions({ input: { id } });

/** All messages of a recipient. Never cached, because they depend on the current text. */
export const previewQuery = (id: number) => orpc.mailings.preview.queryOptions({ input: { id }, staleTime: 0 });

export const whyQuery = (id: number) => orpc.mailings.why.queryOptions({ input: { id }, staleTime: 5000 });

export function cacheMailing(client: QueryClient, list: MailingListView): void {
  client.setQueryData(mailingQuery(list.id).queryKey, list);
  if (list.messaging_type === 'sequence') client.setQueryData(orpc.sequences.get.queryKey({ input: { id: list.id } }), list);
}

export async function refreshMailings(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: orpc.mailings.key() }),
    client.invalidateQueries({ queryKey: orpc.sequences.key() }),
  ]);
}

export function useRefreshMailings(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => refreshMailings(client), [client]);
}

/** Rejects with the errors of the steps. */
export function saveSteps({ id, messaging_type: type }: Whose, steps: readonly StepDraft[]): Promise<MailingListView> {
  const input = { id, templates: steps.map(templateInput) };
  return type === 'sequence' ? api.sequences.update(input) : api.mailings.update(input);
}
