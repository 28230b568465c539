import type { ProfileData } from '@headwater/contract/profile-data';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { withoutBannedLinks } from '../actions/banned-links.ts';
import { findErased } from '../erased-people.ts';
import { upsertProfiles } from '../store/write.ts';
import { checkRecord, type SourceRecord } from './check-record.ts';

export interface Counts {
  /** Number of the last record dealt with. */
  recordsDone: number;
  /** Profiles added or changed or found to be there already. */
  imported: number;
  failed: number;
  /** People who were erased on request and are not written again. */
  erased: number;
}

export interface Target {
  database: Database;
  /** Null: the common base. */
  companyId: number | null;
  createdBy?: number | null;
  /** Makes the fingerprints by which people are known who were erased. Null: people of a demo, who are made up. */
  signing: (() => Promise<Signer>) | null;
}

export interface Batch {
  profiles: ProfileData[];
  /** Line of each profile. */
  lines: number[];
  /** Lines of people who were erased on request. */
  erased: number[];
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

export const noCounts: Counts = { recordsDone: 0, imported: 0, failed: 0, erased: 0 };

const emptyBatch = (): Omit<Batch, 'counts'> => ({ profiles: [], lines: [], erased: [], failures: [], ids: [] });

/** A record counts as imported when it is read; those of erased people turn out later. */
const withErased = (counts: Counts, erased: number): Counts => ({
  ...counts,
  imported: counts.imported - erased,
  erased: counts.erased + erased,
});

export const inScope = <T>({ database, companyId }: Pick<Target, 'database' | 'companyId'>, work: (tx: Tx) => Promise<T>) =>
  companyId === null ? database.asSystem(work) : database.inCompany(companyId, work);

/**
 * The one way of profiles into the base: checks records and writes them in batches, one transaction each.
 * The next batch is read while the last is written. An error of the source comes out after what was read before it is safe.
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
    // The counts of later batches begin with those of this one.
    Object.assign(counts, withErased(counts, full.erased.length));
    full.counts = withErased(full.counts, full.erased.length);
    await onWritten?.(full);
  };
  const hand = async () => {
    await writing;
    const full = { ...batch, counts: { ...counts } };
    batch = { ...emptyBatch(), counts };
    writing = write(full);
    // The failure is seen when the next batch is handed over; until then it must not count as unhandled.
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
