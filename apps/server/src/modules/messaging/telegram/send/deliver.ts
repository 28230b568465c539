import { storableText } from '@headwater/domain/storable-text';
import { secondMs } from '@headwater/domain/time/durations';
import { usualFloodWait } from '@headwater/domain/outreach/telegram';
import { findActor } from '#modules/accounts/public.ts';
import { isLicensed } from '#modules/companies/public.ts';
import { findInConversation, transitions } from '#modules/messaging/messages/public/messenger.ts';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { countForProfile, hasOtherName, lockPerson } from '../dialogs/link-dialog.ts';
import type { MessengerFailure, MessengerMessage, MessengerUser, Outcome, OutgoingText, Peer, SendResult } from '../messenger-port.ts';
import { accountHindrance, beginningHindrance, isAhead, lookupHindrance, messageHindrance } from './hindrances.ts';
import { hasNoPeer, isBeginning, keepsPace } from '../rules.ts';
import { type AccountRow, changeAccount, extendWait, lockHeld } from '../store/accounts.ts';
import { changeDialog, type DialogRow, findByPeer, isOtherProfiles, lockDialog, takeNameFromOthers } from '../store/dialogs.ts';
import { findDue, isKnown, type MessageRow, refreshDialogSummary } from '../store/messages.ts';
import { mergeDialogs, whyNotMerged } from '../store/merging.ts';
import { forgetUnlinked, isUnlinked } from '../store/unlinked.ts';
import { isSuppressed, personOf, applyEarlierStop } from '../dialogs/suppressed-people.ts';
import { afterGap } from './gaps.ts';
import { isOfCompany } from '../sync/ingest.ts';
import {
  ofMailing,
  requeue,
  recordArrival,
  refuseOfMailing,
  requeueUnwanted,
  requeueMisdirected,
  takeFromMailings,
} from './mailing-messages.ts';
import { applyFailure } from './record-failure.ts';
import type { AccountContext } from '../worker-services.ts';

/** Delays after attempts that failed or have an unknown outcome. */
const waits = [2, 5, 15, 60, 300].map((seconds) => seconds * secondMs);
const waitAfter = (attempts: number): number => waits[Math.min(attempts, waits.length - 1)] ?? 0;

interface Taken {
  account: AccountRow;
  dialog: DialogRow;
  message: MessageRow;
}

async function fail(
  tx: Tx,
  { dialog, message }: Pick<Taken, 'dialog' | 'message'>,
  { code, detail, now }: Pick<MessengerFailure, 'code' | 'detail'> & { now: Date },
): Promise<void> {
  if (ofMailing(message)) return refuseOfMailing(tx, { dialog, message }, { code, detail, now });
  await transitions.moveInConversation(tx, message.id, { by: 'refuse', change: { failure: code, error_detail: detail.slice(0, 500) } });
  await refreshDialogSummary(tx, dialog.id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}

async function takeMailing(
  tx: Tx,
  { registry }: AccountContext,
  { account, now }: { account: AccountRow; now: Date },
): Promise<'again' | 'none'> {
  if (isAhead(account.next_mailing_at, now)) return 'none';
  const mayBegin = !lookupHindrance(account, now) && !(await beginningHindrance(tx, account, now));
  return (await takeFromMailings(tx, account, { now, mayBegin, registry })) ? 'again' : 'none';
}

interface Pace {
  /** Whether the known dialogs show the outcome of messages in flight. */
  mayResume: boolean;
}

async function takeNext(tx: Tx, context: AccountContext, { mayResume }: Pace): Promise<Taken | 'again' | 'none'> {
  const now = context.clock.now();
  const account = await lockHeld(tx, context.accountId, context.workerId);
  if (!account || (await accountHindrance(tx, account, { now, maySend: true }))) return 'none';
  const waiting: number[] = [];
  for (;;) {
    const due = await findDue(tx, account.id, { now, exceptDialogs: waiting, mayResume });
    if (!due) return takeMailing(tx, context, { account, now });
    const dialog = await lockDialog(tx, due.dialog_id);
    const message = await findInConversation(tx, due.dialog_id, due.id);
    if (!dialog || !message) return 'again';
    const known = { begins: isBeginning(dialog), isToLookUp: hasNoPeer(dialog) };
    if (await messageHindrance(tx, { account, message, ...known }, now)) {
      waiting.push(dialog.id);
      continue;
    }
    if (
      message.state !== 'handed_over' &&
      (await isSuppressed(tx, context.registry, { ...personOf(dialog), askedBy: message.created_by }))
    ) {
      await fail(tx, { dialog, message }, { code: 'suppressed', detail: '', now });
      return 'again';
    }
    if (message.file_id !== null && !context.uploads.isReady(message)) {
      waiting.push(dialog.id);
      continue;
    }
    return { account, dialog, message };
  }
}

const inCompany = <Result>({ database, companyId }: AccountContext, work: (tx: Tx) => Promise<Result>) =>
  database.inCompany(companyId, work);

/**
 * Reschedules a message that was not sent. A message of a mailing returns to it if the time is
 * known.
 */
async function putOff(
  tx: Tx,
  taken: Taken,
  { failure, until, now }: { failure: MessengerFailure; until: Date | undefined; now: Date },
): Promise<void> {
  const { dialog, message } = taken;
  if (until && ofMailing(message)) return requeue(tx, taken, { until, now });
  const detail = failure.code === 'flood_wait' ? String(failure.seconds ?? usualFloodWait) : failure.detail.slice(0, 500);
  const dueAt = until ?? new Date(now.getTime() + waitAfter(message.attempts));
  const change = { send_at: dueAt, attempts: message.attempts + 1, failure: failure.code, error_detail: detail };
  await transitions.moveInConversation(tx, message.id, { by: ofMailing(message) ? 'hold' : 'defer', change });
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}

async function refuse(context: AccountContext, taken: Taken, failure: MessengerFailure): Promise<void> {
  await inCompany(context, async (tx) => {
    const { dialog, message } = taken;
    const later = await applyFailure(tx, context, failure);
    // The refused message did not begin the dialog.
    const begun = await lockDialog(tx, dialog.id);
    if (begun && taken.dialog.started_at === null && begun.synced_up_to === 0) await changeDialog(tx, dialog.id, { started_at: null });
    if (later || failure.code === 'unreachable') return putOff(tx, taken, { failure, until: later?.until, now: context.clock.now() });
    if (isRenamed(taken, begun)) return;
    await fail(tx, { dialog, message }, { ...failure, now: context.clock.now() });
  });
}

async function accept(
  context: AccountContext,
  { dialog, message }: Taken,
  { sent, at = context.clock.now() }: { sent: { id: number; sentAt: Date } | undefined; at?: Date | undefined },
): Promise<void> {
  await inCompany(context, async (tx) => {
    if (!(await lockDialog(tx, dialog.id))) return;
    // An update may have reported the message before the response.
    if (sent) await transitions.deleteReportedCopy(tx, { accountId: context.accountId, telegramId: sent.id, except: message.id });
    await recordArrival(tx, message, { at, facts: sent && { telegram_id: sent.id, said_at: sent.sentAt } });
    await refreshDialogSummary(tx, dialog.id);
    await announceDialogs(tx, dialog.company_id, [dialog.id]);
  });
}

/**
 * A user changed the username during the lookup: the result is discarded, and the next turn
 * resolves the new one.
 */
const isRenamed = ({ dialog }: Pick<Taken, 'dialog'>, now: DialogRow | undefined): boolean =>
  dialog.peer_id === null && now !== undefined && now.username?.toLowerCase() !== dialog.username?.toLowerCase();

/**
 * Whether the waiting dialog's profile has another username than the contact of the known dialog,
 * as its creator sees it.
 */
async function isOfAnother(
  tx: Tx,
  { from, into, usernames }: { from: DialogRow; into: DialogRow; usernames: readonly (string | null)[] },
): Promise<boolean> {
  if (into.profile_id !== null || from.profile_id === null || from.created_by === null) return false;
  const actor = await findActor(tx, from.created_by);
  return actor !== undefined && hasOtherName(tx, actor, { profileId: from.profile_id, usernames });
}

/**
 * Whether the person was unlinked from the profile and asked for no messages. Then the message
 * fails, and nothing else changes.
 */
async function isRefusedContact(
  context: AccountContext,
  tx: Tx,
  { dialog, peer: { id, username } }: { dialog: DialogRow; peer: MessengerUser },
): Promise<boolean> {
  const { companyId, registry } = context;
  const { profile_id: profileId } = dialog;
  if (profileId === null || !(await isUnlinked(tx, { companyId, peerId: id }, profileId))) return false;
  return isSuppressed(tx, registry, { companyId, profileId: null, peerId: id, username: username ?? null, askedBy: null });
}

/** A manual message after an unlink overrides the unlink, once the message may reach the person. */
async function overrideUnlink(
  tx: Tx,
  { dialog, peerId, writtenAt }: { dialog: DialogRow; peerId: number; writtenAt: Date | null | undefined },
): Promise<void> {
  const { company_id: companyId, profile_id: profileId } = dialog;
  if (profileId === null || writtenAt === undefined) return;
  await forgetUnlinked(tx, { company_id: companyId, peer_id: peerId, username: null, saidBefore: writtenAt }, profileId);
}

/**
 * Stores the resolved person and merges dialogs with the same one. A message to one person never
 * goes to another.
 */
async function savePeer(context: AccountContext, { dialog, message }: Taken, peer: MessengerUser): Promise<void> {
  const { id, access, name, username } = peer;
  await inCompany(context, async (tx) => {
    const now = await lockDialog(tx, dialog.id);
    if (!now || now.peer_id !== dialog.peer_id || isRenamed({ dialog }, now)) return undefined;
    const other = await findByPeer(tx, context.accountId, id);
    await lockPerson(tx, { companyId: context.companyId, peerId: id });
    const writtenAt = ofMailing(message) ? undefined : message.queued_at;
    // The username may belong to another person by now.
    if ((now.peer_id !== null && now.peer_id !== id) || (await isOtherProfiles(tx, id, { ...now, writtenAt })))
      return fail(tx, { dialog, message }, { code: 'dialog_elsewhere', detail: '', now: context.clock.now() });
    if (await isRefusedContact(context, tx, { dialog: now, peer }))
      return fail(tx, { dialog, message }, { code: 'suppressed', detail: '', now: context.clock.now() });
    if (other && other.id !== dialog.id) {
      // Telegram returns one of several usernames; the profile may have the one that was resolved.
      const isOthers = await isOfAnother(tx, { from: now, into: other, usernames: [now.username, username] });
      const reason = isOthers ? 'profile_other_name' : await whyNotMerged(tx, { from: now, into: other });
      if (reason) return fail(tx, { dialog, message }, { code: reason, detail: '', now: context.clock.now() });
      await overrideUnlink(tx, { dialog: now, peerId: id, writtenAt });
      const merged = await mergeDialogs(tx, { from: now, into: other }, context.clock.now());
      if (other.profile_id === null) await countForProfile(tx, context.registry, merged);
      await refreshDialogSummary(tx, other.id);
      await announceDialogs(tx, context.companyId, [dialog.id, other.id]);
      return;
    }
    await overrideUnlink(tx, { dialog: now, peerId: id, writtenAt });
    const changed = await changeDialog(tx, dialog.id, {
      peer_id: id,
      peer_access: access,
      peer_name: storableText(name),
      ...(username ? { username } : {}),
    });
    if (username) await takeNameFromOthers(tx, { peerId: id, username });
    // The person may have asked another account to stop before the profile was known.
    if (changed) await applyEarlierStop(tx, context.registry, personOf(changed));
  });
}

/** Commits the intent before the network call: from here on only Telegram knows the outcome. */
async function claim(context: AccountContext, { dialog: { id }, message }: Taken): Promise<boolean> {
  return inCompany(context, async (tx) => {
    const account = await lockHeld(tx, context.accountId, context.workerId);
    if (!account || !(await isLicensed(tx, context.companyId, context.clock))) return false;
    // Lock the dialog before the message, as the processing of replies does. The dialog may have
    // been relinked since the claim.
    const dialog = await lockDialog(tx, id);
    if (!dialog || (await requeueMisdirected(tx, { dialog, message }, context.clock.now()))) return false;
    // They may have asked for it since the message was taken up, also where it was handed over before and has not arrived.
    if (await isSuppressed(tx, context.registry, { ...personOf(dialog), askedBy: message.created_by })) {
      await fail(tx, { dialog, message }, { code: 'suppressed', detail: '', now: context.clock.now() });
      return false;
    }
    if (await requeueUnwanted(tx, { dialog, message }, context.clock.now())) return false;
    if (message.state !== 'handed_over' && !(await transitions.moveInConversation(tx, message.id, { by: 'leave' }))) return false;
    const now = context.clock.now();
    if (keepsPace(message, now)) await changeAccount(tx, account.id, { next_mailing_at: afterGap(now, context.gaps.mailings) });
    if (isBeginning(dialog)) {
      await changeDialog(tx, dialog.id, { started_at: now });
      await changeAccount(tx, account.id, { next_dialog_at: afterGap(now, context.gaps.dialogs) });
    }
    return true;
  });
}

/** Finds our message in Telegram's history: the same text, and not a known message. */
async function findSent(
  context: AccountContext,
  { account, dialog, message }: Taken,
  peer: Peer,
): Promise<MessengerMessage | 'unreachable' | undefined> {
  // A message from before the account was removed: newer history counts as read and is not the
  // company's.
  const isFromBefore = message.said_at < account.created_at;
  const history = await context.line.history(peer, { after: isFromBefore ? 0 : dialog.synced_up_to, limit: 100, from: 'newest' });
  if (!history.ok) return 'unreachable';
  const ours = history.messages.filter(
    (each) =>
      each.isOut &&
      each.text === message.body_text &&
      (each.file?.name ?? null) === message.file_name &&
      isOfCompany(each, isFromBefore ? message.said_at : account.created_at),
  );
  for (const each of ours) {
    if (!(await context.database.readInCompany(context.companyId, (tx) => isKnown(tx, context.accountId, each.id)))) return each;
  }
  return undefined;
}

function outgoing({ uploads }: AccountContext, { message, peer }: { message: MessageRow; peer: Peer }): Outcome<{ text: OutgoingText }> {
  const answering = message.reply_to === null ? {} : { replyTo: message.reply_to };
  const text = { peer, randomId: message.random_id ?? '0', text: message.body_text, ...answering };
  if (message.file_name === null) return { ok: true, text };
  const upload = uploads.take(message.id);
  if (message.file_id === null || upload === 'gone') return { ok: false, failure: { code: 'failed', detail: 'the file is gone' } };
  if (!upload) return { ok: false, failure: { code: 'unreachable', detail: '' } };
  return upload.ok ? { ok: true, text: { ...text, file: upload.file } } : upload;
}

async function postpone(context: AccountContext, { dialog, message }: Taken): Promise<void> {
  const dueAt = new Date(context.clock.now().getTime() + waitAfter(message.attempts));
  const change = { send_at: dueAt, attempts: message.attempts + 1 };
  await inCompany(context, async (tx) => {
    const move = (by: 'postpone' | 'hold' | 'defer') => transitions.moveInConversation(tx, message.id, { by, change });
    const moved = (await move('postpone')) ?? (await move(ofMailing(message) ? 'hold' : 'defer'));
    // Open screens show the new reason.
    if (moved) await announceDialogs(tx, dialog.company_id, [dialog.id]);
  });
}

async function settle(context: AccountContext, taken: Taken, { result, peer }: { result: SendResult; peer: Peer }): Promise<void> {
  if (result.outcome === 'accepted') return accept(context, taken, { sent: result });
  if (result.outcome === 'refused') return refuse(context, taken, result.failure);
  if (result.outcome === 'unknown') return postpone(context, taken);
  const found = await findSent(context, taken, peer);
  return found === 'unreachable' ? postpone(context, taken) : accept(context, taken, { sent: found, at: found?.sentAt });
}

/**
 * Resolves the username of a dialog. A flood wait delays further lookups only; known people can
 * still be written to.
 */
async function lookUp(context: AccountContext, taken: Taken): Promise<void> {
  const { accountId, clock, gaps, line } = context;
  const known = await line.resolve(taken.dialog.username ?? '');
  const flood = !known.ok && known.failure.code === 'flood_wait' ? known.failure : undefined;
  const now = clock.now();
  const until = flood ? new Date(now.getTime() + (flood.seconds ?? usualFloodWait) * secondMs) : afterGap(now, gaps.lookUps);
  await inCompany(context, async (tx) => {
    if (until) await extendWait(tx, accountId, { of: 'next_lookup_at', until });
    if (flood && (await lockDialog(tx, taken.dialog.id))) await putOff(tx, taken, { failure: flood, until: until ?? now, now });
  });
  if (flood) return undefined;
  if (!known.ok) return refuse(context, taken, known.failure);
  // Sending requires the access hash.
  if (known.user.access === null) return refuse(context, taken, { code: 'username_unknown', detail: 'USERNAME_NOT_OCCUPIED' });
  return savePeer(context, taken, known.user);
}

async function deliver(context: AccountContext, taken: Taken): Promise<void> {
  const { dialog, message } = taken;
  const { peer_id: id, peer_access: access } = dialog;
  if (id === null || access === null) return lookUp(context, taken);
  const peer = { id, access };
  if (message.state === 'handed_over') {
    // A worker or the connection failed during the send: the message may have left.
    const found = await findSent(context, taken, peer);
    if (found === 'unreachable') return postpone(context, taken);
    if (found) return accept(context, taken, { sent: found, at: found.sentAt });
  }
  const ready = outgoing(context, { message, peer });
  if (!ready.ok) return refuse(context, taken, ready.failure);
  if (!(await claim(context, taken))) return undefined;
  return settle(context, taken, { peer, result: await context.line.send(ready.text) });
}

/**
 * Sends the next message or determines the outcome of one in flight. Returns false if nothing may
 * leave.
 */
export async function deliverNext(context: AccountContext, pace: Pace): Promise<boolean> {
  if (!(await context.database.asSystem(context.maySend))) return false;
  const taken = await inCompany(context, (tx) => takeNext(tx, context, pace));
  if (taken === 'none') return false;
  if (taken === 'again') return true;
  try {
    await deliver(context, taken);
  } catch (error) {
    // A failed message must not block the others.
    context.log.warn(
      { err: error, accountId: context.accountId, messageId: taken.message.id },
      'a message for Telegram could not be handled',
    );
    await postpone(context, taken);
  }
  return true;
}
