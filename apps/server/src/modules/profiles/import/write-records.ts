import type { ProfileData } from '@headwater/contract/profile-data';
import type { Database, Tx } from '#platform/database/database.ts';
import { upsertProfiles } from '../store/write.ts';
import { checkRecord, type SourceRecord } from './check-record.ts';

export interface Counts {
  /** Number of the last record dealt with. */
  recordsDone: number;
  /** Profiles added or changed or found to be there already. */
  imported: number;
  failed: number;
}

export interface Target {
  database: Database;
  /** Null: the common base. */
  companyId: number | null;
  createdBy?: number | null;
}

export interface Batch {
  profiles: ProfileData[];
  failures: { line: number; reason: string }[];
  counts: Counts;
  /** Ids of the profiles once they are written, in their order; null for a person who was erased. */
  ids: (number | null)[];
}

export interface WriteOptions {
  /** Where an earlier run came to. */
  reached?: Counts;
  batchSize?: number;
  /** Called in the transaction of the batch, to keep how far it came. */
  onBatch?(tx: Tx, batch: Batch): Promise<void>;
  /** Called when a batch is safe. */
  onWritten?(batch: Batch): Promise<void> | void;
}

export const inScope = <T>({ database, companyId }: Target, work: (tx: Tx) => Promise<T>) =>
  companyId === null ? database.asSystem(work) : database.inCompany(companyId, work);

/**
 * The one way of profiles into the base: checks records and writes them in batches, one transaction each.
 * The next batch is read while the last is written. An error of the source comes out after what was read before it is safe.
 */
export async function writeRecords(records: AsyncIterable<SourceRecord>, target: Target, options: WriteOptions = {}): Promise<Counts> {
  const { batchSize = 500, onBatch, onWritten } = options;
  const counts: Counts = { ...(options.reached ?? { recordsDone: 0, imported: 0, failed: 0 }) };
  let batch: Batch = { profiles: [], failures: [], counts, ids: [] };
  let writing: Promise<void> = Promise.resolve();
  const write = async (full: Batch) => {
    await inScope(target, async (tx) => {
      if (full.profiles.length > 0) {
        const written = await upsertProfiles(tx, full.profiles, { companyId: target.companyId, createdBy: target.createdBy ?? null });
        full.ids = written.ids;
      }
      await onBatch?.(tx, full);
    });
    await onWritten?.(full);
  };
  const hand = async () => {
    await writing;
    const full = { ...batch, counts: { ...counts } };
    batch = { profiles: [], failures: [], counts, ids: [] };
    writing = write(full);
    // The failure is seen when the next batch is handed over; until then it must not count as unhandled.
    writing.catch(() => undefined);
  };
  let broken: { error: unknown } | undefined;
  try {
    for await (const record of records) {
      const checked = checkRecord(record);
      counts.recordsDone = record.number;
      if ('failure' in checked) {
        counts.failed += 1;
        batch.failures.push({ line: record.number, reason: checked.failure });
      } else {
        counts.imported += 1;
        batch.profiles.push(checked.profile);
      }
      if (batch.profiles.length + batch.failures.length >= batchSize) await hand();
    }
  } catch (error) {
    broken = { error };
  }
  await hand();
  await writing;
  if (broken) throw broken.error;
  return counts;
}
