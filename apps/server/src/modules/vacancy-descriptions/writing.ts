import { returnCredit } from '#modules/companies/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { type LanguageModel, LanguageModelError } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import { defineTask, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { questionOf, readText } from './question.ts';
import { beginRun, type DescriptionRow, endRun } from './store.ts';

export interface WritingServices {
  database: Database;
  clock: Clock;
  log: Log;
  /** Undefined where the installation has none. */
  model: LanguageModel | undefined;
}

export const writeTask = defineTask<{ companyId: number; id: number; run: number }>('write_vacancy_description', { maxAttempts: 5 });

export const creditReason = 'vacancy_description';

/** Gives the credit of a run that brought no text back. */
export async function refund(tx: Tx, row: Pick<DescriptionRow, 'company_id' | 'user_id' | 'is_paid'>, now: Date): Promise<void> {
  if (!row.is_paid) return;
  await returnCredit(tx, { companyId: row.company_id, authorId: row.user_id, reason: creditReason, now });
}

/** Undefined where no text came. */
async function write({ model, log }: WritingServices, row: DescriptionRow, signal: AbortSignal): Promise<string | undefined> {
  try {
    return readText((await model?.ask({ ...questionOf(row), signal })) ?? '') || undefined;
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    log.warn({ err: error, id: row.id }, 'a vacancy description was not written');
    return undefined;
  }
}

/** Has one text written. A run whose worker dies is taken up again by the queue; its credit was taken once, when it was asked for. */
export const writeHandler = (services: WritingServices): TaskHandler =>
  handleTask(writeTask, async ({ companyId, id, run }, signal) => {
    const { database, clock } = services;
    const row = await database.inCompany(companyId, (tx) => beginRun(tx, id, run));
    if (!row) return;
    const body = await write(services, row, signal);
    // The worker is stopping: the next one does it again.
    if (signal.aborted) throw new Error('stopped while a vacancy description was written');
    await database.inCompany(companyId, async (tx) => {
      const now = clock.now();
      const ended = await endRun(tx, { id, run }, { progress: body === undefined ? 'failed' : 'done', body, now });
      if (ended && body === undefined) await refund(tx, ended, now);
    });
  });
