import { breakdowns } from '@headwater/domain/statistics/breakdowns';
import { countIds, metricIds, sections, statisticsTables } from '@headwater/domain/statistics/metrics';
import { comparisons, intervals, isZone } from '@headwater/domain/statistics/periods';
import { z } from 'zod';
import { fileAnswer, tableTypes } from './export-file.ts';
import { route } from './route.ts';
import { chosenDay, id, idList, moment, pages, paging } from './validation.ts';

const section = z.enum(sections);
const scope = z.enum(['own', 'company']);
const day = z.iso.date();

/** STC-035. Days belong to `zone`; both ends are included. */
const filterShape = {
  /** Default: the company where the reader may see it, otherwise own numbers (STC-036). */
  scope: scope.optional(),
  /** Default: the last 30 days. */
  date_from: chosenDay.optional(),
  date_to: chosenDay.optional(),
  /** IANA name. Default: the time zone of the company. */
  zone: z
    .string()
    .max(60)
    .refine((value) => isZone(value), 'statistics_zone')
    .optional(),
  /** Lists of ids separated by commas; empty: all. */
  users: idList.optional(),
  folders: idList.optional(),
  templates: idList.optional(),
};
const filter = z.object(filterShape);
export type StatisticsFilter = z.infer<typeof filter>;

/** Parameters of the page of a section. */
export const viewShape = {
  ...filterShape,
  compare: z.enum(comparisons).default('previous'),
  /** Default: days up to 45 days, weeks up to 400, then months. */
  interval: z.enum(intervals).optional(),
  /** STC-027 */
  table: z.enum(statisticsTables).default('users'),
};

const breakdownShape = {
  ...filterShape,
  breakdown: z.enum(breakdowns),
  /** Conversion between two statuses (STB-003). */
  from_status: id.optional(),
  to_status: id.optional(),
};

/** Identifies the rows behind one number; each part of an answer says its own. */
const cellShape = {
  user: id.optional(),
  folder: id.optional(),
  template: id.optional(),
  /** `none`: the row without a user, folder or template. */
  without: z.enum(['user', 'folder', 'template']).optional(),
  /** Half-open instants of a column of the chart. */
  from: moment.optional(),
  to: moment.optional(),
  breakdown: z.enum(breakdowns).optional(),
  /** `key` of the row of a breakdown. */
  key: z.string().max(200).optional(),
};

/** A share has `of`, the number that it is a part of, and a Wilson interval (95 %). */
const cell = z.object({
  value: z.number().nullable(),
  count: z.number().int(),
  of: z.number().int().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  is_small: z.boolean(),
});
export type StatisticsCell = z.infer<typeof cell>;
const cells = z.partialRecord(z.enum(metricIds), cell);

const metric = z.object({
  id: z.enum(metricIds),
  title: z.string(),
  definition: z.string(),
  unit: z.enum(['actions', 'people', 'candidacies', 'moves', 'messages', 'share']),
  basis: z.enum(['event', 'sent', 'added']),
  counting: z.enum(['activity', 'cohort']),
  /** The count behind a share, or the id itself: its rows are the list behind the number. */
  count_behind: z.enum(countIds),
});
export type StatisticsMetric = z.infer<typeof metric>;

const period = z.object({ date_from: day, date_to: day, from: moment, to: moment });

const about = {
  section,
  scope,
  zone: z.string(),
  period,
  /** All changes up to this moment are counted. */
  as_of: moment,
  /** Share of the history of earlier releases that was read; 1: all. */
  filled: z.number(),
};

const figure = metric.extend({ now: cell, before: cell.nullable() });

const tableRow = z.object({
  /** Null: the row without a user, folder or template. */
  id: z.number().nullable(),
  name: z.string(),
  is_deleted: z.boolean(),
  cells,
  before: cells.nullable(),
});

const sectionView = z.object({
  ...about,
  compared: period.nullable(),
  table: z.enum(statisticsTables),
  interval: z.enum(intervals),
  figures: z.array(figure),
  /** Columns of the chart. */
  series: z.array(period.extend({ cells })),
  rows: z.array(tableRow),
  /** Sentence for an empty page; null where there is something to show. */
  empty: z.string().nullable(),
});
export type SectionStatistics = z.infer<typeof sectionView>;

/** A row of a breakdown: text, counts, shares and times in seconds by column. */
const breakdownColumn = z.object({
  key: z.string(),
  title: z.string(),
  format: z.enum(['text', 'integer', 'percent', 'duration', 'date-time']),
});
const breakdownRow = z.object({
  key: z.string(),
  name: z.string(),
  /** Id of the status, mailbox or candidate, where there is one. */
  id: z.number().nullable(),
  values: z.record(z.string(), z.union([z.number(), z.string()]).nullable()),
  intervals: z.record(z.string(), z.tuple([z.number(), z.number()])),
  /** Metric of the list behind the row; null: no list. */
  count: z.enum(countIds).nullable(),
});
const breakdownView = z.object({
  ...about,
  breakdown: z.enum(breakdowns),
  title: z.string(),
  /** Unit, date basis and who is counted, as a sentence. */
  definition: z.string(),
  columns: z.array(breakdownColumn),
  rows: z.array(breakdownRow),
  /** Funnel: candidacies of the cohort that are still open, which it leaves out. */
  still_open: z.number().int().nullable(),
  empty: z.string().nullable(),
});
export type StatisticsBreakdown = z.infer<typeof breakdownView>;

const named = z.object({ id: z.number(), name: z.string(), is_deleted: z.boolean() });
const filters = z.object({
  section,
  scopes: z.array(scope),
  zone: z.string(),
  users: z.array(named),
  folders: z.array(named),
  templates: z.array(named),
  statuses: z.array(named),
  tables: z.array(z.enum(statisticsTables)),
  breakdowns: z.array(z.object({ id: z.enum(breakdowns), title: z.string() })),
  metrics: z.array(metric),
  /** First day with something to show. */
  first_day: day.nullable(),
});
export type StatisticsFilters = z.infer<typeof filters>;

const statusIds = z.array(id).max(200);
const settingsShape = {
  table: z.enum(statisticsTables),
  compare: z.enum(comparisons),
  /** Days of the period that a page opens with. */
  days: z.number().int().min(1).max(400),
  /** Shown figures in their order; empty: all. */
  metrics: z.array(z.enum(metricIds)).max(metricIds.length),
  /** Pipeline: end of a candidacy. Empty: the statuses named Hired and Rejected. */
  hired_statuses: statusIds,
  rejected_statuses: statusIds,
  /** Pipeline: steps of the funnel. Empty: all statuses in their order. */
  funnel_statuses: statusIds,
  /** Pipeline: a candidate is stuck after this time in a status. */
  stuck_days: z.number().int().min(1).max(365),
  /** Groups that the statistics of the company leave out; only staff change them (ROLE-071). */
  left_out_groups: z.array(id).max(200),
};
const settings = z.object({ section, scope, may_edit: z.boolean(), ...settingsShape });
export type StatisticsSettings = z.infer<typeof settings>;
const changedSettings = z.object(settingsShape).partial();
export type StatisticsSettingsChange = z.infer<typeof changedSettings>;

const listed = z.object({
  key: z.string(),
  at: moment,
  /** Null: erased, or in a vacancy that the reader cannot open. */
  person: z.object({ id: z.number(), name: z.string() }).nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  template: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Search text, move between statuses, step of a mailing. Null: a search text that the reader may not see. */
  detail: z.string().nullable(),
});
export type StatisticsListItem = z.infer<typeof listed>;

/** Name of a section or metric in a path: an unknown one is not found. */
const pathName = z.coerce.string().max(60);

const ofCompany = {
  access: 'read_statistics',
  targets: { id: 'managed_company' },
} as const;
const base = '/api/v6/companies/{id}/statistics/' as const;
const internal = '/api/internal/companies/{id}/statistics/' as const;

export const statistics = {
  overview: route({ method: 'GET', path: base, summary: 'Statistics of a company: the figures of all sections', ...ofCompany })
    .input(z.object({ id, ...filterShape, compare: z.enum(comparisons).default('previous') }))
    .output(z.object({ sections: z.array(z.object({ ...about, compared: period.nullable(), figures: z.array(figure) })) })),
  filters: route({ method: 'GET', path: `${base}filters/`, summary: 'Values for the filters of a section of statistics', ...ofCompany })
    .input(z.object({ id, section: section.default('search') }))
    .output(filters),
  settings: route({ method: 'GET', path: `${base}settings/`, summary: 'Settings of a section of statistics', ...ofCompany })
    .input(z.object({ id, section: section.default('search'), scope: scope.optional() }))
    .output(settings),
  saveSettings: route({
    method: 'POST',
    path: `${base}settings/`,
    summary: 'Save settings of a section of statistics, for oneself or as an administrator for the company',
    example: { section: 'search', days: 30 },
    ...ofCompany,
  })
    .input(z.object({ id, section, scope: scope.optional(), ...changedSettings.shape }))
    .output(settings),
  section: route({
    method: 'GET',
    path: `${base}{name}/`,
    summary: 'One section of statistics: figures, chart and the table of users, folders or templates',
    access: 'read_statistics',
    targets: { id: 'managed_company', name: 'statistics_name' },
  })
    .input(z.object({ id, name: pathName, ...viewShape }))
    .output(sectionView),
  metric: route({
    method: 'GET',
    path: '/api/v6/metrics/{a}/{b}/',
    summary: 'One number: a is the section, b the metric',
    access: 'read_statistics',
    targets: { a: 'statistics_name', b: 'statistics_name' },
    example: { company_id: '{managed_company}' },
  })
    .input(
      z.object({
        a: pathName,
        b: pathName,
        company_id: id.optional(),
        ...filterShape,
        compare: z.enum(comparisons).default('previous'),
      }),
    )
    .output(z.object({ ...about, compared: period.nullable(), figure })),
  breakdown: route({
    method: 'GET',
    path: `${internal}breakdown/`,
    summary: 'Funnel, conversion, times, sources, steps, variants, senders, weekdays or hours',
    example: { section: 'pipeline', breakdown: 'funnel' },
    ...ofCompany,
  })
    .input(z.object({ id, section, ...breakdownShape }))
    .output(breakdownView),
  list: route({
    method: 'GET',
    path: `${internal}list/`,
    summary: 'The rows behind a number of statistics; there are as many as the number says',
    example: { section: 'messaging', metric: 'sent' },
    ...ofCompany,
  })
    .input(z.object({ id, section, metric: z.enum(metricIds), ...filterShape, ...cellShape, ...paging }))
    .output(z.object({ items: z.array(listed), count: z.number().int(), pages, zone: z.string(), definition: z.string() })),
  export: route({
    method: 'GET',
    path: `${internal}export/`,
    summary: 'A table of statistics as CSV or XLSX; it names the time zone of its days',
    outputStructure: 'detailed',
    csrf: true,
    exports: 'statistics',
    example: { section: 'search' },
    ...ofCompany,
  })
    .input(
      z.object({
        id,
        section,
        ...viewShape,
        breakdown: z.enum(breakdowns).optional(),
        from_status: id.optional(),
        to_status: id.optional(),
        type: z.enum(tableTypes).default('csv'),
      }),
    )
    .output(fileAnswer),
};
