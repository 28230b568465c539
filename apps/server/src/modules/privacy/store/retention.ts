import { sql } from 'kysely';
import { isUnlinkedFrom } from '#modules/messaging/telegram/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { PrivacyTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<PrivacyTables>();

export const findRule = (tx: Tx, companyId: number) =>
  tables(tx).selectFrom('retention_rules').selectAll().where('company_id', '=', companyId).executeTakeFirst();

export const listRules = (tx: Tx) => tables(tx).selectFrom('retention_rules').selectAll().orderBy('company_id').execute();

/** Null removes the rule. */
export async function saveRule(
  tx: Tx,
  { companyId, months, by, now }: { companyId: number; months: number | null; by: number; now: Date },
): Promise<void> {
  if (months === null) {
    await tables(tx).deleteFrom('retention_rules').where('company_id', '=', companyId).execute();
    return;
  }
  await tables(tx)
    .insertInto('retention_rules')
    .values({ company_id: companyId, months, changed_by: by, changed_at: now })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ months, changed_by: by, changed_at: now }))
    .execute();
}

/**
 * Dialogs with them, including unlinked ones (`dialogsWith`). Each kind has its own index, because
 * the query checks all people of a company.
 */
const isTalkedIn = (since: Date) => sql`(dialog.last_at >= ${since} or dialog.created_at >= ${since} or dialog.linked_at >= ${since})`;

/**
 * Excludes people with changes, views, tags, shares, comments, notes, tasks, messages or new data since that
 * moment or in an active vacancy, also through merged profiles, and the common base, which a
 * company must not clear.
 */
const idle = (companyId: number, since: Date) => sql`
  from profiles where profiles.company_id = ${companyId} and profiles.deleted_at is null and profiles.updated_at < ${since}
    and not exists (select from profile_merges as merge where merge.absorbed_id = profiles.id and merge.detached_at is null)
    and not exists (select from erasures where erasures.profile_id = profiles.id)
    and not exists (select from profile_views as view where view.profile_id = profiles.id and view.viewed_at >= ${since})
    and not exists (select from profile_contacts as contact where contact.profile_id = profiles.id and contact.created_at >= ${since})
    and not exists (select from files where files.attached_to = 'profile' and files.attached_id = profiles.id and files.created_at >= ${since})
    and not exists (select from profile_tags as tag where tag.profile_id = profiles.id and tag.created_at >= ${since})
    and not exists (select from profile_links as link where link.profile_id = profiles.id and link.created_at >= ${since})
    and not exists (select from comments where comments.profile_id = profiles.id and comments.updated_at >= ${since})
    and not exists (select from fit_notes as note where note.profile_id = profiles.id and note.updated_at >= ${since})
    and not exists (select from candidate_tasks as task where task.profile_id = profiles.id
      and (task.done_at is null or task.done_at >= ${since} or task.created_at >= ${since}))
    and not exists (select from profile_overlays as overlay where overlay.profile_id = profiles.id and overlay.updated_at >= ${since})
    and not exists (select from candidates join vacancies on vacancies.id = candidates.vacancy_id
      where candidates.profile_id = profiles.id and candidates.deleted_at is null
        and (candidates.updated_at >= ${since} or vacancies.status = 'active' and vacancies.deleted_at is null))
    and not exists (select from mailing_recipients as recipient left join messages on messages.recipient_id = recipient.id
      where recipient.profile_id = profiles.id
        and (recipient.added_at >= ${since} or recipient.active and recipient.ended is null or messages.status_changed_at >= ${since}
          or messages.replied_at >= ${since} or messages.send_at >= ${since}))
    and not exists (select from telegram_dialogs as dialog where dialog.profile_id = profiles.id and ${isTalkedIn(since)})
    and not exists (select from telegram_dialogs as own join telegram_dialogs as dialog on dialog.company_id = own.company_id and dialog.peer_id = own.peer_id
      where own.profile_id = profiles.id and dialog.profile_id is null and ${isTalkedIn(since)})
    and not exists (select from profile_contacts as contact join telegram_dialogs as dialog on lower(dialog.username) = lower(contact.normalized)
      where contact.profile_id = profiles.id and contact.type = 'telegram' and dialog.profile_id is null and ${isTalkedIn(since)}
        and not ${isUnlinkedFrom(sql`profiles.id`)})`;

export async function countIdle(tx: Tx, companyId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${idle(companyId, since)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function listIdle(tx: Tx, companyId: number, { since, limit }: { since: Date; limit: number }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select profiles.id ${idle(companyId, since)} order by profiles.id limit ${limit}`.execute(tx);
  return rows.map((row) => row.id);
}
