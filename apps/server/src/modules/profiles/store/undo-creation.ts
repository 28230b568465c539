import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** Locks a profile of the company until the transaction ends. */
export const lockOwnProfile = (tx: Tx, profileId: number) =>
  tx
    .withTables<ProfileTables>()
    .selectFrom('profiles')
    .select(['id', 'created_by', 'created_at'])
    .where('id', '=', profileId)
    .where('company_id', '=', sql<number>`headwater_company()`)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Rows that the undo deletes with the profile. */
export interface OwnRows {
  comments: readonly number[];
  files: readonly number[];
}

const noRows: OwnRows = { comments: [], files: [] };

/** Ids of profiles with work that a deletion would lose. */
async function idsWithWork(tx: Tx, ids: readonly number[], own = noRows): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${ids}::bigint[]) as asked (id) where exists (select from candidates where profile_id = asked.id)
      or exists (select from comments where profile_id = asked.id and not id = any(${own.comments}::bigint[]))
      or exists (select from profile_contacts contact join profiles on profiles.id = contact.profile_id
        where contact.profile_id = asked.id and contact.created_at <> profiles.created_at)
      or exists (select from ats_links where profile_id = asked.id)
      or exists (select from ats_sends where profile_id = asked.id)
      or exists (select from profile_tags where profile_id = asked.id)
      or exists (select from profile_fragments where profile_id = asked.id)
      or exists (select from profile_links where profile_id = asked.id)
      or exists (select from candidate_tasks where profile_id = asked.id)
      or exists (select from fit_notes where profile_id = asked.id)
      or exists (select from profile_merges where survivor_id = asked.id or absorbed_id = asked.id)
      or exists (select from mailing_recipients where profile_id = asked.id)
      or exists (select from message_generations where profile_id = asked.id)
      or exists (select from telegram_dialogs where profile_id = asked.id)
      or exists (select from contact_openings where profile_id = asked.id)
      or exists (select from ai_search_feedback where profile_id = asked.id)
      or exists (select from profile_reports where profile_id = asked.id)`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

export const isWorkedWith = async (tx: Tx, profileId: number): Promise<boolean> => (await idsWithWork(tx, [profileId])).size > 0;

/** Tables in which rows of other users are work with a profile, by the column of the user. */
const madeBy = {
  comments: 'created_by',
  profile_fragments: 'created_by',
  profile_tags: 'created_by',
  profile_links: 'created_by',
  candidate_tasks: 'created_by',
  fit_notes: 'created_by',
  message_generations: 'user_id',
  contact_openings: 'user_id',
};

/** Work of anybody but these users, and sent messages, which a deletion would remove. */
export async function isUsedByOthers(tx: Tx, profileId: number, userIds: readonly number[]): Promise<boolean> {
  const theirs = sql`any(${userIds}::bigint[])`;
  const ofOthers = Object.entries(madeBy).map(
    ([table, user]) =>
      sql`exists (select from ${sql.table(table)} where profile_id = ${profileId} and (${sql.ref(user)} = ${theirs}) is not true)`,
  );
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from candidates where profile_id = ${profileId}
        and (deleted_at is null or not created_by = ${theirs}
          or exists (select from shortlist_reviews where candidate_id = candidates.id)
          or exists (select from candidate_history where candidate_id = candidates.id and not user_id = ${theirs})))
      or exists (select from candidate_tasks where profile_id = ${profileId} and not assignee_id = ${theirs})
      or exists (select from profile_contacts contact join profiles on profiles.id = contact.profile_id
        where contact.profile_id = ${profileId} and contact.created_at <> profiles.created_at and (contact.created_by = ${theirs}) is not true)
      or exists (select from profile_reports where profile_id = ${profileId})
      or exists (select from ats_links where profile_id = ${profileId})
      or exists (select from ats_sends where profile_id = ${profileId})
      or exists (select from profile_merges where survivor_id = ${profileId} or absorbed_id = ${profileId})
      or exists (select from mailing_recipients where profile_id = ${profileId})
      or exists (select from telegram_dialogs where profile_id = ${profileId})
      or exists (select from files where attached_to = 'profile' and attached_id = ${profileId} and not created_by = ${theirs})
      or ${sql.join(ofOthers, sql` or `)} as used`.execute(tx);
  return rows[0]?.used ?? false;
}

/** Locks profiles of the company without work and without files, except the own rows. Returns their ids. */
export async function lockUntouched(tx: Tx, ids: readonly number[], own: OwnRows): Promise<number[]> {
  const { rows: held } = await sql<{ id: number }>`
    select id from profiles where id = any(${ids}::bigint[]) and company_id = headwater_company() and deleted_at is null
      and not exists (select from files where attached_to = 'profile' and attached_id = profiles.id and not files.id = any(${own.files}::bigint[]))
    order by id for update`.execute(tx);
  const found = held.map(({ id }) => id);
  const worked = await idsWithWork(tx, found, own);
  return found.filter((id) => !worked.has(id));
}

export const deleteProfiles = (tx: Tx, ids: readonly number[]) => sql`delete from profiles where id = any(${ids}::bigint[])`.execute(tx);

/** The id is unknown afterwards, and the same file, link or key creates a profile again. */
export async function deleteCreated(tx: Tx, profileId: number): Promise<void> {
  await tx.withTables<ProfileTables>().deleteFrom('profiles').where('id', '=', profileId).execute();
  await announceProfiles(tx, [profileId]);
}
