import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';
import type { SearchInput } from './find-profiles.ts';

/** AIS-010. */
export const insightsQuery = ({ q, f, folderId }: SearchInput) =>
  queryOptions({
    ...orpc.marketInsights.find.queryOptions({ input: { query: q, filters: f, ...(folderId === null ? {} : { folder_id: folderId }) } }),
    placeholderData: keepPreviousData,
  });
