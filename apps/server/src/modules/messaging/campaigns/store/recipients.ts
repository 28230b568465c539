import type { VariableValues } from '@headwater/domain/outreach/variables';
import { sql } from 'kysely';
import type { RecipientEnd } from '@headwater/domain/outreach/next-step';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import { type EmailProblem, transitions } from '#modules/messaging/messages/public.ts';
import { isClosedTo, hasUnsubscribed, type ProgressView, suppressionOf, isUntouched } from '#modules/messaging/messages/public/planning.ts';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { containing, nameHolds } from '#platform/database/like.ts';
import type { MailingTables } from '../tables.ts';
import { isSuppressed } from './suppressed.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables & ProgressView>();

export interface NewRecipient {
  profileId: number;
  candidateId: number | null;
  email: string;
  emailKey: string;
  needsOpening: boolean;
  emailProblem: EmailProblem | null;
}

export interface Adding {
  companyId: number;
  mailingId: number;
  userId: number;
  source: 'vacancy' | 'search' | 'profile';
  jobId: number | null;
  now: Date;
  /** The sequence is running, so that it writes to new recipients. */
  active: boolean;
}

/** Each new recipient gets a random half of an A/B test. */
export async function addRecipients(tx: Tx, adding: Adding, recipients: readonly NewRecipient[]) {
  const { companyId, mailingId, userId, source, jobId, now, active } = adding;
  const start = active ? now : null;
  const { rows } = await sql<{ id: number; profile_id: number; candidate_id: number | null }>`
    insert into mailing_recipients (company_id, mailing_id, profile_id, candidate_id, email, email_key, email_needs_opening, email_problem, source, added_by,
      added_by_job, added_at, status_changed_at, variant, active, launched_at, next_at)
    select ${companyId}, ${mailingId}, one.profile_id, one.candidate_id, one.email, one.email_key, one.email_needs_opening, one.email_problem,
      ${source}, ${userId}, ${jobId}, ${now}, ${now}, case when hashint8(one.profile_id + ${mailingId}) & 1 = 0 then 'a' else 'b' end,
      ${active} and one.email <> '', case when one.email <> '' then ${start}::timestamptz end, case when one.email <> '' then ${start}::timestamptz end
    from unnest(${recipients.map((one) => one.profileId)}::bigint[], ${recipients.map((one) => one.candidateId)}::bigint[],
      ${recipients.map((one) => one.email)}::text[], ${recipients.map((one) => one.emailKey)}::text[],
      ${recipients.map((one) => one.needsOpening)}::boolean[], ${recipients.map((one) => one.emailProblem)}::text[])
      as one (profile_id, candidate_id, email, email_key, email_needs_opening, email_problem)
    on conflict (mailing_id, profile_id) where merged_into is null do update set removed_at = null, added_at = excluded.added_at, added_by = excluded.added_by,
      added_by_job = excluded.added_by_job, source = excluded.source,
      email = excluded.email, email_key = excluded.email_key, email_needs_opening = excluded.email_needs_opening,
      email_problem = excluded.email_problem, messenger_problem = null, candidate_id = excluded.candidate_id,
      active = excluded.active, next_at = excluded.next_at, launched_at = coalesce(mailing_recipients.launched_at, excluded.launched_at)
      where mailing_recipients.removed_at is not null
    returning id, profile_id, candidate_id`.execute(tx);
  return rows;
}

export type RecipientRow = Awaited<ReturnType<typeof listRecipients>>['rows'][number];

/** A recipient with progress over all messages. The status is that of SEND-001. */
const withProgress = (tx: Tx, now: Date) =>
  tables(tx)
    .selectFrom('mailing_recipients as recipient')
    .innerJoin('mailings as mailing', 'mailing.id', 'recipient.mailing_id')
    .innerJoinLateral(
      (select) =>
        select
          .selectFrom('message_progress as message')
          .whereRef('message.recipient_id', '=', 'recipient.id')
          .select([
            sql<number>`count(*) filter (where message.has_left)`.as('sent'),
            sql<boolean>`coalesce(bool_or(message.is_replied), false)`.as('replied'),
            sql<boolean>`coalesce(bool_or(message.is_opened), false)`.as('opened'),
            sql<boolean>`coalesce(bool_or(message.is_failed), false)`.as('failed'),
            sql<boolean>`coalesce(bool_or(message.status = 'soft_bounced'), false)`.as('soft_bounced'),
            sql<Date | null>`min(message.send_at) filter (where message.is_on_its_way)`.as('on_its_way'),
            sql<Date | null>`max(message.changed_at)`.as('changed_at'),
          ])
          .as('progress'),
      (join) => join.onTrue(),
    )
    .where('recipient.removed_at', 'is', null)
    .where('mailing.deleted_at', 'is', null)
    .selectAll('recipient')
    .select([
      'mailing.status as mailing_status',
      'mailing.type as mailing_type',
      'mailing.launch_at',
      'mailing.sender_id',
      'mailing.name as mailing_name',
    ])
    .select(['progress.sent', 'progress.on_its_way', 'progress.changed_at', 'progress.failed'])
    .select([suppressionOf('recipient').as('suppression'), isSuppressed('recipient').as('is_suppressed')])
    .select(
      sql<MessageStatus>`case
        when progress.replied then 'replied' when progress.failed then 'error' when progress.soft_bounced then 'soft_bounced'
        when progress.opened then 'opened'
        when progress.sent > 0 then 'sent'
        when recipient.ended is null and ${isSuppressed('recipient')} then 'suppressed'
        when progress.on_its_way is not null then case when progress.on_its_way > ${now} then 'planned' else 'pending' end
        when mailing.status = 'pending' and recipient.active and recipient.ended is null then 'planned'
        when mailing.status = 'sending' and recipient.active and recipient.ended is null then
          case when recipient.next_at > ${now} then 'planned' else 'pending' end
        else 'draft' end`.as('status'),
    );

export interface RecipientFilter {
  mailingId?: number;
  ids?: readonly number[];
  profileIds?: readonly number[] | undefined;
  status?: readonly MessageStatus[] | undefined;
  ended?: RecipientEnd | 'none' | undefined;
  search?: string | undefined;
  /** The searching user; closed addresses do not match. */
  reader?: Actor;
  now: Date;
  limit: number;
  offset: number;
}

export async function listRecipients(tx: Tx, filter: RecipientFilter) {
  let query = tables(tx).selectFrom(withProgress(tx, filter.now).as('one')).selectAll('one');
  if (filter.mailingId !== undefined) query = query.where('one.mailing_id', '=', filter.mailingId);
  if (filter.ids) query = query.where('one.id', '=', sql<number>`any(${filter.ids}::bigint[])`);
  if (filter.profileIds) query = query.where('one.profile_id', '=', sql<number>`any(${filter.profileIds}::bigint[])`);
  if (filter.status?.length) query = query.where('one.status', 'in', filter.status);
  const { ended } = filter;
  if (ended === 'none') query = query.where('one.ended', 'is', null);
  else if (ended === 'unsubscribed') query = query.where((select) => select.or([select('one.ended', '=', ended), hasUnsubscribed('one')]));
  else if (ended) query = query.where('one.ended', '=', ended);
  if (filter.search) {
    const like = containing(filter.search);
    const { reader } = filter;
    const mayKnow = reader ? sql`not ${isClosedTo(reader, 'one')}` : sql`false`;
    query = query.where(
      sql<boolean>`((one.email ilike ${like} and ${mayKnow}) or exists (select from visible_profiles where visible_profiles.id = one.profile_id
        and ${nameHolds(sql`concat_ws(' ', data ->> 'first_name', data ->> 'patronymic', data ->> 'last_name')`, filter.search)}))`,
    );
  }
  const { count } = await tables(tx)
    .selectFrom(query.as('all'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, rows: await query.orderBy('one.id', 'desc').limit(filter.limit).offset(filter.offset).execute() };
}

/** Returns undefined if the recipient was removed or the mailing deleted. */
export async function findRecipient(tx: Tx, id: number, now: Date): Promise<RecipientRow | undefined> {
  const { rows } = await listRecipients(tx, { ids: [id], now, limit: 1, offset: 0 });
  return rows[0];
}

export interface RecipientChange {
  email?: string;
  email_key?: string;
  email_needs_opening?: boolean;
  email_problem?: null;
  custom_data?: string;
  ended?: 'by_hand' | null;
  next_at?: Date | null;
  launched_at?: Date;
  active?: boolean;
}

export const updateRecipient = (tx: Tx, id: number, { now, ...change }: RecipientChange & { now: Date }) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ ...change, status_changed_at: now })
    .where('id', '=', id)
    .execute();

/**
 * The profile of each address in the mailing, as far as the actor may know it. Removed recipients
 * with a message count.
 */
export async function addressesInMailing(
  tx: Tx,
  mailingId: number,
  { actor, emailKeys }: { actor: Actor; emailKeys: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await tables(tx)
    .selectFrom('mailing_recipients as recipient')
    .select(['email_key', 'profile_id'])
    .where('mailing_id', '=', mailingId)
    .where('email_key', '=', sql<string>`any(${emailKeys}::text[])`)
    .where('email_key', '!=', '')
    .where(sql<boolean>`not ${isClosedTo(actor, 'recipient')}`)
    .where((where) =>
      where.or([
        where('removed_at', 'is', null),
        where.exists(where.selectFrom('messages').select('messages.id').whereRef('messages.recipient_id', '=', 'recipient.id')),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.email_key, row.profile_id]));
}

export const markSameAddress = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ email_problem: 'same_address' })
    .where('id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .where('email', '=', '')
    .execute();

export const listAddressless = (tx: Tx, mailingId: number) =>
  tables(tx)
    .selectFrom('mailing_recipients')
    .select(['id', 'profile_id', 'email_problem'])
    .where('mailing_id', '=', mailingId)
    .where('email', '=', '')
    .where('ended', 'is', null)
    .where('removed_at', 'is', null)
    .execute();

export interface FoundAddress {
  id: number;
  profileId: number;
  email: string;
  emailKey: string;
  needsOpening: boolean;
  /** The address was known, but closed. */
  wasClosed: boolean;
}

/**
 * `startAt` activates the recipients; null waits for the next launch. An address assigned since
 * stays.
 */
export async function assignAddresses(
  tx: Tx,
  found: readonly FoundAddress[],
  { now, startAt }: { now: Date; startAt: Date | null },
): Promise<void> {
  await sql`update mailing_recipients as recipient set email = one.email, email_key = one.email_key,
      email_needs_opening = one.needs_opening, email_problem = null, status_changed_at = ${now},
      active = recipient.active or ${startAt !== null}, launched_at = coalesce(recipient.launched_at, ${startAt}::timestamptz),
      next_at = coalesce(${startAt}::timestamptz, recipient.next_at)
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ email }) => email)}::text[], ${found.map(({ emailKey }) => emailKey)}::text[],
      ${found.map(({ needsOpening }) => needsOpening)}::boolean[]) as one (id, email, email_key, needs_opening)
    where recipient.id = one.id and recipient.email = '' and recipient.removed_at is null`.execute(tx);
}

export const mailingsOfRecipients = (tx: Tx, ids: readonly number[]) =>
  tables(tx)
    .selectFrom('mailing_recipients')
    .innerJoin('mailings', 'mailings.id', 'mailing_recipients.mailing_id')
    .select(['mailing_recipients.id', 'mailing_recipients.mailing_id'])
    .where('mailing_recipients.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('mailing_recipients.removed_at', 'is', null)
    .where('mailings.type', '!=', 'single')
    .where('mailings.deleted_at', 'is', null)
    .execute();

/**
 * Recipients with sent messages are hidden for the history unless it is deleted. Messages in flight
 * stay, because their outcome must be stored.
 */
export async function removeRecipients(
  tx: Tx,
  ids: readonly number[],
  { now, keepsHistory = true }: { now: Date; keepsHistory?: boolean },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from mailing_recipients as recipient where id = any(${ids}::bigint[])
    and not exists (select from messages where recipient_id = recipient.id and (${keepsHistory} or state in ('claimed', 'handed_over') and not ${isUntouched('messages')} or (state = 'unknown' and lease_until > ${now})))
    for update`.execute(tx);
  const gone = rows.map(({ id }) => id);
  await transitions.detachRecipients(tx, gone);
  await tables(tx)
    .deleteFrom('mailing_recipients')
    .where('id', '=', sql<number>`any(${gone}::bigint[])`)
    .execute();
  await tables(tx)
    .updateTable('mailing_recipients')
    .set({ removed_at: now, active: false, next_at: null })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

export const addedByJob = async (tx: Tx, jobId: number, limit: number): Promise<number[]> =>
  (
    await tables(tx)
      .selectFrom('mailing_recipients')
      .select('id')
      .where('added_by_job', '=', jobId)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id);

export const recipientIds = async (tx: Tx, mailingId: number): Promise<number[]> =>
  (
    await tables(tx)
      .selectFrom('mailing_recipients')
      .select('id')
      .where('mailing_id', '=', mailingId)
      .where('removed_at', 'is', null)
      .execute()
  ).map((row) => row.id);

export const listForMessenger = (tx: Tx, mailingId: number) =>
  tables(tx)
    .selectFrom('mailing_recipients')
    .select(['id', 'profile_id', 'email', 'email_problem'])
    .where('mailing_id', '=', mailingId)
    .where('messenger_problem', 'is', null)
    .where('ended', 'is', null)
    .where('removed_at', 'is', null)
    .execute();

export const beginByMessenger = (tx: Tx, recipientIds: readonly number[], now: Date) =>
  tables(tx)
    .updateTable('mailing_recipients')
    .set({ active: true, launched_at: sql<Date>`coalesce(launched_at, ${now}::timestamptz)`, next_at: now, status_changed_at: now })
    .where('id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .where('active', '=', false)
    .where('ended', 'is', null)
    .execute();

interface RecipientValues {
  id: number;
  profile_id: number;
  custom_data: VariableValues;
}

/** At most 500 recipients that still get messages, by id. */
export async function nextRecipients(tx: Tx, mailingId: number, after: number): Promise<RecipientValues[]> {
  const { rows } = await sql<RecipientValues>`select id, profile_id, custom_data from mailing_recipients
    where mailing_id = ${mailingId} and removed_at is null and ended is null and id > ${after} order by id limit 500`.execute(tx);
  return rows;
}
