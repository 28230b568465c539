import { type Generated, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
import { stillOpen } from '#modules/profiles/public/addresses.ts';
import type { Tx } from '#platform/database/database.ts';
import { containing, ofCompany } from '#platform/database/like.ts';

export type Source = 'link' | 'one_click' | 'inbound' | 'server' | 'hand';

type SuppressionTables = {
  suppressions: {
    id: Generated<number>;
    company_id: number;
    address_hash: Buffer;
    address: string | null;
    reason: SuppressionReason;
    source: Source;
    message_id: number | null;
    note: string;
    added_by: number | null;
    added_at: Date;
    released_at: Date | null;
    released_by: number | null;
    release_note: string | null;
  };
};
const tables = (tx: Tx) => tx.withTables<SuppressionTables>();

export type SuppressionRow = NonNullable<Awaited<ReturnType<typeof findSuppression>>>;

export const findSuppression = (tx: Tx, id: number) =>
  tables(tx).selectFrom('suppressions').selectAll().where('id', '=', id).executeTakeFirst();

export interface NewSuppression {
  companyId: number;
  hash: Buffer;
  address: string | null;
  reason: SuppressionReason;
  source: Source;
  messageId: number | null;
  note: string;
  addedBy: number | null;
  addedAt: Date;
}

/** Returns false if the address is already suppressed; the first reason stays. */
export async function insertSuppression(tx: Tx, suppression: NewSuppression): Promise<boolean> {
  const row = await tables(tx)
    .insertInto('suppressions')
    .values({
      company_id: suppression.companyId,
      address_hash: suppression.hash,
      address: suppression.address,
      reason: suppression.reason,
      source: suppression.source,
      message_id: suppression.messageId,
      note: suppression.note,
      added_by: suppression.addedBy,
      added_at: suppression.addedAt,
      released_at: null,
      released_by: null,
      release_note: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'address_hash']).where('released_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const anyOf = (hashes: readonly Buffer[]) => sql<Buffer>`any(${hashes}::bytea[])`;

export interface Refusal {
  reason: SuppressionReason;
  since: Date;
  addedBy: number | null;
}

/** Those of the hashes that are suppressed now, in hex. */
export async function findSuppressed(tx: Tx, hashes: readonly Buffer[]): Promise<Map<string, Refusal>> {
  if (hashes.length === 0) return new Map();
  const rows = await tables(tx)
    .selectFrom('suppressions')
    .select(['address_hash', 'reason', 'added_at', 'added_by'])
    .where('address_hash', '=', anyOf(hashes))
    .where('released_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.address_hash.toString('hex'), { reason: row.reason, since: row.added_at, addedBy: row.added_by }]));
}

export interface SuppressionFilter {
  search?: string | undefined;
  /** Hashes of the searched address, which also match without a readable address. */
  hashes: readonly Buffer[];
  reason?: SuppressionReason | undefined;
  released: boolean;
  limit: number;
  offset: number;
}

export async function listSuppressions(tx: Tx, filter: SuppressionFilter): Promise<{ rows: SuppressionRow[]; total: number }> {
  let query = tables(tx)
    .selectFrom('suppressions')
    .where('released_at', filter.released ? 'is not' : 'is', null);
  const { search, hashes, reason } = filter;
  if (search) {
    const like = containing(search);
    query = query.where((where) =>
      where.or([where('address', 'ilike', like), where('note', 'ilike', like), where('address_hash', '=', anyOf(hashes))]),
    );
  }
  if (reason) query = query.where('reason', '=', reason);
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return { rows, total };
}

export const releaseSuppression = (tx: Tx, id: number, release: { by: number | null; at: Date; note: string }) =>
  tables(tx)
    .updateTable('suppressions')
    .set({ released_at: release.at, released_by: release.by, release_note: release.note })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const unsubscribedBy = (tx: Tx, messageId: number) =>
  tables(tx)
    .selectFrom('suppressions')
    .select('added_at')
    .where('message_id', '=', messageId)
    .where('reason', '=', 'unsubscribed')
    .orderBy('id')
    .execute();

/**
 * DEC-05: removes readable addresses of an erased person; null means all companies. Hashes stay for
 * the check before sending.
 */
export const forgetAddresses = (tx: Tx, addressKeys: readonly string[], companyId: number | null) =>
  sql`update suppressions set address = null, note = '' where ${ofCompany(companyId)} and address_key = any(${addressKeys}::text[])`.execute(
    tx,
  );

export const findByHash = (tx: Tx, hash: Buffer) =>
  tables(tx).selectFrom('suppressions').select('id').where('address_hash', '=', hash).where('released_at', 'is', null).executeTakeFirst();

export interface PersonAddress {
  email: string;
  /** People of the company may read it without opening contacts. */
  is_open: boolean;
  /** People of the company who have opened it. */
  opened_by: number[];
  /** The profile, or profiles merged into it, of which it is a contact of the common base, whether it is open or not. */
  parts: number[];
}

/** Addresses by which the company in scope knows a person, or has written to them, each once. */
export async function addressesOfPerson(tx: Tx, profileId: number): Promise<PersonAddress[]> {
  const { rows } = await sql<PersonAddress>`
    select email, bool_or(is_open) as is_open, coalesce(array_agg(distinct user_id) filter (where user_id is not null), '{}') as opened_by,
      coalesce(array_agg(distinct part) filter (where part is not null), '{}') as parts from (
      select headwater_address_key(contact.value) as email, contact.company_id is not null as is_open, contact_openings.user_id,
        case when contact.company_id is null then contact.owner_profile_id end as part
      from visible_contacts as contact left join contact_openings on contact.company_id is null
        and contact_openings.profile_id = contact.owner_profile_id and ${stillOpen('contact_openings')}
      where contact.profile_id = ${profileId} and contact.type = 'email'
      union all
      select email_key, not email_needs_opening, null, case when email_needs_opening then profile_id end from mailing_recipients where profile_id = ${profileId} and email_key <> ''
    ) as known group by email order by email`.execute(tx);
  return rows;
}

/** Whether the company has suppressions without a readable address. */
export async function hasHashed(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } =
    await sql`select from suppressions where company_id = ${companyId} and address_key is null and released_at is null limit 1`.execute(tx);
  return rows.length > 0;
}

/** Profiles with those merged into them. */
export async function partsOf(tx: Tx, profileIds: readonly number[]): Promise<{ profile_id: number; part: number }[]> {
  const { rows } = await sql<{ profile_id: number; part: number }>`
    select id as profile_id, id as part from unnest(${profileIds}::bigint[]) as id
    union select profile_id, owner_profile_id from visible_contacts where profile_id = any(${profileIds}::bigint[])`.execute(tx);
  return rows;
}

/**
 * The refusal of one address. A refusal that a colleague typed counts only where the colleague or the user who asks may read the address: else the
 * list would confirm closed addresses (ADR 94). Refusals of people themselves always count.
 */
export const countedRefusal = (
  refusal: Refusal | undefined,
  { is_open: isOpen, opened_by: openedBy }: Pick<PersonAddress, 'is_open' | 'opened_by'>,
  askedBy: number | null,
): Refusal | undefined => {
  if (refusal?.reason !== 'manual' || isOpen) return refusal;
  return [refusal.addedBy, askedBy].some((userId) => userId !== null && openedBy.includes(userId)) ? refusal : undefined;
};

/** An address that bounces says nothing of the person. */
const holds = sql<SqlBool>`held.released_at is null and held.reason <> 'bounce'`;

/**
 * For `exists` conditions; `among` bounds the search of internationalized domains, which have no
 * index. Hashed addresses are missing: ask the registry before sending.
 */
export const suppressedKeys = sql`select held.address_key as email, held.reason, held.added_by from suppressions held where held.address_key is not null and ${holds}`;
/** As countedRefusal, without a user who asks. */
const mayCount = sql<SqlBool>`(held.reason <> 'manual' or known.company_id is not null or exists (select from contact_openings
  where contact_openings.profile_id = known.owner_profile_id and contact_openings.user_id = held.added_by and ${stillOpen('contact_openings')}))`;
export const suppressedPeople = (among: RawBuilder<number>) => sql`
  select known.profile_id from (${suppressedKeys}) held join visible_contacts known on known.normalized = held.email and known.type = 'email'
  where ${mayCount}
  union all
  select known.profile_id from (${suppressedKeys}) held join mailing_recipients known on known.email_key = held.email
  union all
  select known.profile_id from visible_contacts known join (${suppressedKeys}) held on held.email = headwater_address_key(known.value)
  where ${mayCount} and known.type = 'email' and known.value ~ '[^\\x01-\\x7f]' and known.profile_id in (${among})
    and (select exists (select from (${suppressedKeys}) held where held.email like '%xn--%'))`;
