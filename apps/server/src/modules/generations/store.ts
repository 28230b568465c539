import type { Generated } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export type Progress = 'pending' | 'processing' | 'done' | 'failed' | 'cancelled';

/** What every row has whose text a language model writes, in the table of its module. */
export interface RunRow {
  id: number;
  company_id: number;
  user_id: number;
  progress: Progress;
  /** Grows with every start: what an earlier one still brings is dropped. */
  run: number;
  /** Whether a credit was taken for the run under way. */
  is_paid: boolean;
}

type RunTables = Record<'message_generations' | 'vacancy_descriptions', Omit<RunRow, 'id'> & { id: Generated<number>; updated_at: Date }>;

const underWay: readonly Progress[] = ['pending', 'processing'];
export const isUnderWay = ({ progress }: Pick<RunRow, 'progress'>): boolean => underWay.includes(progress);

export interface Runs<Row extends RunRow> {
  /** Takes a run up, also one whose worker died; undefined where it is over or another one has begun. */
  begin(tx: Tx, id: number, run: number): Promise<Row | undefined>;
  /** Ends a run, with what came of it; undefined where it was cancelled, deleted or begun anew meanwhile. */
  end(
    tx: Tx,
    { id, run }: Pick<Row, 'id' | 'run'>,
    ended: { progress: 'done' | 'failed'; now: Date; text?: Partial<Row> },
  ): Promise<Row | undefined>;
  /** Ends what is still to do, whoever works on it; undefined where it is over already. */
  stop(tx: Tx, id: number, stopped: { progress: 'done' | 'cancelled'; now: Date }): Promise<Row | undefined>;
}

/** The runs of the rows of a table, for the module that owns it. */
export function runsOf<Row extends RunRow>(table: keyof RunTables): Runs<Row> {
  // Both tables have these columns; Kysely wants to know of one which it is.
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
