import { sql } from 'kysely';
import type { DuplicateReason } from '@headwater/domain/profiles/duplicates/compare-people';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';

export interface FoundPair {
  companyId: number | null;
  lowId: number;
  highId: number;
  score: number;
  reasons: DuplicateReason[];
  contacts: number[];
}

/** The pairs of these profiles are the given ones from now on; the companies that alone see some of them are told. */
export async function replacePairs(
  tx: Tx,
  { profileIds, pairs, now }: { profileIds: readonly number[]; pairs: readonly FoundPair[]; now: Date },
): Promise<void> {
  const input = pairs.map(({ companyId, lowId, highId, score, reasons, contacts }) => ({
    company_id: companyId,
    low_id: lowId,
    high_id: highId,
    score,
    reasons,
    contacts,
  }));
  const { rows: gone } = await sql<{ company_id: number | null }>`
    delete from duplicate_pairs as pair where (pair.low_id = any(${profileIds}::bigint[]) or pair.high_id = any(${profileIds}::bigint[]))
      and not exists (select from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as found (company_id bigint, low_id bigint, high_id bigint)
        where found.low_id = pair.low_id and found.high_id = pair.high_id and found.company_id is not distinct from pair.company_id)
    returning company_id`.execute(tx);
  if (input.length > 0) await writePairs(tx, input, now);
  const companies = new Set([...gone.map((row) => row.company_id), ...pairs.map(({ companyId }) => companyId)].filter((id) => id !== null));
  for (const companyId of companies) await publish(tx, { companyId, topic: 'duplicates', ids: [] });
}

async function writePairs(tx: Tx, input: readonly object[], now: Date): Promise<void> {
  await sql`
    insert into duplicate_pairs (company_id, low_id, high_id, score, reasons, contacts, found_at)
    select company_id, low_id, high_id, score, reasons, array(select jsonb_array_elements_text(contacts)::bigint), ${now}
    from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
      as found (company_id bigint, low_id bigint, high_id bigint, score smallint, reasons jsonb, contacts jsonb)
    on conflict (low_id, high_id, coalesce(company_id, 0)) do update
      set score = excluded.score, reasons = excluded.reasons, contacts = excluded.contacts
      where (duplicate_pairs.score, duplicate_pairs.reasons, duplicate_pairs.contacts)
        is distinct from (excluded.score, excluded.reasons, excluded.contacts)`.execute(tx);
}

export interface PairRow {
  low_id: number;
  high_id: number;
  score: number;
  reasons: DuplicateReason[];
  contacts: number[];
  found_at: Date;
}

export interface PairFilter {
  /** Only pairs that the company alone sees: with a profile of its own, or one that it changed. */
  isOwn: boolean;
  profileId?: number | undefined;
}

/** Pairs as the company in scope sees them, but those that it dismissed. A new contact in common brings one back. */
const seenPairs = ({ isOwn, profileId }: PairFilter) => sql`
  from duplicate_pairs as pair
  join visible_profiles as low on low.id = pair.low_id and low.deleted_at is null and not low.hidden
  join visible_profiles as high on high.id = pair.high_id and high.deleted_at is null and not high.hidden
  where ${
    isOwn
      ? sql`pair.company_id = headwater_company()`
      : sql`(pair.company_id = headwater_company() or (pair.company_id is null and not exists (
        select from duplicate_views as own where own.company_id = headwater_company() and own.profile_id in (pair.low_id, pair.high_id))))`
  }
  and ${profileId === undefined ? sql`true` : sql`(pair.low_id = ${profileId} or pair.high_id = ${profileId})`}
  and not exists (select from duplicate_dismissals as dismissed
    where dismissed.low_id = pair.low_id and dismissed.high_id = pair.high_id and dismissed.contacts @> pair.contacts)`;

/** The likeliest first. */
export async function listPairs(tx: Tx, filter: PairFilter, { limit, offset }: { limit: number; offset: number }): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select pair.low_id, pair.high_id, pair.score, pair.reasons, pair.contacts, pair.found_at ${seenPairs(filter)}
    order by pair.score desc, pair.id limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

/** How many there are, counted up to `most`. */
export async function countPairs(tx: Tx, filter: PairFilter, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (select 1 ${seenPairs(filter)} limit ${most}) as pairs`.execute(tx);
  return rows[0]?.count ?? 0;
}
