import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompanyExportFailure } from '@headwater/domain/companies/company-exports';
import { dayMs } from '@headwater/domain/time/durations';
import { z } from 'zod';
import { isNoSpace } from '#platform/backup/space.ts';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Log } from '#platform/log.ts';
import { definePeriodic, defineTask, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { makeTemporaryFolder, removeFolder } from '#platform/temporary-folder.ts';
import { type CompanyExport, failAbandoned, forgetFile, listExpired, saveDone, saveFailed, startExport } from './store/exports.ts';
import { writeExport } from './write-export.ts';

export interface ExportTaskServices {
  database: Database;
  clock: Clock;
  log: Log;
  files: FileStore;
  release: string;
  signing(): Promise<Signer>;
}

const task = defineTask('export_company', z.object({ id: z.number().int() }), { maxAttempts: 3 });
const keptMs = 3 * dayMs;

export const enqueueExport = (tx: Tx, id: number) => enqueue(tx, task, { payload: { id }, queue: task.name });

/** S3 takes objects of up to 5 GB in one request. */
const isTooLarge = (error: unknown) => error instanceof Error && error.name === 'EntityTooLarge';

function failureOf(error: unknown): CompanyExportFailure {
  if (isNoSpace(error)) return 'space';
  return isTooLarge(error) ? 'too_large' : 'unexpected';
}

async function makeExport(services: ExportTaskServices, { company_id: companyId }: CompanyExport, signal: AbortSignal) {
  const { database, clock, files, release, signing } = services;
  const folder = makeTemporaryFolder();
  try {
    const path = join(folder, 'company.zip');
    const now = clock.now();
    const written = await writeExport({ pool: database.pool, files, companyId, release, signing, now, path, signal });
    const name = randomUUID();
    const key = `${name.slice(0, 2)}/${name}`;
    await files.putFile(key, path);
    return { store_key: key, bytes: (await stat(path)).size, rows: written.rows, files: written.files };
  } finally {
    await removeFolder(folder);
  }
}

async function runExport(services: ExportTaskServices, id: number, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = services;
  const started = await database.asSystem((tx) => startExport(tx, id));
  if (!started) return;
  const save = (work: (tx: Tx) => Promise<unknown>) => database.inCompany(started.company_id, work);
  try {
    const made = await makeExport(services, started, signal);
    const now = clock.now();
    await save((tx) => saveDone(tx, id, { ...made, expires_at: new Date(now.getTime() + keptMs), now }));
  } catch (error) {
    // The next process begins again.
    if (signal.aborted) throw error;

    log.error({ err: error, company: started.company_id }, 'company export failed');
    await save((tx) => saveFailed(tx, id, { failure: failureOf(error), now: clock.now() }));
  }
}

async function deleteExpired({ database, clock, files }: ExportTaskServices): Promise<void> {
  const now = clock.now();
  await database.asSystem((tx) => failAbandoned(tx, { before: new Date(now.getTime() - dayMs), now }));
  const expired = await database.asSystem((tx) => listExpired(tx, now));
  for (const { id, store_key: key } of expired) {
    if (key !== null) await files.remove(key);
    await database.asSystem((tx) => forgetFile(tx, id));
  }
}

/** One export at a time, because each keeps a snapshot of the database open. */
export const companyExportTasks = (services: ExportTaskServices): TaskHandler[] => [
  handleTask(task, ({ id }, signal) => runExport(services, id, signal)),
  definePeriodic('delete_expired_company_exports', '23 * * * *', () => deleteExpired(services)),
];
