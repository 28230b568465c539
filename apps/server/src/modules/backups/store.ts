import { sql } from 'kysely';
import type { Client } from 'pg';
import type { BackupFailureReason } from '@headwater/domain/backups';
import type { Tx } from '#platform/database/database.ts';
import { deleteFactsAsOwner, ensureFact, readFact, saveFact } from '#platform/database/installation-store.ts';
import { isLocked, lockClasses } from '#platform/database/locks.ts';

export interface MadeBackup {
  name: string;
  takenAt: string;
  finishedAt: string;
  bytes: number;
  rows: number;
  files: number;
  /** Files that the database names and the file store lacks. */
  missing: number;
  isEncrypted: boolean;
}

export interface FailedBackup {
  at: string;
  reason: BackupFailureReason;
}

export const backupLock = 'backup';
const [made, failed, owner] = ['backup_made', 'backup_failed', 'backup_owner'];

export const saveMade = (tx: Tx, value: MadeBackup, savedAt: Date) => saveFact(tx, made, { value, savedAt });
export const saveFailed = (tx: Tx, value: FailedBackup, savedAt: Date) => saveFact(tx, failed, { value, savedAt });

/** Marks the folder as one of this installation. */
export const ownerOfBackups = (tx: Tx, id: string, savedAt: Date) => ensureFact(tx, owner, { value: id, savedAt });

/** A restored copy has backups and a folder of its own. */
export async function forgetBackups(restored: Client, tasks: readonly string[]): Promise<void> {
  await deleteFactsAsOwner(restored, [made, failed, owner]);
  await restored.query(
    `delete from graphile_worker._private_jobs where task_id in
      (select id from graphile_worker._private_tasks where identifier = any($1))`,
    [tasks],
  );
}

/** `failure`: since the last complete backup. */
export async function readBackups(tx: Tx): Promise<{ last: MadeBackup | undefined; failure: FailedBackup | undefined }> {
  const [last, failure] = [await readFact<MadeBackup>(tx, made), await readFact<FailedBackup>(tx, failed)];
  return { last, failure: failure && (!last || failure.at > last.takenAt) ? failure : undefined };
}

/** A backup is being made, or waits for a worker. */
export async function isBackupDue(tx: Tx, taskName: string): Promise<boolean> {
  const locked = sql.raw(isLocked(String(lockClasses.soleWork), `'${backupLock}'`));
  const { rows } = await sql<{ is_due: boolean }>`select ${locked} or exists (
    select from graphile_worker.jobs where task_identifier = ${taskName} and attempts < max_attempts) as is_due`.execute(tx);
  return rows[0]?.is_due ?? false;
}
