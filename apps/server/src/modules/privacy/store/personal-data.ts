import { sql } from 'kysely';
import { dialogsWith } from '#modules/messaging/telegram/public.ts';
import type { Tx } from '#platform/database/database.ts';

/** Tables of an export in the order of the page, each a list of plain rows. */
export const sections = [
  'contacts',
  'checks',
  'changes',
  'tags',
  'candidates',
  'statuses',
  'comments',
  'reviews',
  'fit_notes',
  'tasks',
  'mailings',
  'messages',
  'tracking',
  'replies',
  'telegram_dialogs',
  'telegram_messages',
  'generated',
  'suppressions',
  'systems',
  'views',
  'links',
  'reports',
  'files',
] as const;
export type Section = (typeof sections)[number];
export type PersonalRow = Readonly<Record<string, string | number | boolean | null | object>>;

const recipients = (profileId: number) => sql`(select id from mailing_recipients where profile_id = ${profileId})`;
const sentTo = (profileId: number) => sql`(select id from messages where recipient_id in ${recipients(profileId)})`;

const queries = (profileId: number): Record<Section, ReturnType<typeof sql>> => ({
  contacts: sql`select type, value, kind, source, is_valid, created_at from profile_contacts where profile_id = ${profileId} order by id`,
  checks: sql`
    select email_key as email, is_valid, found_by, checked_at from contact_checks where profile_id = ${profileId} order by checked_at, email_key`,
  changes: sql`select source, data, created_at, updated_at from profile_fragments where profile_id = ${profileId} order by id`,
  tags: sql`select tags.name, profile_tags.created_at from profile_tags join tags on tags.id = profile_tags.tag_id
    where profile_tags.profile_id = ${profileId} order by tags.name`,
  candidates: sql`
    select vacancies.name as vacancy, candidate_statuses.name as status, reasons.name as rejection_reason,
      candidates.created_at, candidates.updated_at, candidates.deleted_at
    from candidates join vacancies on vacancies.id = candidates.vacancy_id
    join candidate_statuses on candidate_statuses.id = candidates.status_id
    left join rejection_reasons as reasons on reasons.id = candidates.rejection_reason_id where candidates.profile_id = ${profileId} order by candidates.id`,
  statuses: sql`
    select history.action, before.name as from_status, after.name as to_status, reasons.name as rejection_reason, history.at from candidate_history as history
    join candidates on candidates.id = history.candidate_id
    left join candidate_statuses as before on before.id = history.from_status_id
    left join candidate_statuses as after on after.id = history.to_status_id
    left join rejection_reasons as reasons on reasons.id = history.reason_id
    where candidates.profile_id = ${profileId} order by history.id`,
  comments: sql`select text, created_at, updated_at from comments where profile_id = ${profileId} order by id`,
  reviews: sql`
    select vacancies.name as vacancy, review.decision, review.comment, review.reviewed_at from shortlist_reviews as review
    join candidates on candidates.id = review.candidate_id join vacancies on vacancies.id = candidates.vacancy_id
    where candidates.profile_id = ${profileId} order by review.id`,
  fit_notes: sql`select verdict, text, created_at, updated_at from fit_notes where profile_id = ${profileId} order by id`,
  tasks: sql`select title, due_on, created_at, done_at from candidate_tasks where profile_id = ${profileId} order by id`,
  mailings: sql`
    select mailings.name as mailing, recipient.email, recipient.source, recipient.added_at, recipient.ended, recipient.custom_data
    from mailing_recipients as recipient join mailings on mailings.id = recipient.mailing_id
    where recipient.profile_id = ${profileId} order by recipient.id`,
  messages: sql`
    select messages.subject, messages.body_text as text, progress.status, messages.send_at, messages.sent_at, messages.opened_at,
      messages.clicked_at, messages.replied_at, messages.bounced_at
    from messages join message_progress as progress on progress.id = messages.id
    where messages.recipient_id in ${recipients(profileId)} order by messages.id`,
  tracking: sql`
    select kind, happened_at, machine, agent, url from tracking_events where message_id in ${sentTo(profileId)} order by id`,
  replies: sql`
    select kind, from_address, subject, own_text as text, received_at from incoming_messages
    where message_id in ${sentTo(profileId)} order by id`,
  telegram_dialogs: sql`
    select username, peer_name as name, created_at, started_at, linked_at, last_at from telegram_dialogs
    where id in ${dialogsWith(profileId)} order by id`,
  telegram_messages: sql`
    select case when is_out then 'company' else 'person' end as written_by, state, body_text as text,
      array(select version.body from telegram_message_versions as version where version.message_id = messages.id order by version.id) as earlier_texts,
      kind, reactions, file_name, said_at as sent_at, edited_at, deleted_at
    from messages where dialog_id in ${dialogsWith(profileId)} order by dialog_id, said_at, position`,
  generated: sql`
    select messages, language, created_at from message_generations where profile_id = ${profileId} order by id`,
  suppressions: sql`
    select address, reason, source, added_at, released_at from suppressions
    where address_key in (select headwater_address_key(value) from profile_contacts where profile_id = ${profileId} and type = 'email') order by id`,
  systems: sql`
    select integration as system, person_name as name, url, created_at, deleted_at,
      array(select concat_ws(', ', job_title, status, stage) from ats_applications where link_id = ats_links.id order by application_id) as applications
    from ats_links where profile_id = ${profileId} order by id`,
  views: sql`select viewed_at from profile_views where profile_id = ${profileId} order by id`,
  links: sql`
    select created_at, expires_at, revoked_at, opened_count, opened_at from profile_links where profile_id = ${profileId} order by id`,
  reports: sql`select reason, text, created_at, resolved_at from profile_reports where profile_id = ${profileId} order by id`,
  files: sql`
    select id, filename, media_type, size, store_key, created_at from files
    where attached_to = 'profile' and attached_id = ${profileId}
      or attached_to = 'telegram' and attached_id in ${dialogsWith(profileId)} order by id`,
});

/** As found: of the company in scope, or of all companies. */
export async function partsOf(tx: Tx, profileId: number): Promise<{ id: number; data: object }[]> {
  const { rows } = await sql<{ id: number; data: object }>`
    select distinct on (profiles.id) profiles.id, profiles.data from profile_merges as merge join profiles on profiles.id = merge.absorbed_id
    where merge.leads_to = ${profileId} and merge.detached_at is null order by profiles.id`.execute(tx);
  return rows;
}

export async function readPersonalData(tx: Tx, profileId: number): Promise<Record<Section, PersonalRow[]>> {
  const query = queries(profileId);
  const read: [Section, PersonalRow[]][] = [];
  for (const section of sections) read.push([section, (await query[section].execute(tx)).rows as PersonalRow[]]);
  // A merge does not move contacts, changes and files of the common base.
  for (const part of (await partsOf(tx, profileId)).map(({ id }) => queries(id))) {
    for (const [section, rows] of read) rows.push(...((await part[section].execute(tx)).rows as PersonalRow[]));
  }
  return Object.fromEntries(read) as Record<Section, PersonalRow[]>;
}
