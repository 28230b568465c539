import { type Generated, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SuppressionReason } from '@headwater/domain/outreach/suppression';
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

export async function findSuppressed(tx: Tx, hashes: readonly Buffer[]): Promise<Map<string, { reason: SuppressionReason; since: Date }>> {
  if (hashes.length === 0) return new Map();
  const rows = await tables(tx)
    .selectFrom('suppressions')
    .select(['address_hash', 'reason', 'added_at'])
    .where('address_hash', '=', anyOf(hashes))
    .where('released_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.address_hash.toString('hex'), { reason: row.reason, since: row.added_at }]));
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

/** A person's addresses known to the current company, as rows of email and is_open. */
const addressesKnown = (profileId: RawBuilder<number | null>) => sql`
  select headwater_address_key(value) as email, company_id is not null as is_open from visible_contacts where profile_id = ${profileId} and type = 'email'
  union all
  select email_key, not email_needs_opening from mailing_recipients where profile_id = ${profileId} and email_key <> ''`;

/** Distinct addresses; `is_open` if readable without opening contacts. */
export async function addressesOfPerson(tx: Tx, profileId: number): Promise<{ email: string; is_open: boolean }[]> {
  const { rows } = await sql<{ email: string; is_open: boolean }>`
    select email, bool_or(is_open) as is_open from (${addressesKnown(sql<number | null>`${profileId}`)}) as known
    group by email order by email`.execute(tx);
  return rows;
}

/** A bounce says nothing about the person. */
const holds = sql<SqlBool>`held.released_at is null and held.reason <> 'bounce'`;

/**
 * For `exists` conditions; `among` bounds the search of internationalized domains, which have no
 * index. Hashed addresses are missing: ask the registry before sending.
 */
export const suppressedKeys = sql`select held.address_key as email from suppressions held where held.address_key is not null and ${holds}`;
export const suppressedPeople = (among: RawBuilder<number>) => sql`
  select known.profile_id from (${suppressedKeys}) held join visible_contacts known on known.normalized = held.email and known.type = 'email'
  union all
  select known.profile_id from (${suppressedKeys}) held join mailing_recipients known on known.email_key = held.email
  union all
  select known.profile_id from visible_contacts known join (${suppressedKeys}) held on held.email = headwater_address_key(known.value)
  where known.type = 'email' and known.value ~ '[^\\x01-\\x7f]' and known.profile_id in (${among})
    and (select exists (select from (${suppressedKeys}) held where held.email like '%xn--%'))`;
