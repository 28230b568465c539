import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { ProfileTables } from '../tables.ts';
import { announceProfiles } from './changes.ts';

/** Locks a profile of the company until the transaction ends. */
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

/** Such work would be lost. */
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

/** The id is unknown afterwards, and the same file, link or key creates a profile again. */
export async function deleteCreated(tx: Tx, profileId: number): Promise<void> {
  await tx.withTables<ProfileTables>().deleteFrom('profiles').where('id', '=', profileId).execute();
  await announceProfiles(tx, [profileId]);
}
