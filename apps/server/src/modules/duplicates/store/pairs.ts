import { sql } from 'kysely';
import { type DuplicateReason, suggestedScore } from '@headwater/domain/profiles/duplicates/compare-people';
import type { Actor } from '@headwater/domain/roles';
import { hasOpenedContacts } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';

export interface FoundPair {
  companyId: number | null;
  lowId: number;
  highId: number;
  score: number;
  reasons: DuplicateReason[];
  contacts: number[];
  /** Score and shared contacts without closed ones. */
  openScore: number;
  openContacts: number[];
}

/** Also notifies companies with pairs of their own. */
export async function replacePairs(
  tx: Tx,
  { profileIds, pairs, now }: { profileIds: readonly number[]; pairs: readonly FoundPair[]; now: Date },
): Promise<void> {
  const input = pairs.map(({ companyId, lowId, highId, openScore, openContacts, ...pair }) => ({
    company_id: companyId,
    low_id: lowId,
    high_id: highId,
    ...pair,
    open_score: openScore,
    open_contacts: openContacts,
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
    insert into duplicate_pairs (company_id, low_id, high_id, score, reasons, contacts, open_score, open_contacts, found_at)
    select company_id, low_id, high_id, score, reasons, array(select jsonb_array_elements_text(contacts)::bigint),
      open_score, array(select jsonb_array_elements_text(open_contacts)::bigint), ${now}
    from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as found (company_id bigint, low_id bigint, high_id bigint, score smallint,
      reasons jsonb, contacts jsonb, open_score smallint, open_contacts jsonb)
    on conflict (low_id, high_id, coalesce(company_id, 0)) do update set score = excluded.score, reasons = excluded.reasons,
      contacts = excluded.contacts, open_score = excluded.open_score, open_contacts = excluded.open_contacts
      where (duplicate_pairs.score, duplicate_pairs.reasons, duplicate_pairs.contacts, duplicate_pairs.open_score, duplicate_pairs.open_contacts)
        is distinct from (excluded.score, excluded.reasons, excluded.contacts, excluded.open_score, excluded.open_contacts)`.execute(tx);
}

export interface PairRow {
  low_id: number;
  high_id: number;
  score: number;
  reasons: DuplicateReason[];
  contacts: number[];
  /** False: a contact of one of the profiles is closed, so closed contacts do not count. */
  is_read: boolean;
  found_at: Date;
}

export interface PairFilter {
  /** Only pairs that no other company sees: with a profile of its own, or one that it changed. */
  isOwn: boolean;
  reader: Actor;
  profileId?: number | undefined;
}

/**
 * Pairs for the reader without dismissed ones, which return with a new shared contact. Closed
 * contacts confirm nothing (ADR 94): they add no reason, no score and no returning pair.
 */
const seenPairs = ({ isOwn, reader, profileId }: PairFilter) => sql`
  from duplicate_pairs as pair cross join lateral (
    select pair.contacts = pair.open_contacts or not exists (select from visible_contacts as contact
      where contact.profile_id in (pair.low_id, pair.high_id) and contact.company_id is null and contact.type <> 'link' and contact.is_active
        and not ${hasOpenedContacts(reader, 'contact.owner_profile_id')}) as is_read) as access
  join visible_profiles as low on low.id = pair.low_id and low.deleted_at is null and not low.hidden
  join visible_profiles as high on high.id = pair.high_id and high.deleted_at is null and not high.hidden
  where ${
    isOwn
      ? sql`pair.company_id = headwater_company()`
      : sql`(pair.company_id = headwater_company() or (pair.company_id is null and not exists (
        select from duplicate_views as own where own.company_id = headwater_company() and own.profile_id in (pair.low_id, pair.high_id))))`
  }
  and (pair.open_score >= ${suggestedScore} or access.is_read)
  and ${profileId === undefined ? sql`true` : sql`(pair.low_id = ${profileId} or pair.high_id = ${profileId})`}
  and not exists (select from duplicate_dismissals as dismissed
    where dismissed.low_id = pair.low_id and dismissed.high_id = pair.high_id and dismissed.contacts @> case when access.is_read then pair.contacts else pair.open_contacts end)`;

/** Sorts by data that all readers may know. */
export async function listPairs(tx: Tx, filter: PairFilter, { limit, offset }: { limit: number; offset: number }): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select pair.low_id, pair.high_id, pair.reasons, pair.found_at, access.is_read,
      case when access.is_read then pair.score else pair.open_score end as score,
      case when access.is_read then pair.contacts else pair.open_contacts end as contacts ${seenPairs(filter)}
    order by pair.open_score desc, pair.id limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

export async function countPairs(tx: Tx, filter: PairFilter, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (select 1 ${seenPairs(filter)} limit ${most}) as pairs`.execute(tx);
  return rows[0]?.count ?? 0;
}
