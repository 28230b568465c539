import type { Generated } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export type Progress = 'pending' | 'processing' | 'done' | 'failed' | 'cancelled';

export interface RunRow {
  id: number;
  company_id: number;
  user_id: number;
  progress: Progress;
  /** Incremented with every start; results of an earlier run are dropped. */
  run: number;
  is_paid: boolean;
}

type RunTables = Record<'message_generations' | 'vacancy_descriptions', Omit<RunRow, 'id'> & { id: Generated<number>; updated_at: Date }>;

const underWay: readonly Progress[] = ['pending', 'processing'];
export const isUnderWay = ({ progress }: Pick<RunRow, 'progress'>): boolean => underWay.includes(progress);

export interface Runs<Row extends RunRow> {
  /** Takes up a run, also after its worker died. Returns undefined if it is over or superseded. */
  begin(tx: Tx, id: number, run: number): Promise<Row | undefined>;
  /** Ends a run with its result. Returns undefined if it was cancelled, deleted or restarted. */
  end(
    tx: Tx,
    { id, run }: Pick<Row, 'id' | 'run'>,
    ended: { progress: 'done' | 'failed'; now: Date; text?: Partial<Row> },
  ): Promise<Row | undefined>;
  /** Ends a pending or running run. Returns undefined if it is already over. */
  stop(tx: Tx, id: number, stopped: { progress: 'done' | 'cancelled'; now: Date }): Promise<Row | undefined>;
}

export function runsOf<Row extends RunRow>(table: keyof RunTables): Runs<Row> {
  // Both tables have these columns; Kysely needs the name of one.
  const update = (tx: Tx) => tx.withTables<RunTables>().updateTable(table as 'vacancy_descriptions');
  return {
    begin: (tx, id, run) =>
      update(tx)
        .set({ progress: 'processing' })
        .where('id', '=', id)
        .where('run', '=', run)
        .where('progress', 'in', underWay)
        .returningAll()
        .executeTakeFirst() as Promise<Row | undefined>,
    end: (tx, { id, run }, { progress, now, text = {} }) =>
      update(tx)
        .set({ ...text, progress, updated_at: now })
        .where('id', '=', id)
        .where('run', '=', run)
        .where('progress', '=', 'processing')
        .returningAll()
        .executeTakeFirst() as Promise<Row | undefined>,
    stop: (tx, id, { progress, now }) =>
      update(tx)
        .set({ progress, updated_at: now })
        .where('id', '=', id)
        .where('progress', 'in', underWay)
        .returningAll()
        .executeTakeFirst() as Promise<Row | undefined>,
  };
}
