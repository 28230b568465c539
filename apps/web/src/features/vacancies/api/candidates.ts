import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import type { StatusBadge } from '@headwater/contract/statuses';
import type { VacancyView } from '@headwater/contract/vacancies';
import { api, orpc } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { refreshVacancies } from '#lib/refresh-vacancies.ts';
import { type FollowedJob, useFollowJob } from '#ui/jobs/follow-job.ts';
import { askReason } from '../components/reasons/ask-reason.tsx';
import { vacancyQuery } from './vacancies.ts';

export const candidatesPerPage = 50;
/** Limit of a board column; a link to the table shows the rest. */
export const cardsPerColumn = 100;

export interface CandidateFilter {
  statusIds: readonly number[];
  query: string;
  messaging?: string | undefined;
  page: number;
  perPage: number;
}

export const candidatesQuery = (vacancyId: number, { statusIds, query, messaging, page, perPage }: CandidateFilter) =>
  orpc.candidates.ofVacancy.queryOptions({
    input: {
      id: vacancyId,
      page,
      per_page: perPage,
      ...(statusIds.length > 0 ? { status: statusIds.join(',') } : {}),
      ...(query ? { query } : {}),
      // Users see one state for planned and pending messages.
      ...(messaging ? { messaging_status: messaging === 'planned' ? 'planned,pending' : messaging } : {}),
    },
    placeholderData: keepPreviousData,
  });

type List = Awaited<ReturnType<typeof api.candidates.ofVacancy>>;

interface StatusChange {
  vacancyId: number;
  ids: ReadonlySet<number>;
  status: StatusBadge;
}

function wantedStatuses(queryKey: readonly unknown[]): string[] {
  const { input } = (queryKey[1] ?? {}) as { input?: { status?: string } };
  return input?.status?.split(',') ?? [];
}

/** EVT-048. The status before is omitted if the candidates had different ones. */
function sendStatusChange(changed: readonly StatusHolder[], after: StatusBadge): void {
  const [first] = changed;
  const before = changed.every((one) => one.status.id === first?.status.id) ? first?.status : undefined;
  sendEvent('Candidate: Change Status', {
    Profiles_Count: changed.length,
    Status_Id_Before: before?.id,
    Status_Name_Before: before?.name,
    Status_Id_After: after.id,
    Status_Name_After: after.name,
  });
}

const newestFirst = (one: CandidateView, other: CandidateView) => other.created_at.localeCompare(one.created_at) || other.id - one.id;

function changedList(
  list: List,
  { targets, moved, status }: { targets: string[]; moved: readonly CandidateView[]; status: StatusBadge },
): List {
  const fits = targets.length === 0 || targets.includes(String(status.id));
  const ids = new Set(moved.map(({ id }) => id));
  const present = list.candidates.filter(({ id }) => ids.has(id)).length;
  const rows = fits
    ? list.candidates.map((row) => (ids.has(row.id) ? { ...row, status } : row))
    : list.candidates.filter(({ id }) => !ids.has(id));
  const known = new Set(rows.map(({ id }) => id));
  const added = fits && targets.length > 0 ? moved.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, status })) : [];
  return { ...list, candidates: [...added, ...rows].toSorted(newestFirst), count: list.count + added.length - (fits ? 0 : present) };
}

function recount(vacancy: VacancyView, moved: readonly CandidateView[], status: StatusBadge): VacancyView {
  const differences = new Map<number, number>();
  const add = (id: number, by: number) => differences.set(id, (differences.get(id) ?? 0) + by);
  for (const row of moved) {
    add(row.status.id, -1);
    add(status.id, 1);
  }
  return {
    ...vacancy,
    statuses: vacancy.statuses.map((one) => ({
      ...one,
      candidates_count: Math.max(0, one.candidates_count + (differences.get(one.id) ?? 0)),
    })),
  };
}

function showStatus(client: QueryClient, { vacancyId, ids, status }: StatusChange): () => void {
  const lists = { queryKey: orpc.candidates.ofVacancy.key({ input: { id: vacancyId } }) };
  const { queryKey } = vacancyQuery(vacancyId);
  const before = client.getQueriesData<List>(lists);
  const vacancy = client.getQueryData(queryKey);
  const rows = new Map(before.flatMap(([, list]) => list?.candidates ?? []).map((row) => [row.id, row]));
  const moved = [...rows.values()].filter((row) => ids.has(row.id) && row.status.id !== status.id);
  void client.cancelQueries(lists);
  for (const [key, list] of before) {
    if (list) client.setQueryData(key, changedList(list, { targets: wantedStatuses(key), moved, status }));
  }
  if (vacancy) client.setQueryData(queryKey, recount(vacancy, moved, status));
  return () => {
    for (const [key, list] of before) client.setQueryData(key, list);
    if (vacancy) client.setQueryData(queryKey, vacancy);
  };
}

export interface StatusHolder {
  id: number;
  status: StatusBadge;
  profile: { name: string | null };
}

/** CAND-015, CAND-016. */
export function useChangeStatus(
  vacancyId: number,
): (candidates: readonly StatusHolder[], status: StatusBadge, onStart?: () => void) => Promise<void> {
  const client = useQueryClient();
  const follow = useFollowJob();
  const { t } = useTranslation('vacancies');
  return useCallback(
    async (candidates, status, onStart) => {
      const changed = candidates.filter((one) => one.status.id !== status.id);
      const [first] = changed;
      if (!first) return;
      const ids = changed.map(({ id }) => id);
      const asked = client.getQueryData(vacancyQuery(vacancyId).queryKey)?.statuses.find(({ id }) => id === status.id);
      const text = t('reasonText', { count: ids.length, status: status.name });
      const reason = asked?.is_rejection ? await askReason({ title: t('reasonTitle'), text }).catch(showError) : null;
      if (reason === undefined) return;
      onStart?.();
      const given = reason === null ? {} : { rejection_reason: reason };
      const takeBack = showStatus(client, { vacancyId, ids: new Set(ids), status });
      try {
        const single = ids.length === 1;
        const { job_id: jobId } = single
          ? await api.candidates.update({ id: first.id, status: status.id, ...given })
          : await api.candidates.updateMany({ ids, status: status.id, ...given });
        sendStatusChange(changed, status);
        const name = first.profile.name ?? t('hiddenName');
        await follow({
          jobId,
          title: t('job.status', { status: status.name }),
          message: (count) =>
            single
              ? t('done.statusOne', { name, status: status.name })
              : t('done.status', { count: count ?? ids.length, status: status.name }),
        });
      } catch (error) {
        takeBack();
        showError(error);
        await refreshVacancies(client);
      }
    },
    [client, follow, t, vacancyId],
  );
}

export interface TransferOptions {
  to: { id: number; name: string };
  withComments: boolean;
  saveMessagingHistory: boolean;
}

/** CAND-020, CAND-023, CAND-025. Each resolves when its job has started. */
export function useBulkActions(vacancyId: number) {
  const follow = useFollowJob();
  const { t } = useTranslation('vacancies');
  const started = async (
    work: Promise<{ job_id: number }>,
    { onStart, ...followed }: Omit<FollowedJob, 'jobId'> & { onStart?: () => void },
  ): Promise<boolean> => {
    try {
      const { job_id: jobId } = await work;
      onStart?.();
      void follow({ jobId, ...followed });
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  return {
    move: (ids: number[], { to, withComments, saveMessagingHistory }: TransferOptions) =>
      started(
        api.candidates.move({
          params: { id: vacancyId },
          query: { withComments, saveMessagingHistory },
          body: { destination_folder: to.id, candidates: ids },
        }),
        {
          onStart: () => sendEvent('Folder: Move', { Folder_Id: to.id, Profiles_Count: ids.length }),
          title: t('job.move', { vacancy: to.name }),
          message: (count = ids.length) => t('done.move', { count, vacancy: to.name }),
        },
      ),
    copy: (ids: number[], { to, withComments }: TransferOptions) =>
      started(
        api.candidates.copy({
          params: { id: vacancyId },
          query: { withComments },
          body: { destination_folder: to.id, candidates: ids },
        }),
        {
          onStart: () => sendEvent('Folder: Copy', { Folder_Id: to.id, Profiles_Count: ids.length }),
          title: t('job.copy', { vacancy: to.name }),
          message: (count = ids.length) => t('done.copy', { count, vacancy: to.name }),
        },
      ),
    remove: (ids: number[], saveMessagingHistory: boolean) =>
      started(api.candidates.removeMany({ query: { saveMessagingHistory }, body: { ids } }), {
        title: t('job.remove'),
        message: (count = ids.length) => t('done.remove', { count }),
      }),
  };
}
