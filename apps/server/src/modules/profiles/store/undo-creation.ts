import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** A profile that the company in scope has brought itself, held until the transaction ends; undefined where there is none. */
export const holdOwnProfile = (tx: Tx, profileId: number) =>
  tx
    .withTables<ProfileTables>()
    .selectFrom('profiles')
    .select(['id', 'created_by', 'created_at'])
    .where('id', '=', profileId)
    .where('company_id', '=', sql<number>`headwater_company()`)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Whether somebody has begun to work with the profile: it would be lost to them. */
export async function isWorkedWith(tx: Tx, profileId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from candidates where profile_id = ${profileId})
      or exists (select from comments where profile_id = ${profileId})
      or exists (select from profile_tags where profile_id = ${profileId})
      or exists (select from profile_fragments where profile_id = ${profileId})
      or exists (select from profile_links where profile_id = ${profileId})
      or exists (select from profile_merges where survivor_id = ${profileId} or absorbed_id = ${profileId})
      or exists (select from mailing_recipients where profile_id = ${profileId})
      or exists (select from message_generations where profile_id = ${profileId})
      or exists (select from telegram_dialogs where profile_id = ${profileId})
      or exists (select from contact_openings where profile_id = ${profileId})
      or exists (select from ai_search_feedback where profile_id = ${profileId})
      or exists (select from profile_reports where profile_id = ${profileId}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** As if it had never been there: no trace answers for it, and the same file, link or key makes a profile again. */
export async function deleteCreated(tx: Tx, profileId: number): Promise<void> {
  await tx.withTables<ProfileTables>().deleteFrom('profiles').where('id', '=', profileId).execute();
  await announceProfiles(tx, [profileId]);
}
