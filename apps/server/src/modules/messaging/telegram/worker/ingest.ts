import { telegramFileBytes } from '@headwater/domain/outreach/telegram';
import type { Tx } from '#platform/database/database.ts';
import { databaseFailure } from '#platform/database/failures.ts';
import { withRetry } from '#platform/retry.ts';
import { isTaken } from '../actions/attach.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import { lockPersonOf } from '../actions/link-dialog.ts';
import type { MessengerFile, MessengerMessage } from '../messenger-port.ts';
import { changeDialog, type DialogRow, findByPeer } from '../store/dialogs.ts';
import { countUnread, findSending, isKnown, type MessageRow, noteLast } from '../store/messages.ts';
import { notePersonRead, notePersonReplied } from '#modules/messaging/campaigns/public.ts';
import { type FileState, transitions } from '#modules/messaging/messages/public.ts';
import { readOfMailings } from '../store/mailing-messages.ts';
import { clockSkew, isStop } from '../rules.ts';
import { personOf, profilesOf, suppressPerson } from '../suppressed-people.ts';
import { storableText } from '@headwater/domain/storable-text';
import { recordArrival } from './mailing-messages.ts';
import type { AccountContext } from './services.ts';
import { tellSender } from './tell-sender.ts';

export const longest = 100_000;

/** What was said before that, when the account was not the company's, is nobody's here. */
export const beginningOf = (since: Date): Date => new Date(since.getTime() - clockSkew);

export const isOfCompany = ({ sentAt }: Pick<MessengerMessage, 'sentAt'>, since: Date): boolean => sentAt > beginningOf(since);

function stateOf({ name, size }: MessengerFile): FileState {
  if (size > telegramFileBytes) return 'file_too_large';
  return isTaken(name) ? 'loading' : 'illegal_file_type';
}

/** Keeps one message, once: undefined where it is known. What was on its way with these words is the same one. */
async function keep(tx: Tx, dialog: DialogRow, message: MessengerMessage): Promise<MessageRow | undefined> {
  const { account_id: accountId, company_id: companyId, id: dialogId } = dialog;
  if (await isKnown(tx, accountId, message.id)) return undefined;
  const body = storableText(message.text).slice(0, longest);
  const { file } = message;
  if (message.isOut) {
    const sending = await findSending(tx, dialogId, { body, fileName: file?.name ?? null });
    if (sending) {
      const facts = { telegram_id: message.id, said_at: message.sentAt, reactions: message.reactions };
      return (await recordArrival(tx, sending, { at: message.sentAt, facts })) ?? sending;
    }
  }
  return transitions.insertIntoConversation(tx, {
    company_id: companyId,
    dialog_id: dialogId,
    telegram_account_id: accountId,
    telegram_id: message.id,
    is_out: message.isOut,
    state: message.isOut ? 'sent' : 'received',
    body_text: body,
    kind: message.kind,
    edited_at: message.editedAt,
    reply_to: message.replyTo,
    reactions: message.reactions,
    said_at: message.sentAt,
    sent_at: message.isOut ? message.sentAt : null,
    created_by: null,
    ...(file ? { file_name: storableText(file.name).slice(0, 255) || 'file', file_size: file.size, file_state: stateOf(file) } : {}),
  });
}

/** Whose a stranger is may be said in another dialog with them at this moment: it is waited for, so that what they say here counts in either order. */
const holdStranger = async (tx: Tx, dialog: DialogRow) => (dialog.profile_id === null ? lockPersonOf(tx, dialog) : undefined);

/** Whoever asks for it gets nothing more. */
export async function noteStop(
  tx: Tx,
  { registry }: Pick<AccountContext, 'registry'>,
  { dialog, messages }: { dialog: DialogRow; messages: readonly MessengerMessage[] },
) {
  if (!messages.some((each) => !each.isOut && isStop({ text: each.written, kind: each.kind }))) return;
  await holdStranger(tx, dialog);
  await suppressPerson(tx, registry, personOf(dialog));
}

/** Whoever answers gets nothing more by mailings, whichever way these reach them: also a stranger whom the company knows from another SIM card, or by their name. */
async function endMailings(tx: Tx, dialog: DialogRow, received: readonly MessageRow[]): Promise<void> {
  const last = received.at(-1);
  if (!last) return;
  const writer = { companyId: dialog.company_id, dialogId: dialog.id, at: last.said_at };
  await holdStranger(tx, dialog);
  const profileIds = await profilesOf(tx, personOf(dialog));
  for (const profileId of profileIds.length > 0 ? profileIds : [null]) await notePersonReplied(tx, { ...writer, profileId });
}

/** The person has read up to there. */
export async function noteOpened(
  tx: Tx,
  { id, company_id: companyId, peer_read_up_to: from }: DialogRow,
  { upTo, at }: { upTo: number; at: Date },
): Promise<void> {
  if (upTo <= from) return;
  const ids = await readOfMailings(tx, id, { from, upTo });
  if (ids.length > 0) await notePersonRead(tx, { companyId, ids, at });
}

interface Came {
  peerId: number;
  messages: readonly MessengerMessage[];
  /** Set where nothing before that number is missing. What comes by itself says nothing of what was to come before it. */
  completeUpTo?: number;
}

/** Takes up what came in a dialog; says whether the dialog is known. */
export const ingest = (context: AccountContext, came: Came): Promise<boolean> =>
  withRetry(() => takeIn(context, came), { clock: context.clock, mayPass });

/** A transaction that was given up for another one, or a database that is away for a moment, must not make an answer wait. */
export const mayPass = (error: unknown): boolean => isAway(error) || databaseFailure(error) === 'timeout';

/** The database says nothing of what was to be kept. */
export const isAway = (error: unknown): boolean => databaseFailure(error) === 'unavailable';

function takeIn(context: AccountContext, { peerId, messages, completeUpTo = 0 }: Came): Promise<boolean> {
  return context.database.inCompany(context.companyId, async (tx) => {
    const dialog = await findByPeer(tx, context.accountId, peerId);
    if (!dialog) return false;
    const fresh: MessengerMessage[] = [];
    const received: MessageRow[] = [];
    for (const message of messages) {
      const row = await keep(tx, dialog, message);
      if (row) fresh.push(message);
      if (row?.state === 'received') received.push(row);
    }
    const newest = Math.max(dialog.synced_up_to, completeUpTo);
    if (fresh.length === 0 && newest === dialog.synced_up_to) return true;
    await changeDialog(tx, dialog.id, { synced_up_to: newest, unread_count: await countUnread(tx, dialog.id, dialog.read_up_to) });
    await endMailings(tx, dialog, received);
    await noteStop(tx, context, { dialog, messages: fresh });
    await noteLast(tx, dialog.id);
    await tellSender(tx, { dialog, received, now: context.clock.now() });
    await announceDialogs(tx, context.companyId, [dialog.id]);
    return true;
  });
}

/** Read marks of both sides, as they happen. */
export async function noteReadMark(
  context: AccountContext,
  { peerId, upTo, by }: { peerId: number; upTo: number; by: 'us' | 'person' },
): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const dialog = await findByPeer(tx, context.accountId, peerId);
    if (!dialog) return;
    if (by === 'person') {
      if (upTo <= dialog.peer_read_up_to) return;
      await noteOpened(tx, dialog, { upTo, at: context.clock.now() });
      await changeDialog(tx, dialog.id, { peer_read_up_to: upTo });
    } else {
      if (upTo <= dialog.reported_read_up_to) return;
      const read = Math.max(dialog.read_up_to, upTo);
      await changeDialog(tx, dialog.id, {
        read_up_to: read,
        reported_read_up_to: upTo,
        unread_count: await countUnread(tx, dialog.id, read),
      });
    }
    await announceDialogs(tx, context.companyId, [dialog.id]);
  });
}
