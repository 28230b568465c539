import { useQueryClient } from '@tanstack/react-query';
import type { AtsImportInput, AtsImportState } from '@headwater/contract/ats-imports';
import type { AtsImportName } from '@headwater/domain/ats/imports';
import { api, orpc } from '#lib/api.ts';

const askEveryMs = 2000;

export const isUnderWay = ({ job }: AtsImportState): boolean => job?.status === 'queued' || job?.status === 'running';

export const importsQuery = {
  ...orpc.atsImports.list.queryOptions(),
  refetchInterval: ({ state }: { state: { data?: { imports: AtsImportState[] } | undefined } }) =>
    state.data?.imports.some(isUnderWay) ? askEveryMs : false,
} as const;

export function useImports() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.atsImports.key() });
  return {
    async start(name: AtsImportName, input: AtsImportInput) {
      const started = await api.atsImports[name](input);
      await refresh();
      return started;
    },
    async cancel(id: number) {
      await api.jobs.cancel({ id });
      await refresh();
    },
  };
}
