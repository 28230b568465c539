import { telegramFileBytes } from '@headwater/domain/outreach/telegram';
import type { Tx } from '#platform/database/database.ts';
import { databaseFailure } from '#platform/database/failures.ts';
import { withRetry } from '#platform/retry.ts';
import { isTaken } from '../dialogs/attach.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { lockPersonOf } from '../dialogs/link-dialog.ts';
import type { MessengerFile, MessengerMessage } from '../messenger-port.ts';
import { changeDialog, type DialogRow, findByPeer } from '../store/dialogs.ts';
import { countUnread, findSending, isKnown, type MessageRow, refreshDialogSummary } from '../store/messages.ts';
import { recordPersonRead, recordPersonReply } from '#modules/messaging/campaigns/public/outcomes.ts';
import type { FileState } from '#modules/messaging/messages/public/messenger.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import { readOfMailings } from '../store/mailing-messages.ts';
import { clockSkew, isStop } from '../rules.ts';
import { personOf, profilesOf, recordOptOut } from '../dialogs/suppressed-people.ts';
import { storableText } from '@headwater/domain/storable-text';
import { recordArrival } from '../send/mailing-messages.ts';
import type { AccountContext } from '../worker-services.ts';
import { notifySender } from '../send/notify-sender.ts';

export const longest = 100_000;

/** Messages from before the account belonged to the company are ignored. */
export const beginningOf = (since: Date): Date => new Date(since.getTime() - clockSkew);

export const isOfCompany = ({ sentAt }: Pick<MessengerMessage, 'sentAt'>, since: Date): boolean => sentAt > beginningOf(since);

function stateOf({ name, size }: MessengerFile): FileState {
  if (size > telegramFileBytes) return 'file_too_large';
  return isTaken(name) ? 'loading' : 'illegal_file_type';
}

/**
 * Stores a message once; undefined if known. A message in flight with the same text is completed.
 */
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
    channel: 'telegram',
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

/** Waits for a concurrent link of the person, so that a reply counts in either order. */
const lockUnlinkedPerson = async (tx: Tx, dialog: DialogRow) => (dialog.profile_id === null ? lockPersonOf(tx, dialog) : undefined);

export async function recordStop(
  tx: Tx,
  { registry }: Pick<AccountContext, 'registry'>,
  { dialog, messages }: { dialog: DialogRow; messages: readonly MessengerMessage[] },
) {
  if (!messages.some((each) => !each.isOut && isStop({ text: each.written, kind: each.kind }))) return;
  await lockUnlinkedPerson(tx, dialog);
  await recordOptOut(tx, registry, personOf(dialog));
}

/**
 * Ends mailings to the person who replied, in all channels. An unlinked contact is matched by other
 * accounts or username.
 */
async function endMailings(tx: Tx, dialog: DialogRow, received: readonly MessageRow[]): Promise<void> {
  const last = received.at(-1);
  if (!last) return;
  const writer = { companyId: dialog.company_id, dialogId: dialog.id, at: last.said_at };
  await lockUnlinkedPerson(tx, dialog);
  const profileIds = await profilesOf(tx, personOf(dialog));
  for (const profileId of profileIds.length > 0 ? profileIds : [null]) await recordPersonReply(tx, { ...writer, profileId });
}

export async function recordOpened(
  tx: Tx,
  { id, company_id: companyId, peer_read_up_to: from }: DialogRow,
  { upTo, at }: { upTo: number; at: Date },
): Promise<void> {
  if (upTo <= from) return;
  const ids = await readOfMailings(tx, id, { from, upTo });
  if (ids.length > 0) await recordPersonRead(tx, { companyId, ids, at });
}

interface Came {
  peerId: number;
  messages: readonly MessengerMessage[];
  /**
   * Set if no message up to this id is missing. A single update says nothing about earlier ones.
   */
  completeUpTo?: number;
}

export const ingest = (context: AccountContext, came: Came): Promise<boolean> =>
  withRetry(() => takeIn(context, came), { clock: context.clock, mayPass });

/** Retries serialization failures and short outages, because a reply must not wait for a sync. */
export const mayPass = (error: unknown): boolean => isAway(error) || databaseFailure(error) === 'timeout';

/** The outcome of the transaction is unknown. */
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
    await recordStop(tx, context, { dialog, messages: fresh });
    await refreshDialogSummary(tx, dialog.id);
    await notifySender(tx, { dialog, received, now: context.clock.now() });
    await announceDialogs(tx, context.companyId, [dialog.id]);
    return true;
  });
}

export async function recordReadMark(
  context: AccountContext,
  { peerId, upTo, by }: { peerId: number; upTo: number; by: 'us' | 'person' },
): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const dialog = await findByPeer(tx, context.accountId, peerId);
    if (!dialog) return;
    if (by === 'person') {
      if (upTo <= dialog.peer_read_up_to) return;
      await recordOpened(tx, dialog, { upTo, at: context.clock.now() });
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
