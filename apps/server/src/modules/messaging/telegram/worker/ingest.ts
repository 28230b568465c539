import { asksToStop, telegramFileBytes } from '@headwater/domain/outreach/telegram';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { isTaken } from '../actions/attach.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import { hashOfPeer } from '../forget-dialogs.ts';
import type { MessengerDialog, MessengerFailure, MessengerFile, MessengerMessage, MessengerUser } from '../messenger-port.ts';
import { changeDialog, type DialogRow, findByPeer, insertDialog, listByName, takeNameFromOthers } from '../store/dialogs.ts';
import { countUnread, findSending, insertMessage, isKnown, type MessageRow, move, noteLast } from '../store/messages.ts';
import { forgottenUpTo } from '../store/forgotten.ts';
import type { FileState } from '../tables.ts';
import { personOf, suppressPerson } from '../suppressed-people.ts';
import { storableText } from '@headwater/domain/storable-text';
import type { AccountContext } from './services.ts';
import { tellSender } from './tell-sender.ts';

/** Of a dialog that the person has begun, so many messages are shown. */
const firstMessages = 20;
/** Of one that is known, at most so many that were missed. */
const missedMessages = 100;
const longest = 100_000;

/** By how much the clocks here and at Telegram may differ. */
const clockSkew = 5 * minuteMs;

/** What was said before the account was the company's is nobody's here. */
export const isOfCompany = ({ sentAt }: MessengerMessage, since: Date): boolean => sentAt.getTime() > since.getTime() - clockSkew;

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
      const change = { telegram_id: message.id, sent_at: message.sentAt, due_at: null, error: null, error_detail: null };
      return (await move(tx, sending.id, { by: 'accept', change })) ?? sending;
    }
  }
  return insertMessage(tx, {
    company_id: companyId,
    dialog_id: dialogId,
    account_id: accountId,
    telegram_id: message.id,
    is_out: message.isOut,
    state: message.isOut ? 'sent' : 'received',
    body,
    sent_at: message.sentAt,
    sender_id: null,
    request_key: null,
    ...(file ? { file_name: storableText(file.name).slice(0, 255) || 'file', file_size: file.size, file_state: stateOf(file) } : {}),
  });
}

async function noteStop(
  tx: Tx,
  { registry }: Pick<AccountContext, 'registry'>,
  { dialog, messages }: { dialog: DialogRow; messages: readonly MessengerMessage[] },
) {
  if (!messages.some((each) => !each.isOut && asksToStop(each.text))) return;
  await suppressPerson(tx, registry, personOf(dialog));
}

interface Came {
  peerId: number;
  messages: readonly MessengerMessage[];
  /** Set where nothing before that number is missing. What comes by itself says nothing of what was to come before it. */
  completeUpTo?: number;
}

/** Takes up what came in a dialog; says whether the dialog is known. */
export async function ingest(context: AccountContext, { peerId, messages, completeUpTo = 0 }: Came): Promise<boolean> {
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
    await noteStop(tx, context, { dialog, messages: fresh });
    await noteLast(tx, dialog.id);
    await tellSender(tx, { dialog, received, now: context.clock.now() });
    await announceDialogs(tx, context.companyId, [dialog.id]);
    return true;
  });
}

/** Who it is at Telegram now: people change their names. */
const factsOf = ({ access, name, username }: MessengerUser) => ({
  ...(access === null ? {} : { peer_access: access }),
  ...(name ? { peer_name: storableText(name) } : {}),
  // Whoever gave theirs up has none: it may be somebody else's by now.
  username,
});

/** Up to which message the conversation was erased. */
const forgottenOf = async (tx: Tx, { registry, companyId, accountId }: AccountContext, peerId: number): Promise<number> =>
  forgottenUpTo(tx, accountId, await hashOfPeer(registry, companyId, peerId));

/** The dialog with a user: the known one, the one that waits under the name, or a new one where somebody wrote to the account. */
async function dialogWith(
  tx: Tx,
  context: AccountContext,
  { found, since }: { found: MessengerDialog; since: Date },
): Promise<DialogRow | undefined> {
  const { user } = found;
  const known = await findByPeer(tx, context.accountId, user.id);
  if (user.username) await takeNameFromOthers(tx, { peerId: user.id, username: user.username });
  if (known) return changeDialog(tx, known.id, factsOf(user));
  const named = user.username
    ? (await listByName(tx, user.username)).find((row) => row.account_id === context.accountId && row.peer_id === null)
    : undefined;
  if (named) return changeDialog(tx, named.id, { ...factsOf(user), peer_id: user.id });
  if (found.topMessage <= (await forgottenOf(tx, context, user.id))) return undefined;
  // What was said before the account was the company's is nobody's here.
  if (found.lastAt === null || found.lastAt < since) return undefined;
  return insertDialog(tx, {
    company_id: context.companyId,
    account_id: context.accountId,
    profile_id: null,
    username: user.username,
    peer_id: user.id,
    peer_access: user.access,
    peer_name: storableText(user.name),
    created_by: null,
    created_at: context.clock.now(),
    last_at: found.lastAt,
  });
}

async function noteRead(context: AccountContext, dialogId: number, found: MessengerDialog): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const dialog = await findByPeer(tx, context.accountId, found.user.id);
    if (dialog?.id !== dialogId) return;
    const read = Math.max(dialog.read_up_to, found.readUpTo);
    const person = Math.max(dialog.person_read_up_to, found.personReadUpTo);
    const toldUpTo = Math.max(dialog.told_read_up_to, found.readUpTo);
    if (read === dialog.read_up_to && person === dialog.person_read_up_to && toldUpTo === dialog.told_read_up_to) return;
    await changeDialog(tx, dialogId, {
      read_up_to: read,
      told_read_up_to: toldUpTo,
      person_read_up_to: person,
      unread_count: await countUnread(tx, dialogId, read),
    });
    await announceDialogs(tx, context.companyId, [dialogId]);
  });
}

/** What concerns the account, and not one of its dialogs: the others would fail of it as well. */
const stopping: ReadonlySet<MessengerFailure['code']> = new Set(['flood_wait', 'session_ended', 'phone_banned']);

/** One dialog as Telegram has it now. */
async function syncDialog(context: AccountContext, found: MessengerDialog, since: Date): Promise<MessengerFailure | undefined> {
  const dialog = await context.database.inCompany(context.companyId, (tx) => dialogWith(tx, context, { found, since }));
  if (!dialog?.peer_access || dialog.peer_id === null) return undefined;
  const { peer_id: peerId, peer_access: access } = dialog;
  const forgotten = await context.database.readInCompany(context.companyId, (tx) => forgottenOf(tx, context, peerId));
  const known = Math.max(dialog.synced_up_to, forgotten);
  if (found.topMessage > known) {
    const limit = dialog.synced_up_to === 0 && dialog.started_at === null ? firstMessages : missedMessages;
    const history = await context.line.history({ id: peerId, access }, { id: known, limit });
    if (!history.ok && stopping.has(history.failure.code)) return history.failure;
    if (!history.ok) throw new Error(history.failure.detail);
    // A dialog that the company has begun may have had others before it.
    const messages = dialog.started_at === null ? history.messages : history.messages.filter((each) => isOfCompany(each, since));
    await ingest(context, { peerId, messages, completeUpTo: found.topMessage });
  }
  await noteRead(context, dialog.id, found);
  return undefined;
}

/**
 * Looks through all dialogs: after a gap, and when a worker takes the account up. One that cannot be read holds up no other, and is counted. Answers
 * why Telegram does not let the account look.
 */
export async function sync(context: AccountContext, since: Date): Promise<{ failure?: MessengerFailure; unread: number }> {
  const all = await context.line.dialogs();
  if (!all.ok) return { failure: all.failure, unread: 0 };
  let unread = 0;
  for (const found of all.dialogs) {
    try {
      const failure = await syncDialog(context, found, since);
      if (failure) return { failure, unread };
    } catch (error) {
      unread += 1;
      context.log.warn({ err: error, accountId: context.accountId }, 'a dialog at Telegram could not be read');
    }
  }
  return { unread };
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
      if (upTo <= dialog.person_read_up_to) return;
      await changeDialog(tx, dialog.id, { person_read_up_to: upTo });
    } else {
      if (upTo <= dialog.told_read_up_to) return;
      const read = Math.max(dialog.read_up_to, upTo);
      await changeDialog(tx, dialog.id, { read_up_to: read, told_read_up_to: upTo, unread_count: await countUnread(tx, dialog.id, read) });
    }
    await announceDialogs(tx, context.companyId, [dialog.id]);
  });
}
