import { sql } from 'kysely';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileLinkTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<ProfileLinkTables>();

export interface NewLink {
  companyId: number;
  userId: number;
  profileId: number;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export const insertLink = (tx: Tx, link: NewLink) =>
  tables(tx)
    .insertInto('profile_links')
    .values({
      company_id: link.companyId,
      profile_id: link.profileId,
      token_hash: link.tokenHash,
      created_by: link.userId,
      created_at: link.now,
      expires_at: link.expiresAt,
      revoked_at: null,
      opened_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Finds an open link in all companies. Follows merges of its company. */
export const findOpenLink = (tx: Tx, { profileId, tokenHash, now }: { profileId: number; tokenHash: Buffer; now: Date }) =>
  tables(tx)
    .selectFrom('profile_links')
    .select(['id', 'company_id', 'profile_id', 'created_by', 'token_hash', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where((where) =>
      where.or([
        where('profile_id', '=', profileId),
        sql<boolean>`exists (select from profile_merges where absorbed_id = ${profileId} and leads_to = profile_links.profile_id
          and profile_merges.company_id = profile_links.company_id and detached_at is null)`,
      ]),
    )
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const countOpening = (tx: Tx, linkId: number, now: Date) =>
  tables(tx)
    .updateTable('profile_links')
    .set({ opened_count: sql<number>`opened_count + 1`, opened_at: now })
    .where('id', '=', linkId)
    .execute();

export const listOpenLinks = (tx: Tx, profileId: number, now: Date) =>
  tables(tx)
    .selectFrom('profile_links')
    .leftJoin('users', 'users.id', 'profile_links.created_by')
    .selectAll('profile_links')
    .select(['users.first_name', 'users.last_name'])
    .where('profile_links.profile_id', '=', profileId)
    .where('profile_links.revoked_at', 'is', null)
    .where('profile_links.expires_at', '>', now)
    .orderBy('profile_links.id', 'desc')
    .limit(100)
    .execute();

export const findLink = (tx: Tx, linkId: number) =>
  tables(tx).selectFrom('profile_links').select(['id', 'created_by']).where('id', '=', linkId).executeTakeFirst();

export const revokeLink = (tx: Tx, linkId: number, now: Date) =>
  tables(tx).updateTable('profile_links').set({ revoked_at: now }).where('id', '=', linkId).where('revoked_at', 'is', null).execute();

export const linksMergeStep = defineMergeStep<{ links: number[] }>({
  name: 'links',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<{ id: number }>`update profile_links set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} returning id`.execute(tx);
    return rows.length > 0 ? { links: rows.map(({ id }) => id) } : undefined;
  },
  async giveBack(tx, { from, into }, { links }) {
    await sql`update profile_links set profile_id = ${from} where profile_id = ${into} and id = any(${links}::bigint[])`.execute(tx);
  },
});
