import type { AuditTarget } from '@headwater/domain/audit';
import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry, AuditFilter } from '@headwater/contract/audit';
import { scimUserId } from '@headwater/domain/companies/scim';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';
import type { AuditDetails, AuditTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<AuditTables>();

const providerName = 'SCIM';

/** Two years; the database has the same default. */
const usualDays = 730;

interface Exported {
  companyId: number;
  userId: number;
  originalUserId: number | undefined;
  target: AuditTarget;
  targetId: number | null;
  part: string | undefined;
  token: string | undefined;
  address: string | null;
  at: Date;
}

export const insertExport = (tx: Tx, { companyId, userId, originalUserId, target, targetId, part, token, address, at }: Exported) =>
  tables(tx)
    .insertInto('audit_entries')
    .values({
      company_id: companyId,
      at,
      user_id: userId,
      original_user_id: originalUserId ?? null,
      kind: 'exported',
      target_kind: target,
      target_id: targetId,
      details: JSON.stringify({ ...(part === undefined ? {} : { fields: [part] }), ...(token === undefined ? {} : { token }) }),
      address,
    })
    .execute();

interface OfProfile {
  /** `contact_confirmed`: a search matched a contact that is not opened. */
  kind: 'profile_viewed' | 'contact_confirmed' | 'profile_deleted';
  companyId: number;
  userId: number;
  profileId: number;
  at: Date;
}

export const insertProfileEntry = (tx: Tx, { kind, companyId, userId, profileId, at }: OfProfile) =>
  sql`select headwater_add_audit_entry(${companyId}, ${at}, ${userId}, ${kind}, 'profile', ${profileId})`.execute(tx);

/** Takes equal time for unknown and invited addresses, which are not recorded (accounts/README.md, secrecy). */
export async function insertFailedSignIn(
  tx: Tx,
  { email, address, at }: { email: string; address: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into audit_entries (company_id, at, kind, target_kind, target_id, address)
    select company_id, ${at}::timestamptz, 'sign_in_failed', 'user', id, ${address}::inet from users
    where lower(email) = lower(${email}) and moved_to is null and is_activated and not is_address_released`.execute(tx);
}

export interface EntryRow {
  id: number;
  at: Date;
  company_id: number;
  company_name: string;
  kind: AuditEntry['kind'];
  user_id: number | null;
  user_name: string | null;
  original_user_id: number | null;
  original_name: string | null;
  target_kind: AuditTarget;
  target_id: number | null;
  target_name: string | null;
  details: AuditDetails;
  address: string | null;
}

const nameOf = (alias: string) =>
  sql<string>`coalesce(nullif(concat_ws(' ', nullif(${sql.ref(`${alias}.first_name`)}, ''), nullif(${sql.ref(`${alias}.last_name`)}, '')), ''), ${sql.ref(`${alias}.email`)})`;

/** Each word is part of the name, so that the surname may come first. */
const hasWords = (name: RawBuilder<string>, words: string) =>
  sql`(${sql.join(
    words
      .trim()
      .split(/\s+/)
      .map((word) => sql`${name} ilike ${containing(word)}`),
    sql` and `,
  )})`;

/** Profiles that entries of the company are about, by their current name. The log itself has no names. */
const namedProfiles = (companyId: number, words: string) => sql`(
  select tp.id from profiles tp
  where tp.id in (select s.target_id from audit_entries s where s.company_id = ${companyId} and s.target_kind = 'profile')
    and (tp.company_id is null or tp.company_id = ${companyId})
    and ${hasWords(sql<string>`concat_ws(' ', tp.data ->> 'first_name', tp.data ->> 'last_name')`, words)})`;

/** `namesFor`: company that may see the names of profiles. */
function conditions(
  { company_id, person, kind, target_kind, target_id, date_from, date_to }: AuditFilter,
  namesFor: number,
): RawBuilder<unknown> {
  const like = containing(person);
  const people = sql`(select id from users where ${hasWords(sql<string>`concat_ws(' ', first_name, last_name)`, person)} or email ilike ${like})`;
  const all = [
    sql`true`,
    ...(company_id === undefined ? [] : [sql`e.company_id = ${company_id}`]),
    ...(kind ? [sql`e.kind = ${kind}`] : []),
    ...(target_kind ? [sql`e.target_kind = ${target_kind}`] : []),
    ...(target_id === undefined ? [] : [sql`e.target_id = ${target_id}`]),
    ...(date_from ? [sql`e.at >= ${`${date_from}T00:00:00Z`}::timestamptz`] : []),
    ...(date_to ? [sql`e.at < ${`${date_to}T00:00:00Z`}::timestamptz + interval '1 day'`] : []),
    ...(person === ''
      ? []
      : [
          sql`(e.user_id in ${people} or e.original_user_id in ${people} or (e.target_kind = 'user' and e.target_id in ${people})
            or (e.user_id = ${scimUserId} and ${providerName} ilike ${like})
            or (e.company_id = ${namesFor} and e.target_kind = 'profile' and e.target_id in ${namedProfiles(namesFor, person)}))`,
        ]),
  ];
  return sql.join(all, sql` and `);
}

export async function countEntries(tx: Tx, filter: AuditFilter, namesFor: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from audit_entries e where ${conditions(filter, namesFor)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

interface EntryPage {
  limit: number;
  offset?: number;
  before?: number | undefined;
  /** Company that may see the names of profiles. Without it, names stay empty. */
  namesFor?: number;
}

/** Newest first, over all companies. Reads names only for the entries of the page. */
export async function listEntries(
  tx: Tx,
  filter: AuditFilter,
  { limit, offset = 0, before, namesFor = 0 }: EntryPage,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.company_id, coalesce(c.name, '') as company_name, e.kind, e.user_id,
      case e.user_id when ${scimUserId} then ${providerName} else ${nameOf('u')} end as user_name, e.original_user_id,
      ${nameOf('o')} as original_name, e.target_kind, e.target_id,
      case e.target_kind when 'user' then ${nameOf('t')} when 'company' then tc.name when 'settings' then e.details ->> 'table'
        when 'profile' then nullif(trim(concat_ws(' ', tp.data ->> 'first_name', tp.data ->> 'last_name')), '') end as target_name, e.details, host(e.address) as address
    from (select e.* from audit_entries e
      where ${conditions(filter, namesFor)} ${before === undefined ? sql`` : sql`and e.id < ${before}`}
      order by e.id desc limit ${limit} offset ${offset}) e
      left join companies c on c.id = e.company_id
      left join users u on u.id = e.user_id left join users o on o.id = e.original_user_id
      left join users t on e.target_kind = 'user' and t.id = e.target_id
      left join companies tc on e.target_kind = 'company' and tc.id = e.target_id
      left join profiles tp on e.target_kind = 'profile' and tp.id = e.target_id and e.company_id = ${namesFor}
        and (tp.company_id is null or tp.company_id = e.company_id)
    order by e.id desc`.execute(tx);
  return rows;
}

export async function findRetention(tx: Tx, companyId: number): Promise<number> {
  const row = await tables(tx).selectFrom('audit_retention').select('days').where('company_id', '=', companyId).executeTakeFirst();
  return row?.days ?? usualDays;
}

export const saveRetention = (tx: Tx, companyId: number, days: number) =>
  tables(tx)
    .insertInto('audit_retention')
    .values({ company_id: companyId, days })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ days }))
    .execute();

/** Calls a function with owner rights, because the application role may not delete entries. */
export async function deleteOldEntries(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select headwater_delete_old_audit_entries(${most}) as deleted`.execute(tx);
  return rows[0]?.deleted ?? 0;
}
