import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

const whileRunningMs = 3000;
const otherwiseMs = 30_000;

export const statusQuery = queryOptions({
  ...orpc.installation.status.queryOptions(),
  refetchInterval: ({ state }) => (state.data?.backups.is_running ? whileRunningMs : otherwiseMs),
});

export function useBackUp() {
  const client = useQueryClient();
  return useMutation({
    ...orpc.installation.backUp.mutationOptions(),
    onSuccess: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
}
