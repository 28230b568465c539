import type { Section } from '@headwater/domain/statistics/metrics';
import { orpc } from '#lib/api.ts';

export const viewsQuery = (section: Section) => orpc.statisticsViews.list.queryOptions({ input: { section } });
export const pinnedQuery = orpc.statisticsViews.list.queryOptions({ input: { pinned: true } });
export const alertsQuery = (section: Section) => orpc.statisticsAlerts.list.queryOptions({ input: { section } });
