import { orpc } from '#lib/api.ts';

export const reasonsQuery = orpc.rejectionReasons.list.queryOptions();
