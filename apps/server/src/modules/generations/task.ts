import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { defineTask, handleTask, type TaskDefinition, type TaskHandler } from '#platform/queue/queue.ts';
import type { RunRow, Runs } from './store.ts';

const writingTask = z.object({ companyId: z.int(), id: z.int(), run: z.int() });
export type WritingTask = z.infer<typeof writingTask>;

export const defineWriting = (name: string) => defineTask(name, writingTask);

interface Writing<Row extends RunRow, Written> {
  runs: Runs<Row>;
  write(row: Row, signal: AbortSignal): Promise<Written>;
  keep(row: Row, written: Written): Promise<void>;
}

/** The queue retries a run after a crash; its credit is taken once, at the request. */
export const handleWriting = <Row extends RunRow, Written>(
  task: TaskDefinition<WritingTask>,
  database: Database,
  { runs, write, keep }: Writing<Row, Written>,
): TaskHandler =>
  handleTask(task, async ({ companyId, id, run }, signal) => {
    const row = await database.inCompany(companyId, (tx) => runs.begin(tx, id, run));
    if (!row) return;
    const written = await write(row, signal);
    // The worker is shutting down; the error makes the queue retry.
    if (signal.aborted) throw new Error(`worker stopped during a text generation: ${task.name}`);
    await keep(row, written);
  });
