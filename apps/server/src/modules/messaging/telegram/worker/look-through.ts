import { storableText } from '@headwater/domain/storable-text';
import { secondMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import { lockPerson } from '../actions/link-dialog.ts';
import { hashOfPeer } from '../forget-dialogs.ts';
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
import { personOf, suppressWhoeverAsked } from '../suppressed-people.ts';
import { beginningOf, ingest, isOfCompany, noteOpened } from './ingest.ts';
import { noteBehind } from './missing.ts';
import type { AccountContext } from './services.ts';

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

/** Telegram tells of whole seconds. */
const wholeSeconds = (moment: Date): Date => new Date(Math.floor(moment.getTime() / secondMs) * secondMs);

/** The dialog that waits under the name, held: it may be given another one meanwhile, and is of nobody here then. */
async function waitingUnder(tx: Tx, accountId: number, username: string | null): Promise<DialogRow | undefined> {
  if (!username) return undefined;
  const named = (await listByName(tx, username)).find((row) => row.account_id === accountId && row.peer_id === null);
  const now = named && (await lockDialog(tx, named.id));
  return now?.peer_id === null && now.username?.toLowerCase() === username.toLowerCase() ? now : undefined;
}

/** The same for whoever that is at Telegram, unless they are the person of another profile in a dialog from another SIM card. */
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

/** Who the dialog that waits is with. They may have asked another SIM card to be left alone, as somebody whom nobody knew. */
async function keepUser(
  tx: Tx,
  { registry }: AccountContext,
  { named, user }: { named: DialogRow; user: MessengerUser },
): Promise<DialogRow | undefined> {
  const changed = await changeDialog(tx, named.id, { ...factsOf(user), peer_id: user.id });
  if (changed) await suppressWhoeverAsked(tx, registry, personOf(changed));
  return changed;
}

/** The dialog with a user: the known one, the one that waits under the name, or a new one where somebody wrote to the account. */
async function dialogWith(tx: Tx, context: AccountContext, found: MessengerDialog): Promise<DialogRow | undefined> {
  const { user } = found;
  const known = await findByPeer(tx, context.accountId, user.id);
  const named = known ? undefined : await waitingFor(tx, context, user);
  if (user.username) await takeNameFromOthers(tx, { peerId: user.id, username: user.username });
  if (known) return changeDialog(tx, known.id, factsOf(user));
  if (named) return keepUser(tx, context, { named, user });
  if (found.topMessage <= (await forgottenOf(tx, context, user.id))) return undefined;
  // What was said before the account was the company's is nobody's here.
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

async function noteRead(context: AccountContext, dialogId: number, found: MessengerDialog): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const dialog = await findByPeer(tx, context.accountId, found.user.id);
    if (dialog?.id !== dialogId) return;
    const read = Math.max(dialog.read_up_to, found.readUpTo);
    const person = Math.max(dialog.peer_read_up_to, found.personReadUpTo);
    const toldUpTo = Math.max(dialog.reported_read_up_to, found.readUpTo);
    if (read === dialog.read_up_to && person === dialog.peer_read_up_to && toldUpTo === dialog.reported_read_up_to) return;
    await noteOpened(tx, dialog, { upTo: person, at: context.clock.now() });
    await changeDialog(tx, dialogId, {
      read_up_to: read,
      reported_read_up_to: toldUpTo,
      peer_read_up_to: person,
      unread_count: await countUnread(tx, dialogId, read),
    });
    await announceDialogs(tx, context.companyId, [dialogId]);
  });
}

/** Calls of Telegram in one turn: what has to leave goes on between two turns. */
const callsOfTurn = 10;
/** Messages of one page. */
const pageOfMessages = 100;

/** What concerns the account, and not one of its dialogs: the others would fail of it as well. */
const stopping: ReadonlySet<MessengerFailure['code']> = new Set(['flood_wait', 'session_ended', 'phone_banned', 'account_frozen']);

/** From where on the dialog's messages are missing. */
async function knownUpTo(context: AccountContext, dialog: DialogRow, peer: Peer): Promise<Outcome<{ id: number }>> {
  const forgotten = await context.database.readInCompany(context.companyId, (tx) => forgottenOf(tx, context, peer.id));
  const id = Math.max(dialog.synced_up_to, forgotten);
  return id > 0 ? { ok: true, id } : context.line.lastBefore(peer, beginningOf(context.since));
}

/** `known`: nothing was missing, and nothing was asked for. */
type Step = 'known' | 'done' | 'more' | MessengerFailure;

/** Reads a page of what is missing of one dialog, and says whether that was the last one. */
async function readOn(context: AccountContext, found: MessengerDialog): Promise<Step> {
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
  await noteRead(context, dialog.id, found);
  if (dialog.has_missing_messages) await noteBehind(context, peer.id, false);
  return isMissing ? 'done' : 'known';
}

/** One look through the dialogs, a page after the other. */
export interface Walk {
  /** Of the page in hand, those that were not read yet. */
  waiting: MessengerDialog[];
  next: DialogPlace | 'first' | null;
  /** Up to that message the one before has read all. */
  knownUpTo: number;
  newest: number;
  /** Dialogs that could not be read. */
  failed: number;
  /** A dialog may have moved up past the page in hand: it was not looked at. */
  hasSlipped: boolean;
}

export async function beginWalk(context: AccountContext): Promise<Walk> {
  const account = await context.database.readInCompany(context.companyId, (tx) => findAccount(tx, context.accountId));
  return { waiting: [], next: 'first', knownUpTo: account?.complete_up_to ?? 0, newest: 0, failed: 0, hasSlipped: false };
}

/** Whether nothing further down is news: dialogs stand in the order of their last messages, whose numbers grow over all of them. */
function isPast({ knownUpTo: known }: Walk, dialogs: readonly MessengerDialog[], since: Date): boolean {
  const last = dialogs.findLast(({ isPinned }) => !isPinned);
  return last !== undefined && (last.topMessage <= known || (last.lastAt !== null && !isOfCompany({ sentAt: last.lastAt }, since)));
}

async function turnPage(context: AccountContext, walk: Walk): Promise<MessengerFailure | undefined> {
  const page = await context.line.dialogs(walk.next === 'first' || walk.next === null ? undefined : walk.next);
  if (!page.ok) return page.failure;
  walk.waiting = page.dialogs;
  walk.newest = Math.max(walk.newest, ...page.dialogs.map(({ topMessage }) => topMessage));
  walk.next = isPast(walk, page.dialogs, context.since) ? null : page.next;
  return undefined;
}

/** One that cannot be read holds up no other, and is counted. */
async function readFirst(context: AccountContext, walk: Walk): Promise<Step> {
  const [found] = walk.waiting;
  if (!found) return 'known';
  try {
    const step = await readOn(context, found);
    if (step === 'done' || step === 'known') walk.waiting.shift();
    return step;
  } catch (error) {
    walk.failed += 1;
    walk.waiting.shift();
    context.log.warn({ err: error, accountId: context.accountId }, 'a dialog at Telegram could not be read');
    // Where that cannot be kept either the look ends, and begins anew.
    await noteBehind(context, found.user.id, true);
    return 'done';
  }
}

/** Nothing up to the newest message that it began with is missing: the next look need not go further back. */
const end = ({ database, companyId, accountId, workerId: worker }: AccountContext, { failed, newest, knownUpTo: known }: Walk) =>
  failed > 0 || newest <= known
    ? undefined
    : database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker, change: { complete_up_to: newest } }));

/** Something was said in a dialog while the look is under way: it moves up, which matters as long as there are pages to come. */
export function noteMoved(walk: Walk): void {
  if (walk.next !== null) walk.hasSlipped = true;
}

/**
 * Goes on with a look through all dialogs: after a gap, and when a worker takes the account up. Answers whether it is over, or why Telegram does not let
 * the account look. What happens meanwhile is told by the line.
 */
export async function walkOn(context: AccountContext, walk: Walk): Promise<'done' | 'more' | MessengerFailure> {
  for (let calls = 0; calls < callsOfTurn;) {
    if (walk.waiting.length > 0) {
      const step = await readFirst(context, walk);
      if (typeof step === 'object') return step;
      if (step !== 'known') calls += 1;
    } else if (walk.next !== null) {
      const failure = await turnPage(context, walk);
      if (failure) return failure;
      calls += 1;
    } else {
      await end(context, walk);
      return 'done';
    }
  }
  return 'more';
}
