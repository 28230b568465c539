import type { ReportReason } from '@headwater/domain/profiles/reports';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileReportView } from '@headwater/contract/profile-reports';
import { api, orpc } from '#lib/api.ts';

export const reportsPerPage = 20;

interface ReportFilter {
  state: ProfileReportView['state'];
  reason: ReportReason | undefined;
  page: number;
}

export const reportsQuery = ({ state, reason, page }: ReportFilter) =>
  queryOptions({
    ...orpc.profileReports.list.queryOptions({ input: { state, reason, page, per_page: reportsPerPage } }),
    placeholderData: keepPreviousData,
  });

export function useResolve() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { ids: number[]; state: ProfileReportView['state'] }) => api.profileReports.resolve(change),
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.profileReports.key() }),
  });
}
