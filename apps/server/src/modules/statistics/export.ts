import type { TableType } from '@headwater/contract/export-file';
import { isShare, type MetricId, metricsOf, shareOf, type Section } from '@headwater/domain/statistics/metrics';
import type { Breakdown } from '@headwater/domain/statistics/breakdowns';
import type { Column, TableReader } from '#platform/export/columns.ts';
import { tableAnswer } from '#platform/export/table-answer.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import type { Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type BreakdownInput, readBreakdown } from './breakdown.ts';
import type { Reader } from './reader.ts';
import { readSection, type SectionQuery } from './section.ts';
import { metricView, statisticsText } from './texts.ts';

interface Row {
  name: string;
  values: Readonly<Record<string, number | string | null>>;
}

const value = (key: string) => (row: Row) => {
  const found = row.values[key];
  return typeof found === 'number' ? found : null;
};

const text = (key: string, title: string): Column<Row> => ({
  key,
  title: () => title,
  format: 'text',
  value: (row) => (key === 'name' ? row.name : String(row.values[key] ?? '')),
});

function metricColumns(section: Section, language: TableReader['language']): Column<Row>[] {
  return metricsOf(section).flatMap((id): Column<Row>[] => {
    const { title } = metricView(id, language);
    const own: Column<Row> = { key: id, title: () => title, format: isShare(id) ? 'percent' : 'integer', value: value(id) };
    if (!isShare(id)) return [own];
    // A share has its whole in the next column, so that it can be checked.
    const whole = `${id}.of`;
    const of = metricView(shareOf(id).whole, language).title;
    return [own, { key: whole, title: () => `${title}: ${of}`, format: 'integer', value: value(whole) }];
  });
}

type ExportInput = SectionQuery & Partial<Pick<BreakdownInput, 'breakdown' | 'from_status' | 'to_status'>>;

interface Prepared {
  title: string;
  columns: Column<Row>[];
  rows: Row[];
  zone: string;
  days: { from: string; to: string };
}

async function tableOf(
  tx: Tx,
  reader: Reader,
  { section, input, now }: { section: Section; input: ExportInput; now: Date },
): Promise<Prepared> {
  const { language } = reader.actor;
  const view = await readSection(tx, reader, { section, input, now });
  const values = (cells: (typeof view.rows)[number]['cells']) =>
    Object.fromEntries(
      Object.entries(cells).flatMap(([id, { value: number, of }]) => [
        [id, number],
        [`${id}.of`, of],
      ]),
    );
  return {
    title: statisticsText(`table.${input.table}`, language),
    columns: [text('name', statisticsText(`table.${input.table}`, language)), ...metricColumns(section, language)],
    rows: view.rows.map(({ name, cells }) => ({ name, values: values(cells) })),
    zone: view.zone,
    days: { from: view.period.date_from, to: view.period.date_to },
  };
}

async function breakdownTable(
  tx: Tx,
  reader: Reader,
  { section, input, breakdown, now }: { section: Section; input: ExportInput; breakdown: Breakdown; now: Date },
): Promise<Prepared> {
  const view = await readBreakdown(tx, reader, { section, input: { ...input, breakdown }, now });
  return {
    title: view.title,
    columns: [
      text('name', view.title),
      ...view.columns.map(({ key, title, format }): Column<Row> =>
        format === 'text' || format === 'date-time' ? text(key, title) : { key, title: () => title, format, value: value(key) },
      ),
    ],
    rows: view.rows,
    zone: view.zone,
    days: { from: view.period.date_from, to: view.period.date_to },
  };
}

/** STB-005: the last lines name the period, the time zone and the definitions. */
function noteRows(
  { days, zone, columns }: Prepared,
  { section, language }: { section: Section; language: TableReader['language'] },
): Row[] {
  const shown = new Set(columns.map(({ key }) => key));
  const definitions = metricsOf(section)
    .filter((id) => shown.has(id))
    .map((id: MetricId) => `${metricView(id, language).title}: ${metricView(id, language).definition}`);
  const lines = [
    statisticsText('export.period', language, { from: days.from, to: days.to, zone }),
    ...(definitions.length > 0 ? definitions : []),
  ];
  return ['', ...lines].map((name) => ({ name, values: {} }));
}

export async function exportStatistics(tx: Tx, reader: Reader, request: { section: Section; input: ExportInput; now: Date }) {
  const { language } = reader.actor;
  const { section, input } = request;
  const { breakdown } = input;
  const prepared =
    breakdown === undefined ? await tableOf(tx, reader, request) : await breakdownTable(tx, reader, { ...request, breakdown });
  async function* batches(): AsyncGenerator<Row[]> {
    yield prepared.rows;
    yield noteRows(prepared, { section, language });
  }
  const fileName = statisticsText('export.fileName', language, { table: prepared.title, ...prepared.days });
  return (context: RequestContext, turns: FairTurns, type: TableType) =>
    tableAnswer(context, {
      turns,
      type,
      fileName,
      sheetName: prepared.title,
      table: { columns: prepared.columns, batches: batches(), reader: { language, zone: prepared.zone } },
    });
}
