import { createHash } from 'node:crypto';
import type { TelegramErrorCode } from '@headwater/domain/outreach/telegram';
import {
  acceptedByMessenger,
  failedByMessenger,
  fallBack,
  giveBack,
  holdBack,
  leaveToPlanner,
  leftUndecided,
  mayLeave,
  notePersonReplied,
  sayInstead,
} from '#modules/messaging/campaigns/public.ts';
import { findMessengerMessage, type MessengerProblem, transitions } from '#modules/messaging/messages/public.ts';
import { defaultAccess } from '#modules/messaging/settings/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import { dialogFor } from '../actions/mailing-dialog.ts';
import type { MessengerFailure } from '../messenger-port.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { DialogRow } from '../store/dialogs.ts';
import {
  deleteUnusedDialog,
  dropCarrier,
  type DueOfMailing,
  findAnswerTo,
  findByRandomId,
  findDueOfMailings,
  profileOfCarried,
} from '../store/mailing-messages.ts';
import { insertMessage, type MessageRow, move, nextMoment, noteLast } from '../store/messages.ts';

/** Messages of mailings, as the worker of an account has them in hand. Each waits in `messages`, and enters the dialog when it may leave. */

/** Made of the name that a message has in every copy of the installation: Telegram takes it once, whoever hands it over. */
const randomIdOf = (messageId: string): string => {
  const number = createHash('sha256').update(messageId).digest().readBigInt64BE();
  return (number || 1n).toString();
};

/** What says that nothing reaches this person, whoever tries. */
const problems = new Set<string>([
  'username_unknown',
  'privacy_restricted',
  'payment_required',
  'blocked',
  'not_premium',
  'dialog_elsewhere',
  'dialog_private',
  'dialog_public',
]);
const problemOf = (code: TelegramErrorCode): MessengerProblem | undefined => {
  // To a mailing it is the same whose the name is.
  if (code === 'profile_other_name') return 'dialog_elsewhere';
  return problems.has(code) ? (code as MessengerProblem) : undefined;
};

/**
 * It was in hand in this account before, which was removed and has come back: unless it is known to have left then, that is asked first, in the dialog that
 * it was in. It leaves that one where it is somebody else's by now, and has not arrived.
 */
async function resume(
  tx: Tx,
  { due, randomId, now }: { due: DueOfMailing; randomId: string; now: Date },
  accountId: number,
): Promise<void> {
  const known = await findByRandomId(tx, accountId, randomId);
  if (known && known.body !== due.body_text) await sayInstead(tx, due.id, known.body);
  const change = { mailing_message_id: due.id, is_from_mailing: true, due_at: now, attempts: 0, error: null, error_detail: null };
  const resumed = known && (await move(tx, known.id, { by: 'resume', change }));
  if (!resumed && known) return acceptCarried(tx, { ...known, mailing_message_id: due.id }, known.sent_at);
  if (!resumed) return acceptedByMessenger(tx, { id: due.id, companyId: due.company_id }, now);
  await noteLast(tx, resumed.dialog_id);
  await announceDialogs(tx, due.company_id, [resumed.dialog_id]);
}

async function enter(tx: Tx, { due, dialog, now }: { due: DueOfMailing; dialog: DialogRow; now: Date }): Promise<void> {
  if (!(await transitions.takeUp(tx, due.id))) return;
  const randomId = randomIdOf(due.message_id);
  const carrier = await insertMessage(tx, {
    company_id: due.company_id,
    dialog_id: dialog.id,
    account_id: dialog.account_id,
    random_id: randomId,
    is_out: true,
    state: 'planned',
    body: due.body_text,
    sent_at: await nextMoment(tx, dialog.id, now),
    sender_id: due.created_by,
    request_key: null,
    mailing_message_id: due.id,
    is_from_mailing: true,
    due_at: now,
  });
  if (!carrier) return resume(tx, { due, randomId, now }, dialog.account_id);
  await noteLast(tx, dialog.id);
  await announceDialogs(tx, due.company_id, [dialog.id]);
}

/** Takes the next message of a mailing up that may leave from the account now. False where there is none. */
export async function takeFromMailings(
  tx: Tx,
  account: AccountRow,
  { now, mayBegin, registry }: { now: Date; mayBegin: boolean; registry: Registry },
): Promise<boolean> {
  const due = await findDueOfMailings(tx, account.id, { now, mayBegin });
  if (!due) return false;
  if (!(await mayLeave(tx, due.id, { now, holds: false }))) {
    await holdBack(tx, due.id, now);
    return true;
  }
  const dialog = await dialogFor(tx, account, { due, access: await defaultAccess(tx, account.company_id), registry, now });
  if (typeof dialog !== 'string') await enter(tx, { due, dialog, now });
  else if (await transitions.takeUp(tx, due.id)) await fallBack(tx, due.id, { problem: dialog, now });
  return true;
}

interface Carried {
  dialog: DialogRow;
  message: MessageRow;
}

/** The message of a mailing that this one carries. */
export const carriedBy = ({ message }: Pick<Carried, 'message'>): { id: number; companyId: number } | undefined =>
  message.mailing_message_id === null ? undefined : { id: message.mailing_message_id, companyId: message.company_id };

/** Nothing of it stays in the dialog. */
async function leaveDialog(tx: Tx, { dialog, message }: Carried): Promise<void> {
  await dropCarrier(tx, message.id);
  await noteLast(tx, dialog.id);
  await deleteUnusedDialog(tx, dialog.id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}

/** The account may not send now: the message waits for it as any other, and may be taken back meanwhile. */
export async function putBack(tx: Tx, carried: Carried, { until, now }: { until: Date; now: Date }): Promise<void> {
  const own = carriedBy(carried);
  if (!own) return;
  await leaveDialog(tx, carried);
  await giveBack(tx, own.id, { sendAt: until, now });
}

/** What Telegram refuses leaves another way where there is one, or is said where the mailing is. */
export async function endCarried(
  tx: Tx,
  carried: Carried,
  { code, detail, now }: Pick<MessengerFailure, 'code' | 'detail'> & { now: Date },
): Promise<void> {
  const own = carriedBy(carried);
  if (!own) return;
  await leaveDialog(tx, carried);
  const problem = problemOf(code);
  if (problem) return fallBack(tx, own.id, { problem, now });
  if (code === 'suppressed') return failedByMessenger(tx, own, { reason: 'unsunscribed', detail: 'telegram_suppressed', now });
  return failedByMessenger(tx, own, { reason: 'unexpected', detail, now });
}

/**
 * Stopped, answered or taken out since it was taken up, its window closed, or answers not heard: it does not leave now. Also one that was handed over and
 * has not arrived.
 */
export async function takeBack(tx: Tx, carried: Carried, now: Date): Promise<boolean> {
  const own = carriedBy(carried);
  if (!own || (await mayLeave(tx, own.id, { now, holds: true }))) return false;
  await putBack(tx, carried, { until: now, now });
  return true;
}

/**
 * The dialog is not that of its person any more: somebody has said since it was put there that it is somebody else's. Nothing of it has arrived, and it
 * leaves another way, or in another dialog.
 */
export async function takeBackFromOthers(tx: Tx, carried: Carried, now: Date): Promise<boolean> {
  const own = carriedBy(carried);
  if (!own || (await profileOfCarried(tx, own.id)) === carried.dialog.profile_id) return false;
  await putBack(tx, carried, { until: now, now });
  const waiting = await findMessengerMessage(tx, own.id);
  if (waiting) await leaveToPlanner(tx, { id: own.id, hasLeft: waiting.resent }, now);
  return true;
}

/**
 * Telegram has taken it, at that moment. It tells of whole seconds by its own clock: no sooner than it was put into the dialog (`message`, as it was before).
 * Where the person has written before that was known, they have answered it.
 */
export async function acceptCarried(tx: Tx, message: MessageRow, at: Date): Promise<void> {
  const own = carriedBy({ message });
  if (!own) return;
  await acceptedByMessenger(tx, own, at < message.sent_at ? message.sent_at : at);
  await noteAnswerTo(tx, message);
}

/** Nobody is asked any more whether Telegram has taken it. Whoever has written since it may have reached them has answered it. */
export async function undecideCarried(tx: Tx, message: MessageRow, now: Date): Promise<void> {
  const own = carriedBy({ message });
  if (!own) return;
  await leftUndecided(tx, own, now);
  await noteAnswerTo(tx, message);
}

async function noteAnswerTo(tx: Tx, { id, company_id: companyId }: MessageRow): Promise<void> {
  const answer = await findAnswerTo(tx, id);
  if (answer) await notePersonReplied(tx, { companyId, ...answer });
}
