import { sql } from 'kysely';
import type { BackupFailureReason } from '@headwater/domain/backups';
import type { Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
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
const [made, failed] = ['backup_made', 'backup_failed'];

export const saveMade = (tx: Tx, value: MadeBackup, savedAt: Date) => saveFact(tx, made, { value, savedAt });
export const saveFailed = (tx: Tx, value: FailedBackup, savedAt: Date) => saveFact(tx, failed, { value, savedAt });

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
