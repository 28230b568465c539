import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ValuesOf } from '#lib/screen-params.ts';
import { orpc } from '#lib/api.ts';
import type { activeUserParams } from '../model/params.ts';

export const activeUsersPerPage = 50;

export const activeUsersQuery = ({ search, part, role, page }: ValuesOf<typeof activeUserParams.shape>) =>
  queryOptions({
    ...orpc.activeUsers.list.queryOptions({ input: { search, system_part: part, role, page, per_page: activeUsersPerPage } }),
    placeholderData: keepPreviousData,
  });
