import { type RawBuilder, sql } from 'kysely';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { TelegramKind } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { dialogOpenTo, mayKnowDialogs } from './visibility.ts';

type DialogStatus = Extract<MessageStatus, 'pending' | 'sent' | 'opened' | 'replied' | 'error'>;

/**
 * Status of dialog `d` with last message `last`. A reply at any time counts as replied; a waiting
 * or failed last message takes precedence.
 */
const dialogStatus: RawBuilder<DialogStatus> = sql`case when last.state in ('error', 'unknown') or last.state = 'planned' and last.recipient_id is not null then 'error'
  when last.state in ('planned', 'claimed', 'handed_over') then 'pending'
  when exists (select from messages answer where answer.dialog_id = d.id and not answer.is_out) then 'replied'
  when last.telegram_id <= d.peer_read_up_to then 'opened' else 'sent' end`;

const shownLength = 300;

export const wordsOfMessage = (message: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`coalesce(nullif(${of('body_text')}, ''), case when ${of('kind')} is null then ${of('file_name')} end, '')`;
};

export interface LatestDialog {
  profile_id: number;
  id: number;
  kind: TelegramKind | null;
  text: string;
  is_out: boolean;
  /** Null for the person, or for a message written on the phone. */
  sender: string | null;
  status: DialogStatus;
  at: Date;
}

export function latestDialogs(actor: Actor, profileIds: readonly number[]): RawBuilder<LatestDialog> | undefined {
  if (!mayKnowDialogs(actor)) return undefined;
  return sql<LatestDialog>`
    select d.profile_id, d.id, last.kind, left(${wordsOfMessage('last')}, ${shownLength}) as text, last.is_out,
      nullif(trim(writer.first_name || ' ' || writer.last_name), '') as sender, ${dialogStatus} as status, last.said_at as at
    from (select distinct on (profile_id) * from telegram_dialogs dialogs
      where profile_id = any(${profileIds}::bigint[]) and last_message_id is not null and ${dialogOpenTo('dialogs', actor)}
      order by profile_id, last_at desc, id desc) d
    join messages last on last.id = d.last_message_id left join users writer on writer.id = last.created_by`;
}

interface DialogOfCandidate {
  candidate_id: number;
  id: number;
  status: DialogStatus;
  at: Date;
}

export async function latestDialogsOfCandidates(tx: Tx, actor: Actor, candidateIds: readonly number[]): Promise<DialogOfCandidate[]> {
  if (!mayKnowDialogs(actor) || candidateIds.length === 0) return [];
  const { rows } = await sql<DialogOfCandidate>`
    select d.candidate_id, d.id, ${dialogStatus} as status, last.said_at as at
    from (select distinct on (c.id) c.id as candidate_id, dialogs.id, dialogs.last_message_id, dialogs.peer_read_up_to
      from candidates c join telegram_dialogs dialogs on dialogs.profile_id = c.profile_id
      where c.id = any(${candidateIds}::bigint[]) and dialogs.last_message_id is not null and ${dialogOpenTo('dialogs', actor)}
      order by c.id, dialogs.last_at desc, dialogs.id desc) d
    join messages last on last.id = d.last_message_id`.execute(tx);
  return rows;
}
