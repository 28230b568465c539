import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const refreshHistory = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: orpc.searchHistory.key() }),
    client.invalidateQueries({ queryKey: orpc.smartFolders.history.key() }),
  ]);
};

/** SAVQ-011. Runs in the background and ignores failures. */
export function useRecordSearch(): (queryId: number) => void {
  const client = useQueryClient();
  return (queryId) =>
    void api.searchHistory.record({ query_id: queryId }).then(
      () => refreshHistory(client),
      () => undefined,
    );
}
