import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { InvitationTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<InvitationTables>();

export interface NewInvitation {
  companyId: number;
  userId: number;
  email: string;
  invitedBy: number;
  keyHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export async function insertInvitation(tx: Tx, { now, ...invitation }: NewInvitation): Promise<number> {
  const row = await tables(tx)
    .insertInto('invitations')
    .values({
      company_id: invitation.companyId,
      user_id: invitation.userId,
      email: invitation.email,
      invited_by: invitation.invitedBy,
      key_hash: invitation.keyHash,
      link_hash: null,
      created_at: now,
      sent_at: now,
      expires_at: invitation.expiresAt,
      accepted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const withAccounts = (tx: Tx) =>
  tables(tx)
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('users as by', 'by.id', 'i.invited_by')
    .where('u.is_active', '=', true)
    .selectAll('i')
    .select(['u.email as address', 'u.role', 'u.can_search', 'u.language', 'u.is_address_pending'])
    .select(sql<string>`trim(concat_ws(' ', by.first_name, by.last_name))`.as('inviter'));

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

export const findInvitation = (tx: Tx, id: number) => withAccounts(tx).where('i.id', '=', id).executeTakeFirst();

export const lockInvitation = (tx: Tx, id: number) => withAccounts(tx).where('i.id', '=', id).forUpdate('i').executeTakeFirst();

export const findInvitationOfUser = (tx: Tx, userId: number) =>
  tables(tx).selectFrom('invitations').select(['id', 'accepted_at']).where('user_id', '=', userId).executeTakeFirst();

export async function openInvitations(tx: Tx, userIds: readonly number[]) {
  const rows = await tables(tx)
    .selectFrom('invitations')
    .select(['id', 'user_id', 'sent_at', 'expires_at'])
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .where('accepted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ user_id: userId, ...invitation }) => [userId, invitation]));
}

export async function listPending(tx: Tx, companyId: number, { limit, offset }: { limit: number; offset: number }) {
  const open = withAccounts(tx).where('i.company_id', '=', companyId).where('i.accepted_at', 'is', null);
  const { count } = await tx
    .withTables<InvitationTables>()
    .selectFrom(open.as('open'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, rows: await open.orderBy('i.id', 'desc').limit(limit).offset(offset).execute() };
}

/** The account's address or the company may have changed since. */
const isAcceptable = (now: Date) => sql<boolean>`i.accepted_at is null and i.expires_at > ${now} and exists (
  select from users u join companies c on c.id = u.company_id
  where u.id = i.user_id and u.is_active and not u.is_activated and lower(u.email) = lower(i.email) and c.deleted_at is null)`;

const hasKey = (hash: Buffer) => sql<boolean>`(i.key_hash = ${hash} or i.link_hash = ${hash})`;

/** Over all companies. */
export const findByKey = (tx: Tx, keyHash: Buffer, now: Date) =>
  withAccounts(tx)
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select(['c.name as company_name', 'c.region'])
    .where(hasKey(keyHash))
    .where(isAcceptable(now))
    .executeTakeFirst();

/** Single use, also concurrently. Over all companies. */
export async function acceptByKey(tx: Tx, keyHash: Buffer, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    update invitations i set accepted_at = ${now} where ${hasKey(keyHash)} and ${isAcceptable(now)} returning i.user_id`.execute(tx);
  return rows[0]?.user_id;
}

/** Ends the copied link too. */
export const renewKey = (tx: Tx, id: number, renewed: { email: string; key_hash: Buffer; sent_at: Date; expires_at: Date }) =>
  tables(tx)
    .updateTable('invitations')
    .set({ ...renewed, accepted_at: null, link_hash: null })
    .where('id', '=', id)
    .execute();

/**
 * The key of the e-mail stays valid, except after its expiry or a change of the address: then
 * `deadHash` replaces it.
 */
export const saveLink = (tx: Tx, id: number, link: { email: string; hash: Buffer; deadHash: Buffer; now: Date; expiresAt: Date }) =>
  sql`update invitations set email = ${link.email}, link_hash = ${link.hash}, expires_at = ${link.expiresAt},
    key_hash = case when lower(email) = lower(${link.email}) and expires_at > ${link.now} then key_hash else ${link.deadHash} end
    where id = ${id}`.execute(tx);

export const closeInvitation = (tx: Tx, userId: number, now: Date) =>
  tables(tx).updateTable('invitations').set({ accepted_at: now }).where('user_id', '=', userId).where('accepted_at', 'is', null).execute();
