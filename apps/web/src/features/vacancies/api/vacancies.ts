import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { VacancyFields, VacancyView } from '@headwater/contract/vacancies';
import { api, orpc } from '#lib/api.ts';
import { refreshVacancies } from '#lib/refresh-vacancies.ts';
import { sendEvent } from '#lib/usage-events.ts';

interface VacancyFilter {
  status: 'active' | 'closed' | 'all';
  assignee: number | undefined;
  query: string;
  page: number;
}

export const vacanciesPerPage = 50;

/** VAC-024 to VAC-029. Keeps old rows until new ones arrive. */
export const vacanciesQuery = ({ status, assignee, query, page }: VacancyFilter) =>
  orpc.vacancies.list.queryOptions({
    input: { status, page, per_page: vacanciesPerPage, ...(assignee ? { assignees: String(assignee) } : {}), ...(query ? { query } : {}) },
    placeholderData: keepPreviousData,
  });

export const choiceQuery = (query: string) =>
  orpc.vacancies.list.queryOptions({
    input: { status: 'active', per_page: 20, ...(query ? { query } : {}) },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const vacancyQuery = (id: number) => orpc.vacancies.get.queryOptions({ input: { id } });
export const vacanciesOfProfileQuery = (profileId: number) => orpc.vacancies.ofProfile.queryOptions({ input: { id: profileId } });

/** ROLE-066: the session contains the user's own entry. */
export const colleaguesQuery = orpc.accounts.listUsers.queryOptions({ input: { is_assignee: true, exclude_self: true, limit: 1000 } });
export const hiringManagersQuery = orpc.accounts.listUsers.queryOptions({ input: { role: 'hm', limit: 1000 } });

export type VacancyValues = { [F in keyof VacancyFields]-?: Exclude<VacancyFields[F], undefined> };

/** The calling form shows the errors at its fields. A new vacancy needs a name. */
export function useSaveVacancy(id?: number): (values: Partial<VacancyValues>) => Promise<VacancyView> {
  const client = useQueryClient();
  return async (values) => {
    // The server refuses empty statuses for an existing vacancy and uses defaults for a new one.
    const { statuses, name = '', ...rest } = values;
    const fields = statuses?.length === 0 ? { ...rest, name } : { ...values, name };
    const saved = id === undefined ? await api.vacancies.create(fields) : await api.vacancies.update({ id, ...values });
    sendEvent(id === undefined ? 'Folder: Create' : 'Folder: Edit', { Folder_Id: saved.id, Access_Type: saved.access_type });
    client.setQueryData(vacancyQuery(saved.id).queryKey, saved);
    await client.invalidateQueries({ queryKey: orpc.vacancies.list.key() });
    return saved;
  };
}

/** VAC-036, VAC-037. */
export function useSetVacancyStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: VacancyView['status'] }) => api.vacancies.update({ id, status }),
    onMutate: ({ id, status }) => {
      const { queryKey } = vacancyQuery(id);
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, status });
      return before;
    },
    onError: (_error, { id }, before) => {
      if (before) client.setQueryData(vacancyQuery(id).queryKey, before);
    },
    onSuccess: (_saved, { id, status }) => sendEvent(status === 'closed' ? 'Folder: Archive' : 'Folder: Unarchive', { Folder_Id: id }),
    onSettled: () => refreshVacancies(client),
  });
}
