import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

const whileRunningMs = 3000;

export const exportsQuery = queryOptions({
  ...orpc.companyExports.list.queryOptions(),
  refetchInterval: ({ state }) => (state.data?.exports.some((each) => each.state === 'running') ? whileRunningMs : false),
});

export const exportAddress = (id: number) => `/api/v6/company/exports/${id}/file/`;

export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    ...orpc.companyExports.start.mutationOptions(),
    onSuccess: (started) => client.setQueryData(exportsQuery.queryKey, started),
  });
}
