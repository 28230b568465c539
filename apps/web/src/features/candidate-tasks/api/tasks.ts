import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const tasksPerPage = 100;

export const ownTasksQuery = (status: 'open' | 'done') =>
  orpc.candidateTasks.own.queryOptions({ input: { status, per_page: tasksPerPage } });
export const tasksOfProfileQuery = (profileId: number) => orpc.candidateTasks.ofProfile.queryOptions({ input: { id: profileId } });
/** The session contains the user's own entry. */
export const colleaguesQuery = orpc.accounts.listUsers.queryOptions({ input: { is_assignee: true, exclude_self: true, limit: 1000 } });

export interface TaskValues {
  title: string;
  due_on: string;
  due_time: string | null;
  assignee_id: number;
}

export function useTaskActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.candidateTasks.key() });
  return {
    add: async (profileId: number, values: TaskValues, candidateId?: number) => {
      await api.candidateTasks.add({ id: profileId, ...values, ...(candidateId === undefined ? {} : { candidate_id: candidateId }) });
      await refresh();
    },
    change: async (id: number, values: Partial<TaskValues>) => {
      await api.candidateTasks.update({ id, ...values });
      await refresh();
    },
    setDone: async (id: number, isDone: boolean) => {
      await api.candidateTasks.update({ id, is_done: isDone });
      await refresh();
    },
    remove: async (id: number) => {
      await api.candidateTasks.remove({ id });
      await refresh();
    },
  };
}
