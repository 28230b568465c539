import { type RawBuilder, sql } from 'kysely';
import { messageSeenBy } from '#modules/messaging/messages/public.ts';
import { commentReadBy, type Reader } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';

const few = 3;
const shownLength = 300;

export interface ListedComment {
  profile_id: number;
  id: number;
  text: string;
  user_name: string;
  created_at: Date;
}

export const commentsOf = (profileIds: readonly number[], reader: Reader): RawBuilder<ListedComment> => sql<ListedComment>`
    select c.profile_id, c.id, left(c.text, ${shownLength}) as text, trim(u.first_name || ' ' || u.last_name) as user_name, c.created_at
    from (select *, row_number() over (partition by profile_id order by id desc) as place from comments c
      where profile_id = any(${profileIds}::bigint[]) and ${commentReadBy('c', reader)}) c
    join users u on u.id = c.created_by where c.place <= ${few} order by c.profile_id, c.id desc`;

export interface ListedMessage {
  profile_id: number;
  mailing_id: number;
  subject: string;
  state: string;
  at: Date;
}

export const messagesOf = (profileIds: readonly number[], reader: Reader): RawBuilder<ListedMessage> => sql<ListedMessage>`
    select profile_id, mailing_id, subject, state, at from (
      select r.profile_id, r.mailing_id, m.subject,
        progress.furthest as state,
        coalesce(m.sent_at, m.send_at) as at, row_number() over (partition by r.profile_id order by m.id desc) as place
      from mailing_recipients r join messages m on m.recipient_id = r.id
      join message_progress as progress on progress.id = m.id join mailings g on g.id = r.mailing_id
      where r.profile_id = any(${profileIds}::bigint[]) and ${messageSeenBy({ message: 'm', mailing: 'g' }, reader)}) as known
    where place <= ${few} order by profile_id, at desc`;

export async function aboutsOf(tx: Tx, profileIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; texts: (string | null)[] }>`
    select id, array_prepend(data ->> 'about',
      array(select held ->> 'description' from jsonb_array_elements(data -> 'positions') held)) as texts
    from visible_profiles where id = any(${profileIds}) and deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.texts.filter((text) => text !== null && text !== '') as string[]]));
}
