import { defineWriting, finishRun, handleWriting, readText } from '#modules/generations/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { type LanguageModel, LanguageModelError } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import type { TaskHandler } from '#platform/queue/queue.ts';
import { promptOf } from './prompt.ts';
import { type DescriptionRow, runs } from './store.ts';

export interface WritingServices {
  database: Database;
  clock: Clock;
  log: Log;
  /** Undefined where the installation has none. */
  model: LanguageModel | undefined;
}

export const writeTask = defineWriting('write_vacancy_description');

export const reason = 'vacancy_description';

/** Undefined where no text came. */
async function write({ model, log }: WritingServices, row: DescriptionRow, signal: AbortSignal): Promise<string | undefined> {
  try {
    return readText((await model?.ask({ ...promptOf(row), signal })) ?? '') || undefined;
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    log.warn({ err: error, id: row.id }, 'a vacancy description was not written');
    return undefined;
  }
}

export const writeHandler = (services: WritingServices): TaskHandler =>
  handleWriting(writeTask, services.database, {
    runs,
    write: (row, signal) => write(services, row, signal),
    async keep(row, body) {
      const now = services.clock.now();
      const ended = body === undefined ? { progress: 'failed' as const } : { progress: 'done' as const, text: { body } };
      await services.database.inCompany(row.company_id, (tx) => finishRun(tx, runs, { row, reason, now, ...ended }));
    },
  });
