import { type Language, message as textOf } from '@headwater/contract/errors';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import type { LastTelegramMessage, MessageWait, TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { dialogsAllowed, telegramErrors, type TelegramErrorCode, usualFloodWait } from '@headwater/domain/outreach/telegram';
import { startOfDay } from '@headwater/domain/time/zone';
import type { Actor } from '@headwater/domain/roles';
import { findCompany } from '#modules/companies/public.ts';
import { findProfileCards } from '#modules/profiles/public.ts';
import { maskContact } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';
import { closedKey, isOfMailing, keyOf, looksUpFrom, mayDiscard, mayRetry, shownState } from './rules.ts';
import { type AccountRow, countDialogs, listAccountsOf, namesOf } from './store/accounts.ts';
import { attentionOf } from './store/attention.ts';
import { closedUsernames, type DialogRow } from './store/dialogs.ts';
import { draftsOf, noDraft } from './store/drafts.ts';
import { type Answered, answeredBy, lastReadOf, listMessagesById, type MessageRow } from './store/messages.ts';

interface Reader {
  actor: Actor;
  language: Language;
  now: Date;
}

const isCode = (error: string): error is TelegramErrorCode => (telegramErrors as readonly string[]).includes(error);

/** TG-072: Telegram's text for an unknown error, else our text for the code. */
export function errorText(error: string, detail: string | null, language: Language): string {
  if (error === 'unknown' && detail?.trim()) return textOf('telegram_unknown_said', language, { message: detail });
  if (error === 'flood_wait') return textOf('telegram_flood_wait', language, { seconds: Number(detail) || usualFloodWait });
  return textOf(isCode(error) ? keyOf(error) : 'telegram_failed', language);
}

const isAhead = (moment: Date | null, now: Date) => moment !== null && moment > now;
const ahead = (moment: Date | null, now: Date) => (isAhead(moment, now) ? (moment?.toISOString() ?? null) : null);

export async function dayStart(tx: Tx, companyId: number, now: Date): Promise<Date> {
  return startOfDay(now, (await findCompany(tx, companyId))?.time_zone ?? 'UTC');
}

export const limitToday = (row: Pick<AccountRow, 'limit_total' | 'warm_up_started_at' | 'warms_up'>, now: Date): number =>
  dialogsAllowed({ limit: row.limit_total, addedAt: row.warm_up_started_at, now, warmsUp: row.warms_up });

export async function dialogsLeft(tx: Tx, rows: readonly AccountRow[], { companyId, now }: { companyId: number; now: Date }) {
  const counts = await countDialogs(
    tx,
    rows.map((row) => row.id),
    await dayStart(tx, companyId, now),
  );
  return (row: AccountRow): number =>
    row.state !== 'connected' || row.frozen_since !== null || isAhead(row.soft_ban_until, now)
      ? 0
      : Math.max(0, limitToday(row, now) - (counts.get(row.id)?.today ?? 0));
}

export async function presentAccounts(tx: Tx, rows: readonly AccountRow[], { actor, language, now }: Reader): Promise<TelegramAccount[]> {
  const names = await namesOf(
    tx,
    rows.map((row) => row.created_by),
  );
  const ids = rows.map((row) => row.id);
  const counts = await countDialogs(tx, ids, await dayStart(tx, actor.company.id, now));
  const left = await dialogsLeft(tx, rows, { companyId: actor.company.id, now });
  return rows.map((row) => {
    const failure = closedKey(row);
    return {
      id: row.id,
      phone_number: row.phone_number,
      name: row.name,
      username: row.username,
      note: row.note,
      created_at: row.created_at.toISOString(),
      created_by: row.created_by === null ? null : { id: row.created_by, name: names.get(row.created_by) ?? '' },
      limit_total: row.limit_total,
      warms_up: row.warms_up,
      limit_today: limitToday(row, now),
      dialogs_created: counts.get(row.id)?.created ?? 0,
      dialogs_available: left(row),
      soft_ban_until: ahead(row.soft_ban_until, now),
      flood_wait_until: ahead(row.flood_wait_until, now),
      look_up_wait_until: looksUpFrom(row, now)?.toISOString() ?? null,
      frozen_since: row.frozen_since?.toISOString() ?? null,
      state: row.state === 'removed' ? 'signed_out' : row.state,
      failure: failure ? textOf(failure, language) : null,
      is_online: row.state === 'connected' && row.is_online,
      is_premium: row.is_premium,
      unread_count: counts.get(row.id)?.unread ?? 0,
    };
  });
}

interface Known {
  answered: ReadonlyMap<number, Answered>;
  names: Map<number, string>;
  dialog: Pick<DialogRow, 'peer_read_up_to'>;
  language: Language;
}

function retryOf({ file_state: state, file_attempts: attempts, file_due_at: dueAt }: MessageRow): string | null {
  const isToCome = state === 'loading' || state === 'no_space';
  return isToCome && attempts > 0 ? (dueAt?.toISOString() ?? null) : null;
}

function presentAnswered(row: MessageRow, said: Answered | undefined): TelegramMessage['reply_to'] {
  if (row.reply_to === null) return null;
  if (!said) return { message_id: null, message: '', kind: null, out: false, attachments: [], is_deleted: false };
  const attachments = said.file_name === null ? [] : [{ name: said.file_name }];
  return { message_id: said.id, message: said.body, kind: said.kind, out: said.is_out, attachments, is_deleted: said.deleted_at !== null };
}

function presentOne(row: MessageRow, { names, answered, dialog, language }: Known): LastTelegramMessage {
  const { file_name: name } = row;
  const state = shownState(row);
  const error = state === 'sent' ? null : row.failure;
  return {
    message_id: row.id,
    message: row.body_text,
    kind: row.kind,
    date: row.said_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    out: row.is_out,
    reply_to: presentAnswered(row, answered.get(row.id)),
    reactions: row.reactions,
    attachments: name === null ? [] : [{ name, size: row.file_size ?? 0, state: row.file_state ?? 'failed', retry_at: retryOf(row) }],
    state,
    is_read: row.is_out && row.telegram_id !== null && row.telegram_id <= dialog.peer_read_up_to,
    error: error === null ? null : isCode(error) ? error : 'failed',
    error_text: error === null ? null : errorText(error, row.error_detail, language),
    may_retry: mayRetry(row),
    may_discard: mayDiscard(row),
    of_mailing: isOfMailing(row),
    decided_in_mailing: state === 'failed' && row.recipient_id !== null,
    sender: row.created_by === null ? null : { id: row.created_by, name: names.get(row.created_by) ?? '' },
  };
}

export async function presentMessages(
  tx: Tx,
  rows: readonly MessageRow[],
  { dialog, language, waits }: Pick<Known, 'dialog' | 'language'> & { waits: ReadonlyMap<number, MessageWait> },
): Promise<TelegramMessage[]> {
  const names = await namesOf(
    tx,
    rows.map((row) => row.created_by),
  );
  const answered = await answeredBy(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...presentOne(row, { names, answered, dialog, language }), waits: waits.get(row.id) ?? null }));
}

function closedBy(account: AccountRow | undefined, language: Language): string | null {
  const key = closedKey(account);
  return key ? textOf(key, language) : null;
}

export async function presentDialogs(tx: Tx, rows: readonly DialogRow[], { actor, language, now }: Reader): Promise<TelegramDialog[]> {
  const ids = rows.map((row) => row.id);
  const cards = await findProfileCards(tx, [...new Set(rows.flatMap((row) => row.profile_id ?? []))], actor);
  const people = new Map(cards.map((card) => [card.id, card]));
  const accounts = new Map((await listAccountsOf(tx, [...new Set(rows.map((row) => row.account_id))])).map((row) => [row.id, row]));
  const lasts = new Map(
    (
      await listMessagesById(
        tx,
        rows.flatMap((row) => row.last_message_id ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  const names = await namesOf(tx, [...rows.map((row) => row.created_by), ...[...lasts.values()].map((row) => row.created_by)]);
  const [drafts, reads] = [await draftsOf(tx, ids, actor.userId), await lastReadOf(tx, ids)];
  const answered = await answeredBy(tx, [...lasts.keys()]);
  const closed = await closedUsernames(tx, actor, ids);
  const attention = await attentionOf(tx, ids, now);
  return rows.map((row) => {
    const mayEdit = row.created_by === actor.userId || row.created_by === null;
    const isMasked = closed.has(row.id);
    const username = row.username !== null && isMasked ? maskContact('telegram', row.username) : row.username;
    const account = accounts.get(row.account_id);
    const draft = drafts.get(row.id) ?? noDraft;
    const last = row.last_message_id === null ? undefined : lasts.get(row.last_message_id);
    const person = row.profile_id === null ? undefined : people.get(row.profile_id);
    const name = person?.name ?? (row.peer_name || (username ? `@${username}` : '…'));
    return {
      id: row.id,
      unread_count: row.unread_count,
      is_marked_unread: row.is_marked_unread,
      last_message: last ? presentOne(last, { names, answered, dialog: row, language }) : null,
      last_read_message_id: reads.get(row.id) ?? null,
      username,
      username_is_masked: isMasked,
      name,
      profile: person ? { id: person.id, name } : null,
      account: {
        id: row.account_id,
        phone_number: account?.phone_number ?? '',
        name: account?.name ?? '',
        state: account?.state ?? 'removed',
      },
      created_at: row.created_at.toISOString(),
      created_by: row.created_by === null ? null : { id: row.created_by, name: names.get(row.created_by) ?? '' },
      last_at: row.last_at.toISOString(),
      needs_attention: attention.has(row.id),
      attention_reason: attention.get(row.id) ?? null,
      is_answer_needless: row.no_answer_needed_up_to !== null && row.answer_due_since === null && last?.is_out === false,
      access_type: row.access_type,
      draft: draft.body,
      draft_version: draft.version,
      closed: closedBy(account, language),
      permissions: {
        edit: mayEdit,
        rename: mayEdit && row.peer_id === null,
        link: row.profile_id === null && row.peer_id !== null,
        unlink: row.profile_id !== null && row.linked_at !== null,
      },
    };
  });
}
