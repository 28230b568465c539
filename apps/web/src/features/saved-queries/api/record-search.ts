import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

/** Every list of what was searched for. */
export const refreshHistory = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: orpc.searchHistory.key() }),
    client.invalidateQueries({ queryKey: orpc.smartFolders.history.key() }),
  ]);
};

/** SAVQ-011. Nobody waits for it, and a search is not worse for not being remembered. */
export function useRecordSearch(): (queryId: number) => void {
  const client = useQueryClient();
  return (queryId) =>
    void api.searchHistory.record({ query_id: queryId }).then(
      () => refreshHistory(client),
      () => undefined,
    );
}
