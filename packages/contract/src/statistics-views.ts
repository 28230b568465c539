import { breakdowns } from '@headwater/domain/statistics/breakdowns';
import { metricIds, sections, statisticsTables } from '@headwater/domain/statistics/metrics';
import { comparisons } from '@headwater/domain/statistics/periods';
import { z } from 'zod';
import { route } from './route.ts';
import { viewShape } from './statistics.ts';
import { flag, id, moment, name } from './validation.ts';

const section = z.enum(sections);
const scope = z.enum(['own', 'company']);
const views = '/api/internal/statistics_views/' as const;
const alerts = '/api/internal/statistics_alerts/' as const;
const nothing = z.object({});

const savedView = z.object({
  id: z.number(),
  name: z.string(),
  section,
  company_id: z.number(),
  /** Address parameters of the page: filters, period, grouping. */
  query: z.record(z.string(), z.string()),
  is_own: z.boolean(),
  author: z.string(),
  is_shared: z.boolean(),
  is_pinned: z.boolean(),
  is_weekly: z.boolean(),
  created_at: moment,
});
export type StatisticsView = z.infer<typeof savedView>;

/** A relative period moves with the day; a fixed one keeps its days. */
const viewQuery = z.object({
  ...viewShape,
  compare: z.enum(comparisons).optional(),
  table: z.enum(statisticsTables).optional(),
  days: z.coerce.number().int().min(1).max(400).optional(),
  breakdown: z.enum(breakdowns).optional(),
});
const viewChange = z.object({
  name: name(100).optional(),
  query: viewQuery.optional(),
  is_shared: z.boolean().optional(),
  is_pinned: z.boolean().optional(),
  is_weekly: z.boolean().optional(),
});

const alertShape = {
  metric: z.enum(metricIds),
  scope,
  /** Length of the watched period, which ends yesterday. */
  days: z.number().int().min(1).max(90),
  direction: z.enum(['above', 'below']),
  /** A share is between 0 and 1. */
  bound: z.number().min(0).max(1_000_000_000),
  by_email: z.boolean(),
};
const alert = z.object({
  id: z.number(),
  section,
  company_id: z.number(),
  title: z.string(),
  ...alertShape,
  last_value: z.number().nullable(),
  raised_at: moment.nullable(),
  created_at: moment,
});
export type StatisticsAlert = z.infer<typeof alert>;

/** STB-006 */
export const statisticsViews = {
  list: route({ method: 'GET', path: views, summary: 'Own and shared views of statistics', access: 'read_statistics' })
    .input(z.object({ section: section.optional(), pinned: flag.optional() }))
    .output(z.object({ views: z.array(savedView) })),
  create: route({
    method: 'POST',
    path: views,
    summary: 'Save a view of statistics: filters, period and grouping',
    access: 'read_statistics',
    example: { name: 'Last week', section: 'search', query: {} },
  })
    .input(viewChange.extend({ name: name(100), section, company_id: id.optional(), query: viewQuery }))
    .output(savedView),
  change: route({
    method: 'PATCH',
    path: `${views}{id}/`,
    summary: 'Rename, share, pin or send a view weekly',
    access: 'read_statistics',
    targets: { id: 'statistics_view' },
    example: { name: 'Last month' },
  })
    .input(viewChange.extend({ id }))
    .output(savedView),
  delete: route({
    method: 'DELETE',
    path: `${views}{id}/`,
    summary: 'Delete a view of statistics',
    access: 'read_statistics',
    targets: { id: 'statistics_view' },
  })
    .input(z.object({ id }))
    .output(nothing),
};

/** STB-009 */
export const statisticsAlerts = {
  list: route({ method: 'GET', path: alerts, summary: 'Own alerts for numbers of statistics', access: 'read_statistics' })
    .input(z.object({ section: section.optional() }))
    .output(z.object({ alerts: z.array(alert) })),
  create: route({
    method: 'POST',
    path: alerts,
    summary: 'Be told when a number passes a bound',
    access: 'read_statistics',
    example: { metric: 'replied_share', scope: 'own', days: 7, direction: 'below', bound: 0.05 },
  })
    .input(z.object({ ...alertShape, company_id: id.optional(), by_email: z.boolean().default(false) }))
    .output(alert),
  change: route({
    method: 'PATCH',
    path: `${alerts}{id}/`,
    summary: 'Change the bound of an alert',
    access: 'read_statistics',
    targets: { id: 'statistics_alert' },
    example: { bound: 0.1 },
  })
    .input(
      z
        .object({ id, bound: alertShape.bound, direction: alertShape.direction, days: alertShape.days, by_email: z.boolean() })
        .partial()
        .required({ id: true }),
    )
    .output(alert),
  delete: route({
    method: 'DELETE',
    path: `${alerts}{id}/`,
    summary: 'Delete an alert',
    access: 'read_statistics',
    targets: { id: 'statistics_alert' },
  })
    .input(z.object({ id }))
    .output(nothing),
};
