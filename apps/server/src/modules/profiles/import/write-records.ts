import type { ProfileData } from '@headwater/contract/profile-data';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { withoutBannedLinks } from '../actions/banned-links.ts';
import { findErased } from '../erased-people.ts';
import { upsertProfiles } from '../store/write.ts';
import { checkRecord, type SourceRecord } from './check-record.ts';

export interface Counts {
  recordsDone: number;
  /** Profiles added, changed or unchanged. */
  imported: number;
  failed: number;
  erased: number;
}

export interface Target {
  database: Database;
  /** Null: the common base. */
  companyId: number | null;
  createdBy?: number | null;
  /** Computes the fingerprints of erased people. Null for the invented people of a demo. */
  signing: (() => Promise<Signer>) | null;
}

export interface Batch {
  profiles: ProfileData[];
  lines: number[];
  erased: number[];
  failures: { line: number; reason: string }[];
  counts: Counts;
  /** Ids in the order of the profiles; null for an erased person. */
  ids: (number | null)[];
}

export interface WriteOptions {
  reached?: Counts;
  batchSize?: number;
  onBatch?(tx: Tx, batch: Batch): Promise<void>;
  onWritten?(batch: Batch): Promise<void> | void;
}

export const noCounts: Counts = { recordsDone: 0, imported: 0, failed: 0, erased: 0 };

const emptyBatch = (): Omit<Batch, 'counts'> => ({ profiles: [], lines: [], erased: [], failures: [], ids: [] });

/** A record counts as imported when it is read; erased people are known later. */
const withErased = (counts: Counts, erased: number): Counts => ({
  ...counts,
  imported: counts.imported - erased,
  erased: counts.erased + erased,
});

export const inScope = <T>({ database, companyId }: Pick<Target, 'database' | 'companyId'>, work: (tx: Tx) => Promise<T>) =>
  companyId === null ? database.asSystem(work) : database.inCompany(companyId, work);

/**
 * The only import path. Reads the next batch while it writes one; throws an error of the source
 * after the records before it are committed.
 */
export async function writeRecords(records: AsyncIterable<SourceRecord>, target: Target, options: WriteOptions = {}): Promise<Counts> {
  const { batchSize = 500, onBatch, onWritten } = options;
  const counts: Counts = { ...(options.reached ?? noCounts) };
  let batch: Batch = { ...emptyBatch(), counts };
  let writing: Promise<void> = Promise.resolve();
  const write = async (full: Batch) => {
    await inScope(target, async (tx) => {
      if (full.profiles.length > 0) {
        const { companyId, signing } = target;
        const erased = signing ? await findErased(tx, { companyId, signing }, full.profiles) : new Set<ProfileData>();
        const welcome = full.profiles.filter((profile) => !erased.has(profile));
        const written = await upsertProfiles(tx, await withoutBannedLinks(tx, welcome), { companyId, createdBy: target.createdBy ?? null });
        const idOf = new Map(welcome.map((profile, index) => [profile, written.ids[index] ?? null]));
        full.ids = full.profiles.map((profile) => idOf.get(profile) ?? null);
        full.erased = full.lines.filter((_line, index) => erased.has(full.profiles[index] as ProfileData));
      }
      await onBatch?.(tx, { ...full, counts: withErased(full.counts, full.erased.length) });
    });
    Object.assign(counts, withErased(counts, full.erased.length));
    full.counts = withErased(full.counts, full.erased.length);
    await onWritten?.(full);
  };
  const hand = async () => {
    await writing;
    const full = { ...batch, counts: { ...counts } };
    batch = { ...emptyBatch(), counts };
    writing = write(full);
    // The next hand-over reports the failure; until then it must not count as unhandled.
    writing.catch(() => undefined);
  };
  let broken: { error: unknown } | undefined;
  try {
    for await (const record of records) {
      const checked = checkRecord(record, { isCommon: target.companyId === null });
      counts.recordsDone = record.number;
      if ('failure' in checked) {
        counts.failed += 1;
        batch.failures.push({ line: record.number, reason: checked.failure });
      } else {
        counts.imported += 1;
        batch.profiles.push(checked.profile);
        batch.lines.push(record.number);
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
