import { contract } from '@headwater/contract/contract';
import type { SectionStatistics, StatisticsCell, StatisticsMetric } from '@headwater/contract/statistics';
import { answerOf } from './emptiest.ts';
import type { StubServer } from './stub-server.ts';

const routes = contract.statistics;
export const count = (value: number): StatisticsCell => ({ value, count: value, of: null, interval: null, is_small: false });
const metrics: StatisticsMetric[] = [
  {
    id: 'sent',
    title: 'Sent',
    definition: 'Messages by the day of sending',
    unit: 'messages',
    basis: 'sent',
    counting: 'cohort',
    count_behind: 'sent',
  },
  {
    id: 'replied',
    title: 'Replied',
    definition: 'Messages with a reply',
    unit: 'messages',
    basis: 'sent',
    counting: 'cohort',
    count_behind: 'replied',
  },
  {
    id: 'replied_share',
    title: 'Reply rate',
    definition: 'Of delivered ones',
    unit: 'share',
    basis: 'sent',
    counting: 'cohort',
    count_behind: 'replied',
  },
];
export const [sent, replied, share] = metrics as [StatisticsMetric, StatisticsMetric, StatisticsMetric];
const period = { date_from: '2026-11-02', date_to: '2026-11-03', from: '2026-11-02T00:00:00.000Z', to: '2026-11-04T00:00:00.000Z' };
const part = (day: string, value: number) => ({
  ...period,
  date_from: day,
  date_to: day,
  cells: { sent: count(value), replied: count(1) },
});
const rate: StatisticsCell = { value: 0.25, count: 2, of: 8, interval: [0.07, 0.59], is_small: true };

export const viewOf = (more: Partial<SectionStatistics> = {}): SectionStatistics =>
  answerOf(routes.section, {
    section: 'messaging',
    scope: 'company',
    zone: 'Europe/Berlin',
    period,
    filled: 1,
    compared: { ...period, date_from: '2026-10-31', date_to: '2026-11-01' },
    figures: [
      { ...sent, now: count(12), before: count(8) },
      { ...replied, now: count(2), before: count(2) },
      { ...share, now: rate, before: { ...rate, value: 0.2 } },
    ],
    series: [part('2026-11-02', 5), part('2026-11-03', 7)],
    rows: [
      { id: 3, name: 'Anna', is_deleted: false, cells: { sent: count(12), replied: count(2), replied_share: rate }, before: null },
      { id: null, name: 'No user', is_deleted: false, cells: { sent: count(0) }, before: null },
    ],
    empty: null,
    ...more,
  }) as SectionStatistics;

export function answerStatistics(server: StubServer, view = viewOf()): void {
  server.on(routes.settings, (asked) =>
    answerOf(routes.settings, { ...asked, days: 30, compare: 'previous', table: 'users', may_edit: true, stuck_days: 14 }),
  );
  server.on(routes.filters, ({ section }) =>
    answerOf(routes.filters, {
      section,
      users: [{ id: 3, name: 'Anna', is_deleted: false }],
      folders: [{ id: 5, name: 'Platform team', is_deleted: false }],
      statuses: [{ id: 1, name: 'New', is_deleted: false }],
      breakdowns: [{ id: section === 'pipeline' ? 'funnel' : 'weekdays', title: section === 'pipeline' ? 'Funnel' : 'Weekdays' }],
      metrics,
      tables: section === 'messaging' ? ['users', 'folders', 'templates'] : ['users', 'folders'],
    }),
  );
  server.on(routes.section, ({ name, table }) => ({ ...view, section: name as SectionStatistics['section'], table }));
  server.on(routes.breakdown, ({ breakdown }) =>
    answerOf(routes.breakdown, {
      breakdown,
      title: 'Funnel',
      definition: 'Completed candidacies',
      columns: [
        { key: 'candidacies', title: 'Candidacies', format: 'integer' },
        { key: 'median', title: 'Median', format: 'duration' },
      ],
      rows: [{ key: '1', name: 'New', id: 1, values: { candidacies: 4, median: 93_600 }, intervals: {}, count: 'added' }],
      still_open: 3,
      empty: null,
    }),
  );
  server.on(contract.companies.find, () => answerOf(contract.companies.find, { company_id: 7, company_name: 'Umbrella' }));
}
