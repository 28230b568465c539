import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { defineTask, handleTask, type TaskDefinition, type TaskHandler } from '#platform/queue/queue.ts';
import type { RunRow, Runs } from './store.ts';

const writingTask = z.object({ companyId: z.int(), id: z.int(), run: z.int() });
export type WritingTask = z.infer<typeof writingTask>;

export const defineWriting = (name: string) => defineTask(name, writingTask);

interface Writing<Row extends RunRow, Written> {
  runs: Runs<Row>;
  /** Asks the model; what a run before has kept need not be asked again. */
  write(row: Row, signal: AbortSignal): Promise<Written>;
  keep(row: Row, written: Written): Promise<void>;
}

/** Carries one run out. One whose worker dies is taken up again by the queue; its credit was taken once, when it was asked for. */
export const handleWriting = <Row extends RunRow, Written>(
  task: TaskDefinition<WritingTask>,
  database: Database,
  { runs, write, keep }: Writing<Row, Written>,
): TaskHandler =>
  handleTask(task, async ({ companyId, id, run }, signal) => {
    const row = await database.inCompany(companyId, (tx) => runs.begin(tx, id, run));
    if (!row) return;
    const written = await write(row, signal);
    // The worker is stopping: the next one goes on.
    if (signal.aborted) throw new Error(`stopped while a text was written: ${task.name}`);
    await keep(row, written);
  });
