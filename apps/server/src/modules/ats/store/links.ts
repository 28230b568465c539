import { sql } from 'kysely';
import type { AtsApplication, AtsPerson } from '#modules/connections/public.ts';
import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AtsTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<AtsTables>();

/** An account at a service, which outlives connections. */
export interface Account {
  integration: string;
  accountId: string;
}

const columns = [
  'id',
  'company_id',
  'profile_id',
  'integration',
  'account_id',
  'person_id',
  'person_name',
  'url',
  'has_updates',
  'resume_id',
  'created_by',
  'pushed_at',
  'read_at',
  'deleted_at',
] as const;

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>;

const ofAccount = (tx: Tx, { integration, accountId }: Account) =>
  tables(tx).selectFrom('ats_links').select(columns).where('integration', '=', integration).where('account_id', '=', accountId);

export const findLink = (tx: Tx, account: Account, profileId: number) =>
  ofAccount(tx, account).where('profile_id', '=', profileId).executeTakeFirst();

export const listLinksOfProfile = (tx: Tx, profileId: number) =>
  tables(tx).selectFrom('ats_links').select(columns).where('profile_id', '=', profileId).orderBy('id', 'desc').execute();

export const isInAts = async (tx: Tx, profileId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('ats_links')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const listLinksOfPeople = (tx: Tx, account: Account, personIds: readonly string[]) =>
  ofAccount(tx, account)
    .where('person_id', 'in', [...personIds])
    .execute();

/** Links that the nightly read asks for, by id. */
export const listLinksAfter = (tx: Tx, account: Account, { afterId, limit }: { afterId: number; limit: number }) =>
  ofAccount(tx, account).where('deleted_at', 'is', null).where('id', '>', afterId).orderBy('id').limit(limit).execute();

export const listApplications = (tx: Tx, linkIds: readonly number[]) =>
  tables(tx)
    .selectFrom('ats_applications')
    .selectAll()
    .where('link_id', 'in', [...linkIds])
    .orderBy('application_id', 'desc')
    .execute();

interface NewLink extends Account {
  companyId: number;
  userId: number;
  profileId: number;
  person: AtsPerson;
  now: Date;
}

const cut = (text: string | null, most: number) => text?.slice(0, most) ?? null;

const rowOf = ({ companyId, userId, profileId, integration, accountId, person, now }: NewLink) => ({
  company_id: companyId,
  profile_id: profileId,
  integration,
  account_id: accountId,
  person_id: person.id,
  person_name: person.name.slice(0, 500),
  url: cut(person.url, 2000),
  resume_id: null,
  created_by: userId,
  created_at: now,
  pushed_at: now,
  read_at: now,
  deleted_at: null,
});

/** A profile has one link per account, to the person found last. */
export async function saveLink(tx: Tx, given: NewLink): Promise<LinkRow> {
  const { person } = given;
  const link = await tables(tx)
    .insertInto('ats_links')
    .values(rowOf(given))
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'integration', 'account_id', 'profile_id']).doUpdateSet((excluded) => ({
        person_id: excluded.ref('excluded.person_id'),
        person_name: excluded.ref('excluded.person_name'),
        url: excluded.ref('excluded.url'),
        read_at: excluded.ref('excluded.read_at'),
        deleted_at: null,
        // Another person has no files and applications of the previous one.
        resume_id: sql<number | null>`case when ats_links.person_id = excluded.person_id then ats_links.resume_id end`,
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  await saveApplications(tx, link, person.applications);
  return link;
}

/** A link that is known keeps its person and applications. Returns whether it is new. */
export async function saveImportedLink(tx: Tx, link: NewLink): Promise<boolean> {
  const row = rowOf(link);
  const result = await tables(tx)
    .insertInto('ats_links')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'integration', 'account_id', 'profile_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Replaces the applications; own ones stay marked. */
export async function saveApplications(
  tx: Tx,
  { id, company_id: companyId }: Pick<LinkRow, 'id' | 'company_id'>,
  applications: readonly AtsApplication[],
): Promise<void> {
  const kept = applications.map((application) => application.id);
  await sql`delete from ats_applications where link_id = ${id} and application_id <> all(${kept}::text[])`.execute(tx);
  for (const { id: applicationId, jobId, jobTitle, status, stage } of applications) {
    const facts = { job_id: jobId, job_title: cut(jobTitle, 500), status: status.slice(0, 100), stage: cut(stage, 500) };
    await tables(tx)
      .insertInto('ats_applications')
      .values({ company_id: companyId, link_id: id, application_id: applicationId, ...facts })
      .onConflict((conflict) => conflict.columns(['link_id', 'application_id']).doUpdateSet(facts))
      .execute();
  }
}

export async function saveOwnApplication(
  tx: Tx,
  { id, company_id: companyId }: Pick<LinkRow, 'id' | 'company_id'>,
  { id: applicationId, jobId, jobTitle, status, stage }: AtsApplication,
): Promise<void> {
  const facts = { job_id: jobId, job_title: cut(jobTitle, 500), status: status.slice(0, 100), stage: cut(stage, 500), is_own: true };
  await tables(tx)
    .insertInto('ats_applications')
    .values({ company_id: companyId, link_id: id, application_id: applicationId, ...facts })
    .onConflict((conflict) => conflict.columns(['link_id', 'application_id']).doUpdateSet(facts))
    .execute();
}

const factsOf = (rows: readonly { id: string; status: string; stage: string | null }[]) =>
  JSON.stringify(rows.map(({ id, status, stage }) => [id, status, stage]).toSorted());

/** Returns false if nothing changed but the moment of the read. */
export async function saveReadPerson(tx: Tx, link: LinkRow, { person, now }: { person: AtsPerson; now: Date }): Promise<boolean> {
  const before = await listApplications(tx, [link.id]);
  const isSame =
    link.deleted_at === null &&
    link.person_name === person.name &&
    factsOf(before.map((row) => ({ ...row, id: row.application_id }))) === factsOf(person.applications);
  await tables(tx)
    .updateTable('ats_links')
    .set({ person_name: person.name.slice(0, 500), url: cut(person.url, 2000), read_at: now, deleted_at: null })
    .where('id', '=', link.id)
    .execute();
  if (!isSame) await saveApplications(tx, link, person.applications);
  return !isSame;
}

export const markDeleted = (tx: Tx, linkIds: readonly number[], now: Date) =>
  tables(tx)
    .updateTable('ats_links')
    .set({ deleted_at: now, read_at: now })
    .where('id', 'in', [...linkIds])
    .where('deleted_at', 'is', null)
    .returning('profile_id')
    .execute();

export const setUpdates = (tx: Tx, linkId: number, hasUpdates: boolean) =>
  tables(tx).updateTable('ats_links').set({ has_updates: hasUpdates }).where('id', '=', linkId).execute();

export const saveResume = (tx: Tx, linkId: number, resumeId: number) =>
  tables(tx).updateTable('ats_links').set({ resume_id: resumeId }).where('id', '=', linkId).execute();

export const savePushed = (tx: Tx, linkId: number, now: Date) =>
  tables(tx).updateTable('ats_links').set({ pushed_at: now }).where('id', '=', linkId).execute();

/** Profiles of these links that changed since they were sent. */
export async function changedSincePush(tx: Tx, linkIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select link.id from ats_links as link join visible_profiles as profile on profile.id = link.profile_id
    where link.id = any(${linkIds}::bigint[]) and link.has_updates and link.deleted_at is null
      and (profile.updated_at > link.pushed_at
        or exists (select from visible_contacts as contact where contact.profile_id = link.profile_id and contact.created_at > link.pushed_at))`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Other accounts of an integration with links, newest first. */
export async function listOtherAccounts(
  tx: Tx,
  { integration, accountId }: Account,
): Promise<{ accountId: string; personIds: string[] }[]> {
  const { rows } = await sql<{ account_id: string; person_ids: string[] }>`
    select account_id, (array_agg(person_id order by id desc))[1:10] as person_ids from ats_links
    where integration = ${integration} and account_id <> ${accountId} and deleted_at is null
    group by account_id order by max(id) desc limit 3`.execute(tx);
  return rows.map((row) => ({ accountId: row.account_id, personIds: row.person_ids }));
}

/** Gives links to the account under its new id. */
export const moveLinks = (tx: Tx, { integration, accountId }: Account, from: string) =>
  sql`update ats_links as link set account_id = ${accountId}
    where integration = ${integration} and account_id = ${from} and not exists (select from ats_links as own
      where own.company_id = link.company_id and own.integration = link.integration and own.account_id = ${accountId} and own.profile_id = link.profile_id)`.execute(
    tx,
  );

/** A link of the surviving profile to the same account wins. */
export const atsMergeStep = defineMergeStep<{ links: number[] }>({
  name: 'ats',
  async absorb(tx, { companyId, from, into }) {
    const { rows } = await sql<{ id: number }>`update ats_links as link set profile_id = ${into}
      where company_id = ${companyId} and profile_id = ${from} and not exists (select from ats_links as own
        where own.company_id = link.company_id and own.integration = link.integration and own.account_id = link.account_id and own.profile_id = ${into})
      returning id`.execute(tx);
    return rows.length > 0 ? { links: rows.map(({ id }) => id) } : undefined;
  },
  async giveBack(tx, { from, into }, { links }) {
    await sql`update ats_links set profile_id = ${from} where profile_id = ${into} and id = any(${links}::bigint[])`.execute(tx);
  },
});
