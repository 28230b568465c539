import { z } from 'zod';
import { dayMs } from '@headwater/domain/time/durations';
import type { Client } from 'pg';
import type { Tx } from '#platform/database/database.ts';
import { definePeriodic, defineTask, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type BackupServices, makeBackup } from './make-backup.ts';
import { forgetBackups, isBackupDue, readBackups } from './store.ts';

const task = defineTask('make_backup', z.object({}), { maxAttempts: 3 });
const nightly = 'nightly_backup';

export const enqueueBackup = (tx: Tx) => enqueue(tx, task, { payload: {}, key: task.name });

export const isBackupRunning = (tx: Tx) => isBackupDue(tx, task.name);

/** Removes what a restored database says about the backups of the original. */
export const forgetBackupsOfOriginal = (restored: Client) => forgetBackups(restored, [task.name, nightly]);

/** The last moment at which a backup was due. */
function lastDue(now: Date, hour: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  return new Date(today > now.getTime() ? today - dayMs : today);
}

/** Hourly, so that a machine that was off at the hour makes its backup later. */
export function backupTasks(services: BackupServices): TaskHandler[] {
  const { database, clock, settings } = services;
  const hasBackup = async () => {
    const { last, failure } = await database.readAsSystem(readBackups);
    const tried = failure?.at ?? last?.takenAt;
    return tried !== undefined && new Date(tried) >= lastDue(clock.now(), settings.hour);
  };
  return [
    definePeriodic(nightly, '0 * * * *', async (signal) => {
      if (!(await hasBackup())) await makeBackup(services, signal);
    }),
    handleTask(task, (_payload, signal) => makeBackup(services, signal)),
  ];
}
