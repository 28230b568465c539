import type { Section } from '@headwater/domain/statistics/metrics';
import { orpc } from '#lib/api.ts';

export const viewsQuery = (section: Section) => orpc.statisticsViews.list.queryOptions({ input: { section } });
export const alertsQuery = (section: Section) => orpc.statisticsAlerts.list.queryOptions({ input: { section } });

/** The reader's own pinned views of all sections. */
export const pinnedViewsQuery = orpc.statisticsViews.list.queryOptions({ input: { pinned: true } });
