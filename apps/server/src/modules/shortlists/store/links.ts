import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ShortlistTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<ShortlistTables>();

interface NewLink {
  companyId: number;
  userId: number;
  vacancyId: number;
  reviewer: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export const insertLink = (tx: Tx, link: NewLink) =>
  tables(tx)
    .insertInto('shortlist_links')
    .values({
      company_id: link.companyId,
      vacancy_id: link.vacancyId,
      reviewer: link.reviewer,
      token_hash: link.tokenHash,
      created_by: link.userId,
      created_at: link.now,
      expires_at: link.expiresAt,
      revoked_at: null,
      opened_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export type OpenLink = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;

/** Finds an open link in all companies. */
export const findOpenLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tables(tx)
    .selectFrom('shortlist_links')
    .select(['id', 'company_id', 'vacancy_id', 'reviewer', 'created_by', 'token_hash', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const countOpening = (tx: Tx, linkId: number, now: Date) =>
  tables(tx)
    .updateTable('shortlist_links')
    .set({ opened_count: sql<number>`opened_count + 1`, opened_at: now })
    .where('id', '=', linkId)
    .execute();

export const listOpenLinks = (tx: Tx, vacancyId: number, now: Date) =>
  tables(tx)
    .selectFrom('shortlist_links')
    .leftJoin('users', 'users.id', 'shortlist_links.created_by')
    .selectAll('shortlist_links')
    .select(sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('creator'))
    .where('shortlist_links.vacancy_id', '=', vacancyId)
    .where('shortlist_links.revoked_at', 'is', null)
    .where('shortlist_links.expires_at', '>', now)
    .orderBy('shortlist_links.id', 'desc')
    .limit(100)
    .execute();

export const findLink = (tx: Tx, linkId: number) =>
  tables(tx).selectFrom('shortlist_links').select(['id', 'created_by', 'vacancy_id']).where('id', '=', linkId).executeTakeFirst();

export const revokeLink = (tx: Tx, linkId: number, now: Date) =>
  tables(tx).updateTable('shortlist_links').set({ revoked_at: now }).where('id', '=', linkId).where('revoked_at', 'is', null).execute();

/** `userId`: only links of this creator. Returns the number of revoked links. */
export async function revokeLinks(tx: Tx, { vacancyId, userId, now }: { vacancyId: number; userId: number | undefined; now: Date }) {
  let query = tables(tx)
    .updateTable('shortlist_links')
    .set({ revoked_at: now })
    .where('vacancy_id', '=', vacancyId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  if (userId !== undefined) query = query.where('created_by', '=', userId);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
