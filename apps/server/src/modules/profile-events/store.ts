import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '@headwater/domain/roles';
import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { ProfileEventView } from '@headwater/contract/profile-events';
import type { Tx } from '#platform/database/database.ts';
import { messageSeenBy } from '#modules/messaging/messages/public.ts';
import { dialogOpenTo, mayKnowDialogs, wordsOfMessage } from '#modules/messaging/telegram/public.ts';
import { commentReadBy, vacancySeenBy } from '#modules/vacancies/public.ts';

// Reads tables of other modules; row-level security limits every query to the company.

export interface EventRow {
  kind: ProfileEventView['kind'];
  at: Date;
  first_name: string | null;
  last_name: string | null;
  text: string;
  is_default: boolean | null;
  vacancy_id: number | null;
  vacancy_name: string | null;
  dialog_id: number | null;
  telegram_kind: TelegramKind | null;
  reason: string | null;
  reason_is_default: boolean | null;
  count: number;
}

type Part = RawBuilder<unknown>;

const nowhere = sql`null::boolean as is_default, null::bigint as vacancy_id, null::text as vacancy_name, null::bigint as dialog_id, null::text as telegram_kind,
  null::bigint as reason_id`;

/** One view per user and day, the last one. */
const views = (profileId: number): Part => sql`
  select 'viewed' as kind, max(viewed_at) as at, user_id, '' as text, ${nowhere} from profile_views
  where profile_id = ${profileId} group by user_id, date_trunc('day', viewed_at)`;

const comments = (profileId: number, actor: Actor): Part => sql`
  select 'comment', c.created_at, c.created_by, left(c.text, 300), null::boolean, v.id, v.name, null::bigint, null::text, null::bigint
  from comments c left join candidates k on k.id = c.candidate_id left join vacancies v on v.id = k.vacancy_id
  where c.profile_id = ${profileId} and ${commentReadBy('c', actor)}`;

const fitNotes = (profileId: number, actor: Actor): Part => sql`
  select n.verdict, n.created_at, n.created_by, left(n.text, 300), null::boolean, v.id, v.name, null::bigint, null::text, null::bigint
  from fit_notes n left join vacancies v on v.id = n.vacancy_id and ${vacancySeenBy('v', actor)}
  where n.profile_id = ${profileId}`;

const statuses = (profileId: number, actor: Actor): Part => sql`
  select h.action, h.at, h.user_id, coalesce(s.name, ''), s.is_default, v.id, v.name, null::bigint, null::text, h.reason_id
  from candidate_history h join candidates k on k.id = h.candidate_id
    join vacancies v on v.id = coalesce(h.to_vacancy_id, h.from_vacancy_id, k.vacancy_id)
    left join candidate_statuses s on s.id = h.to_status_id and h.action = 'status'
  where k.profile_id = ${profileId} and h.action <> 'undone' and ${vacancySeenBy('v', actor)}`;

const messages = (profileId: number, actor: Actor): Part => sql`
  select 'message', m.sent_at, m.created_by, left(m.subject, 300), ${nowhere}
  from messages m join mailing_recipients r on r.id = m.recipient_id join mailings g on g.id = r.mailing_id
  where r.profile_id = ${profileId} and m.sent_at is not null and m.channel = 'email' and ${messageSeenBy({ message: 'm', mailing: 'g' }, actor)}
  union all
  select 'reply', i.received_at, null::bigint, left(i.subject, 300), ${nowhere}
  from incoming_messages i join messages m on m.id = i.message_id
    join mailing_recipients r on r.id = m.recipient_id join mailings g on g.id = r.mailing_id
  where r.profile_id = ${profileId} and i.kind = 'reply' and ${messageSeenBy({ message: 'm', mailing: 'g' }, actor)}`;

/** One message per writer and day, the last one, because a dialog has many short messages. */
const dialogs = (profileId: number, actor: Actor): Part => sql`
  (select distinct on (said.dialog_id, said.is_out, said.created_by, date_trunc('day', said.said_at))
    case when said.is_out then 'telegram_sent' else 'telegram_received' end, said.said_at, said.created_by,
    left(${wordsOfMessage('said')}, 300), null::boolean, null::bigint, null::text, said.dialog_id, said.kind, null::bigint
  from messages said join telegram_dialogs d on d.id = said.dialog_id
  where d.profile_id = ${profileId} and said.state in ('sent', 'received') and ${dialogOpenTo('d', actor)}
  order by said.dialog_id, said.is_out, said.created_by, date_trunc('day', said.said_at), said.said_at desc, said.position desc)`;

const files = (profileId: number): Part => sql`
  select 'file', created_at, created_by, filename, ${nowhere} from files
  where attached_to = 'profile' and attached_id = ${profileId} and company_id is not null`;

const changes = (profileId: number): Part => sql`
  select 'change', created_at, created_by, '', ${nowhere} from profile_fragments
  where profile_id = ${profileId} and company_id = headwater_company()`;

interface EventFilter {
  profileId: number;
  isSearcher: boolean;
  limit: number;
  offset: number;
}

export async function listProfileEvents(
  tx: Tx,
  actor: Actor,
  { profileId, isSearcher, limit, offset }: EventFilter,
): Promise<{ count: number; rows: EventRow[] }> {
  const { permissions } = actor;
  const parts: Part[] = [
    statuses(profileId, actor),
    ...(isSearcher ? [views(profileId), changes(profileId), fitNotes(profileId, actor)] : []),
    ...(permissions.comments ? [comments(profileId, actor)] : []),
    ...(permissions.messaging_info ? [messages(profileId, actor)] : []),
    ...(mayKnowDialogs(actor) ? [dialogs(profileId, actor)] : []),
    ...(permissions.resumes ? [files(profileId)] : []),
  ];
  const { rows } = await sql<EventRow>`
    with known (kind, at, user_id, text, is_default, vacancy_id, vacancy_name, dialog_id, telegram_kind, reason_id)
      as (${sql.join(parts, sql` union all `)})
    select known.*, users.first_name, users.last_name, reason.name as reason, reason.is_default as reason_is_default, count(*) over () as count
    from known left join users on users.id = known.user_id left join rejection_reasons as reason on reason.id = known.reason_id
    order by at desc, kind, known.text limit ${limit} offset ${offset}`.execute(tx);
  return { count: rows[0]?.count ?? 0, rows };
}
