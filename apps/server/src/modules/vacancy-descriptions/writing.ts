import type { Actor } from '@headwater/domain/roles';
import { defineWriting, finishRun, handleWriting, readText } from '#modules/generations/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { type LanguageModel, LanguageModelError } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import type { TaskHandler } from '#platform/queue/queue.ts';
import { promptOf } from './prompt.ts';
import { type DescriptionRow, runs } from './store.ts';

export interface WritingServices {
  database: Database;
  clock: Clock;
  log: Log;
  model: LanguageModel | undefined;
  /** With current rights. Throws license_inactive. */
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
}

export const writeTask = defineWriting('write_vacancy_description');

export const reason = 'vacancy_description';

/** Returns undefined if the model fails or the user may no longer use it. */
async function write(
  { database, model, findActor, log }: WritingServices,
  row: DescriptionRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const actor = await database.readInCompany(row.company_id, (tx) => findActor(tx, row.user_id));
    return (actor && readText((await model?.ask({ ...promptOf(row), signal })) ?? '')) || undefined;
  } catch (error) {
    if (!(error instanceof LanguageModelError) && !(error instanceof AppError)) throw error;
    log.warn({ err: error, id: row.id }, 'vacancy description failed');
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
