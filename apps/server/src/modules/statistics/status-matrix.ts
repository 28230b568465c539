import { breakdownRow, type BreakdownTable, columnsOf } from './breakdown-views.ts';
import { languageOf, nameOf, type Work } from './breakdown-work.ts';
import { groupBy } from './group.ts';
import { countMovesInto } from './store/breakdowns.ts';
import { statisticsText } from './texts.ts';

const sumOf = (rows: readonly { moves: number }[]) => rows.reduce((sum, { moves }) => sum + moves, 0);

/** One row per user or vacancy, one column per status that candidates reached. */
export const movesByStatus =
  (table: 'users' | 'folders') =>
  async (work: Work): Promise<BreakdownTable> => {
    const language = languageOf(work);
    const found = await countMovesInto(work.tx, work.asked.selection, { period: work.asked.period, by: table });
    const order = new Map(work.rules.statuses.map(({ id }, index) => [id, index]));
    const reached = [...new Set(found.map((row) => row.to_status_id))].toSorted(
      (one, other) => (order.get(one) ?? order.size) - (order.get(other) ?? order.size) || one - other,
    );
    const rows = [...groupBy(found, ({ key }) => key)].map(([id, cells]) =>
      breakdownRow({
        key: String(id ?? ''),
        name: work.names[table].get(id ?? 0)?.name ?? statisticsText(`${id === null ? 'without' : 'deleted'}.${table}`, language),
        id,
        values: {
          moves: sumOf(cells),
          ...Object.fromEntries(reached.map((status) => [status, sumOf(cells.filter((cell) => cell.to_status_id === status))])),
        },
        count: 'moves',
      }),
    );
    return {
      columns: [
        ...columnsOf(['moves'], language),
        ...reached.map((id) => ({ key: String(id), title: nameOf(work, id), format: 'integer' as const })),
      ],
      rows: rows.toSorted(
        (one, other) => Number(other.values['moves']) - Number(one.values['moves']) || one.name.localeCompare(other.name, language),
      ),
    };
  };
