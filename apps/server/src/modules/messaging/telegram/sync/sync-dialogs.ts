import { storableText } from '@headwater/domain/storable-text';
import { secondMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { lockPerson } from '../dialogs/link-dialog.ts';
import { hashOfPeer } from '../dialogs/forget-dialogs.ts';
import type { DialogPlace, MessengerDialog, MessengerFailure, MessengerUser, Outcome, Peer } from '../messenger-port.ts';
import { changeHeld, findAccount } from '../store/accounts.ts';
import {
  changeDialog,
  type DialogRow,
  findByPeer,
  insertDialog,
  isOtherProfiles,
  listByName,
  lockDialog,
  takeNameFromOthers,
} from '../store/dialogs.ts';
import { forgottenUpTo } from '../store/forgotten.ts';
import { countUnread } from '../store/messages.ts';
import { personOf, applyEarlierStop } from '../dialogs/suppressed-people.ts';
import { beginningOf, ingest, isOfCompany, recordOpened } from './ingest.ts';
import { markDialogBehind } from './missing.ts';
import type { AccountContext } from '../worker-services.ts';

const factsOf = ({ access, name, username }: MessengerUser) => ({
  ...(access === null ? {} : { peer_access: access }),
  ...(name ? { peer_name: storableText(name) } : {}),
  // Null clears a released username, which may belong to another person by now.
  username,
});

const forgottenOf = async (tx: Tx, { registry, companyId, accountId }: AccountContext, peerId: number): Promise<number> =>
  forgottenUpTo(tx, accountId, await hashOfPeer(registry, companyId, peerId));

/** Telegram reports whole seconds. */
const wholeSeconds = (moment: Date): Date => new Date(Math.floor(moment.getTime() / secondMs) * secondMs);

/**
 * Locks the dialog that waits under the username. Returns undefined if it was renamed before the
 * lock.
 */
async function waitingUnder(tx: Tx, accountId: number, username: string | null): Promise<DialogRow | undefined> {
  if (!username) return undefined;
  const named = (await listByName(tx, username)).find((row) => row.account_id === accountId && row.peer_id === null);
  const now = named && (await lockDialog(tx, named.id));
  return now?.peer_id === null && now.username?.toLowerCase() === username.toLowerCase() ? now : undefined;
}

/** Returns undefined if the person belongs to another profile in a dialog of another account. */
async function waitingFor(
  tx: Tx,
  { companyId, accountId }: AccountContext,
  { id, username }: Pick<MessengerUser, 'id' | 'username'>,
): Promise<DialogRow | undefined> {
  const named = await waitingUnder(tx, accountId, username);
  if (!named) return undefined;
  await lockPerson(tx, { companyId, peerId: id });
  return (await isOtherProfiles(tx, id, named)) ? undefined : named;
}

/**
 * Stores the person of a waiting dialog. They may have asked another account to stop before the
 * profile was known.
 */
async function saveTelegramUser(
  tx: Tx,
  { registry }: AccountContext,
  { named, user }: { named: DialogRow; user: MessengerUser },
): Promise<DialogRow | undefined> {
  const changed = await changeDialog(tx, named.id, { ...factsOf(user), peer_id: user.id });
  if (changed) await applyEarlierStop(tx, registry, personOf(changed));
  return changed;
}

async function dialogWith(tx: Tx, context: AccountContext, found: MessengerDialog): Promise<DialogRow | undefined> {
  const { user } = found;
  const known = await findByPeer(tx, context.accountId, user.id);
  const named = known ? undefined : await waitingFor(tx, context, user);
  if (user.username) await takeNameFromOthers(tx, { peerId: user.id, username: user.username });
  if (known) return changeDialog(tx, known.id, factsOf(user));
  if (named) return saveTelegramUser(tx, context, { named, user });
  if (found.topMessage <= (await forgottenOf(tx, context, user.id))) return undefined;
  // Messages from before the account belonged to the company are ignored.
  if (found.lastAt === null || found.lastAt < wholeSeconds(context.since)) return undefined;
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

async function recordReads(context: AccountContext, dialogId: number, found: MessengerDialog): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const dialog = await findByPeer(tx, context.accountId, found.user.id);
    if (dialog?.id !== dialogId) return;
    const read = Math.max(dialog.read_up_to, found.readUpTo);
    const person = Math.max(dialog.peer_read_up_to, found.personReadUpTo);
    const toldUpTo = Math.max(dialog.reported_read_up_to, found.readUpTo);
    if (read === dialog.read_up_to && person === dialog.peer_read_up_to && toldUpTo === dialog.reported_read_up_to) return;
    await recordOpened(tx, dialog, { upTo: person, at: context.clock.now() });
    await changeDialog(tx, dialogId, {
      read_up_to: read,
      reported_read_up_to: toldUpTo,
      peer_read_up_to: person,
      unread_count: await countUnread(tx, dialogId, read),
    });
    await announceDialogs(tx, context.companyId, [dialogId]);
  });
}

/** Telegram calls per turn. Due messages leave between turns. */
const callsOfTurn = 10;
const pageOfMessages = 100;

/** Failures of the account, which would also fail the other dialogs. */
const stopping: ReadonlySet<MessengerFailure['code']> = new Set(['flood_wait', 'session_ended', 'phone_banned', 'account_frozen']);

async function knownUpTo(context: AccountContext, dialog: DialogRow, peer: Peer): Promise<Outcome<{ id: number }>> {
  const forgotten = await context.database.readInCompany(context.companyId, (tx) => forgottenOf(tx, context, peer.id));
  const id = Math.max(dialog.synced_up_to, forgotten);
  return id > 0 ? { ok: true, id } : context.line.lastBefore(peer, beginningOf(context.since));
}

/** `known`: no message was missing, and no call was made. */
type Step = 'known' | 'done' | 'more' | MessengerFailure;

async function syncDialog(context: AccountContext, found: MessengerDialog): Promise<Step> {
  const dialog = await context.database.inCompany(context.companyId, (tx) => dialogWith(tx, context, found));
  if (!dialog?.peer_access || dialog.peer_id === null) return 'known';
  const peer = { id: dialog.peer_id, access: dialog.peer_access };
  const isMissing = found.topMessage > dialog.synced_up_to;
  if (isMissing) {
    const known = await knownUpTo(context, dialog, peer);
    const page = known.ok ? await context.line.history(peer, { after: known.id, limit: pageOfMessages, from: 'oldest' }) : known;
    if (!page.ok && stopping.has(page.failure.code)) return page.failure;
    if (!page.ok) throw new Error(page.failure.detail);
    const isLast = page.upTo === 0 || page.upTo >= found.topMessage;
    const messages = page.messages.filter((each) => isOfCompany(each, context.since));
    await ingest(context, { peerId: peer.id, messages, completeUpTo: isLast ? found.topMessage : page.upTo });
    if (!isLast) return 'more';
  }
  await recordReads(context, dialog.id, found);
  if (dialog.has_missing_messages) await markDialogBehind(context, peer.id, false);
  return isMissing ? 'done' : 'known';
}

export interface DialogSync {
  waiting: MessengerDialog[];
  next: DialogPlace | 'first' | null;
  /** The previous sync read all messages up to this id. */
  knownUpTo: number;
  newest: number;
  failed: number;
  /** A dialog may have moved past the current page and was not read. */
  hasSlipped: boolean;
}

export async function startSync(context: AccountContext): Promise<DialogSync> {
  const account = await context.database.readInCompany(context.companyId, (tx) => findAccount(tx, context.accountId));
  return { waiting: [], next: 'first', knownUpTo: account?.complete_up_to ?? 0, newest: 0, failed: 0, hasSlipped: false };
}

/**
 * Whether the following pages are known. Dialogs are sorted by last message, and ids increase
 * across dialogs.
 */
function isPast({ knownUpTo: known }: DialogSync, dialogs: readonly MessengerDialog[], since: Date): boolean {
  const last = dialogs.findLast(({ isPinned }) => !isPinned);
  return last !== undefined && (last.topMessage <= known || (last.lastAt !== null && !isOfCompany({ sentAt: last.lastAt }, since)));
}

async function loadPage(context: AccountContext, sync: DialogSync): Promise<MessengerFailure | undefined> {
  const page = await context.line.dialogs(sync.next === 'first' || sync.next === null ? undefined : sync.next);
  if (!page.ok) return page.failure;
  sync.waiting = page.dialogs;
  sync.newest = Math.max(sync.newest, ...page.dialogs.map(({ topMessage }) => topMessage));
  sync.next = isPast(sync, page.dialogs, context.since) ? null : page.next;
  return undefined;
}

/** An unreadable dialog is counted and does not block the others. */
async function syncFirstDialog(context: AccountContext, sync: DialogSync): Promise<Step> {
  const [found] = sync.waiting;
  if (!found) return 'known';
  try {
    const step = await syncDialog(context, found);
    if (step === 'done' || step === 'known') sync.waiting.shift();
    return step;
  } catch (error) {
    sync.failed += 1;
    sync.waiting.shift();
    context.log.warn({ err: error, accountId: context.accountId }, 'Telegram dialog not readable');
    // A failure of this write ends the sync, which then starts again.
    await markDialogBehind(context, found.user.id, true);
    return 'done';
  }
}

/** Records that no message up to the newest is missing, so that the next sync stops there. */
const recordCompleteSync = (
  { database, companyId, accountId, workerId: worker }: AccountContext,
  { failed, newest, knownUpTo: known }: DialogSync,
) =>
  failed > 0 || newest <= known
    ? undefined
    : database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker, change: { complete_up_to: newest } }));

/** A dialog with a new message moves up, which matters while pages are left. */
export function markSlipped(sync: DialogSync): void {
  if (sync.next !== null) sync.hasSlipped = true;
}

/** Continues a sync of all dialogs. Returns 'done', 'more' or the failure that stops it. */
export async function resumeSync(context: AccountContext, sync: DialogSync): Promise<'done' | 'more' | MessengerFailure> {
  for (let calls = 0; calls < callsOfTurn;) {
    if (sync.waiting.length > 0) {
      const step = await syncFirstDialog(context, sync);
      if (typeof step === 'object') return step;
      if (step !== 'known') calls += 1;
    } else if (sync.next !== null) {
      const failure = await loadPage(context, sync);
      if (failure) return failure;
      calls += 1;
    } else {
      await recordCompleteSync(context, sync);
      return 'done';
    }
  }
  return 'more';
}
