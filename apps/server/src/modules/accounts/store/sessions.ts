import { type CompiledQuery, type InferResult, sql } from 'kysely';
import type { SignInWay } from '@headwater/domain/companies/social-sign-in';
import type { CompanyTables } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { endStreams } from '#platform/events/store.ts';
import type { AccountTables, SocialPerson } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AccountTables>();

export interface NewSession {
  tokenHash: Buffer;
  companyId: number;
  userId: number;
  address: string;
  agent: string | undefined;
  way: SignInWay;
  now: Date;
  expiresAt: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tables(tx)
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      company_id: session.companyId,
      user_id: session.userId,
      address: session.address,
      agent: session.agent?.slice(0, 500) ?? null,
      way: session.way,
      created_at: session.now,
      seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
  await tables(tx)
    .updateTable('users')
    .set({ last_sign_in_at: session.now, last_sign_in_way: session.way })
    .where('id', '=', session.userId)
    .execute();
}

const companyColumns = [
  'c.is_ext_company',
  'c.region',
  'c.features',
  'c.data_enrichment',
  'c.hm_display_sections',
  'c.is_active as company_is_active',
  'c.paid_from',
  'c.paid_till',
] as const;

/** DEC-08. Identity providers check users without a password. */
const lacksFactor = (id: string) =>
  sql<boolean>`exists (select from users as w inner join companies as wc on wc.id = w.company_id
    where w.id = ${sql.ref(id)} and wc.mfa and w.password_hash is not null
      and not exists (select from authenticators as a where a.user_id = w.id and a.confirmed_at is not null)
      and not exists (select from passkeys as k where k.user_id = w.id))`;

/** ADR 93: the company controls its provider. */
const holdsStaffRights = (table: 'u' | 'o') => sql<boolean>`(${sql.ref(table)}.holds_staff_rights and s.way is distinct from 'sso')`;

const visitorQuery = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .withTables<AccountTables & CompanyTables>()
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.on(sql<boolean>`u.id = coalesce(s.acting_user_id, s.user_id)`))
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .leftJoin('users as o', (join) => join.onRef('o.id', '=', 's.user_id').on('s.acting_user_id', 'is not', null))
    .selectAll('u')
    .select(['s.expires_at', 'o.id as original_user_id', holdsStaffRights('u').as('may_use_staff_rights')])
    .select(companyColumns)
    // During impersonation the factor of the staff member counts. Providers check SSO users.
    .select(sql<boolean>`(c.mfa or o.id is not null) and s.way is distinct from 'sso' and ${lacksFactor('s.user_id')}`.as('lacks_factor'))
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .where('u.is_active', '=', true)
    .where('c.deleted_at', 'is', null)
    // Users need an activated account (ACC-055). Impersonating users must still be staff.
    .where((where) =>
      where.or([
        where.and([where('s.acting_user_id', 'is', null), where('u.is_activated', '=', true), where('u.is_verified', '=', true)]),
        where.and([
          where('o.is_active', '=', true),
          where.or([where('o.role', 'in', ['super_user', 'sales_manager']), holdsStaffRights('o')]),
        ]),
      ]),
    );

type VisitorRow = InferResult<ReturnType<typeof visitorQuery>>[number];
const anyHash = Buffer.alloc(32);
const anyTime = new Date(0);
let compiled: CompiledQuery<VisitorRow> | undefined;

export async function findVisitor(tx: Tx, tokenHash: Buffer, now: Date): Promise<VisitorRow | undefined> {
  // Compiled once, because every request runs this query.
  compiled ??= visitorQuery(tx, anyHash, anyTime).compile();
  const parameters = compiled.parameters.map((value) => {
    if (value === anyHash) return tokenHash;
    return value === anyTime ? now : value;
  });
  const { rows } = await tx.executeQuery<VisitorRow>({ ...compiled, parameters });
  return rows[0];
}

export const findAccount = (tx: Tx, userId: number) =>
  tx
    .withTables<AccountTables & CompanyTables>()
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .selectAll('u')
    .select(companyColumns)
    .select(sql<boolean>`c.mfa and ${lacksFactor('u.id')}`.as('lacks_factor'))
    .where('u.id', '=', userId)
    .where('u.is_active', '=', true)
    .where('u.is_activated', '=', true)
    .where('u.is_verified', '=', true)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export const extendSession = (tx: Tx, tokenHash: Buffer, { now, expiresAt }: { now: Date; expiresAt: Date }) =>
  tables(tx).updateTable('sessions').set({ expires_at: expiresAt, seen_at: now }).where('token_hash', '=', tokenHash).execute();

export const deleteSession = (tx: Tx, tokenHash: Buffer) =>
  tables(tx)
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['company_id as companyId', 'user_id as userId', 'acting_user_id as actingUserId'])
    .executeTakeFirst();

export const listSessions = (tx: Tx, userId: number, now: Date) =>
  tables(tx)
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** Over all companies. */
export async function endSessionById(tx: Tx, userId: number, id: number): Promise<boolean> {
  const ended = tables(tx).deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId);
  const row = await ended.returning('acting_user_id').executeTakeFirst();
  if (row) {
    await endStreamsOf(tx, [userId, row.acting_user_id]);
    await deleteOneTimeTokens(tx, userId, 'address');
  }
  return row !== undefined;
}

export const saveTokenCode = (tx: Tx, tokenHash: Buffer, codeHash: Buffer) =>
  tables(tx).updateTable('one_time_tokens').set({ code_hash: codeHash }).where('token_hash', '=', tokenHash).execute();

export function deleteOneTimeTokens(tx: Tx, userId: number, purpose?: Purpose) {
  const all = tables(tx).deleteFrom('one_time_tokens').where('user_id', '=', userId);
  return (purpose ? all.where('purpose', '=', purpose) : all).execute();
}

/** Over all companies. Also ends impersonations of these users. */
export async function endSessions(tx: Tx, companyId: number): Promise<void> {
  await endStreams(tx, { companyId });
  await tables(tx)
    .updateTable('sessions')
    .set({ acting_user_id: null })
    .where('acting_user_id', 'in', (select) => select.selectFrom('users').select('id').where('company_id', '=', companyId))
    .execute();
  await tables(tx).deleteFrom('sessions').where('company_id', '=', companyId).execute();
  await tables(tx).deleteFrom('one_time_tokens').where('company_id', '=', companyId).execute();
}

/** Over all companies. */
async function endStreamsOf(tx: Tx, userIds: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return;
  const people = await tables(tx).selectFrom('users').select(['id', 'company_id']).where('id', 'in', ids).execute();
  for (const { id, company_id: companyId } of people) await endStreams(tx, { companyId, userId: id });
}

/** Ends everything that signs the user in, except `spared`, and impersonations of the user. */
export async function endSessionsOf(tx: Tx, userId: number, spared?: Buffer): Promise<void> {
  await tables(tx).updateTable('sessions').set({ acting_user_id: null }).where('acting_user_id', '=', userId).execute();
  let sessions = tables(tx).deleteFrom('sessions').where('user_id', '=', userId);
  if (spared) sessions = sessions.where('token_hash', '!=', spared);
  const ended = await sessions.returning('acting_user_id').execute();
  await endStreamsOf(tx, [userId, ...ended.map(({ acting_user_id: acting }) => acting)]);
  await tables(tx).deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
  await tables(tx).deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Over all companies. */
export async function endNonSsoSessions(tx: Tx, userIds: readonly number[]): Promise<void> {
  const ended = await tables(tx)
    .deleteFrom('sessions')
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .where(sql<boolean>`way is distinct from 'sso'`)
    .returning('user_id')
    .execute();
  await endStreamsOf(
    tx,
    ended.map(({ user_id: id }) => id),
  );
}

/** The spared session loses its sign-in method. Over all companies. */
export async function endSsoSessions(tx: Tx, companyId: number, spared: Buffer): Promise<void> {
  const bySso = sql<boolean>`company_id = ${companyId} and way = 'sso'`;
  await tables(tx).updateTable('sessions').set({ way: null }).where(bySso).where('token_hash', '=', spared).execute();
  const ended = await tables(tx).deleteFrom('sessions').where(bySso).returning(['user_id', 'acting_user_id']).execute();
  await endStreamsOf(
    tx,
    ended.flatMap(({ user_id: id, acting_user_id: acting }) => [id, acting]),
  );
}

type Purpose = AccountTables['one_time_tokens']['purpose'];

export interface NewOneTimeToken {
  tokenHash: Buffer;
  companyId: number;
  userId: number;
  purpose: Purpose;
  codeHash?: Buffer;
  way?: SignInWay;
  link?: SocialPerson | undefined;
  address?: string;
  createdAt: Date;
  expiresAt: Date;
}

export const insertOneTimeToken = (tx: Tx, token: NewOneTimeToken) =>
  tables(tx)
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.tokenHash,
      company_id: token.companyId,
      user_id: token.userId,
      purpose: token.purpose,
      code_hash: token.codeHash ?? null,
      way: token.way ?? null,
      link: token.link ? JSON.stringify(token.link) : null,
      address: token.address ?? null,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();

/** Single use, also concurrently. */
export const takeOneTimeToken = (tx: Tx, { tokenHash, purposes, now }: { tokenHash: Buffer; purposes: readonly Purpose[]; now: Date }) =>
  tables(tx)
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export const findOneTimeToken = (tx: Tx, { tokenHash, purpose, now }: { tokenHash: Buffer; purpose: Purpose; now: Date }) =>
  tables(tx)
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export async function hasRecentToken(
  tx: Tx,
  { userId, purpose, since }: { userId: number; purpose: Purpose; since: Date },
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const countAttempt = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tables(tx)
    .updateTable('one_time_tokens')
    .set((update) => ({ attempts: update('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export const findOwner = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tables(tx)
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('acting_user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Ignores SSO sessions and impersonation. */
export async function hasSignedInSince(
  tx: Tx,
  tokenHash: Buffer,
  { userId, since, now }: { userId: number; since: Date; now: Date },
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('acting_user_id', 'is', null)
    .where('created_at', '>', since)
    .where('expires_at', '>', now)
    .where('way', '!=', 'sso')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await tables(tx).deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
  await tables(tx).deleteFrom('known_devices').where('expires_at', '<=', now).execute();
  await tables(tx).deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await tables(tx).deleteFrom('rejected_registrations').where('expires_at', '<=', now).execute();
  await tables(tx).deleteFrom('address_restores').where('expires_at', '<=', now).execute();
}
