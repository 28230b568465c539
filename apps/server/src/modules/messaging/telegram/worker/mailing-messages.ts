import { createHash } from 'node:crypto';
import type { TelegramErrorCode } from '@headwater/domain/outreach/telegram';
import {
  acceptedByMessenger,
  deferMessage,
  failMessage,
  holdBack,
  htmlOfText,
  leaveToPlanner,
  leftUndecided,
  mayLeave,
  notePersonReplied,
  planOtherWay,
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
  type DueOfMailing,
  findAnswerTo,
  findByRandomId,
  findDueOfMailings,
  profileOfMessage,
} from '../store/mailing-messages.ts';
import { type MessageRow, nextMoment, noteLast } from '../store/messages.ts';
import { moveVersions } from '../store/versions.ts';

/** Messages of mailings that leave by Telegram. Each enters its dialog when it may leave. */

/** Derived from the name that a message has in every copy of the installation: Telegram accepts it once, whoever sends it. */
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
 * The account had the message before, was removed and has come back. Unless the message is known to have left then, the account looks for it in the dialog
 * that it was in before it sends it again.
 */
async function resume(tx: Tx, { due, known, now }: { due: DueOfMailing; known: MessageRow; now: Date }): Promise<void> {
  await moveVersions(tx, { from: known.id, to: due.id });
  const resumed = await transitions.resume(tx, due.id, { known, html: htmlOfText(known.body_text), now });
  if (!resumed) return;
  if (known.state === 'sent') await recordArrival(tx, resumed, { at: known.said_at });
  await noteLast(tx, known.dialog_id);
  await announceDialogs(tx, due.company_id, [known.dialog_id]);
}

async function enter(tx: Tx, { due, dialog, now }: { due: DueOfMailing; dialog: DialogRow; now: Date }): Promise<void> {
  const randomId = randomIdOf(due.message_id);
  const known = await findByRandomId(tx, dialog.account_id, randomId);
  if (known) return resume(tx, { due, known, now });
  const saidAt = await nextMoment(tx, dialog.id, now);
  if (!(await transitions.enter(tx, due.id, { dialogId: dialog.id, randomId, saidAt, now }))) return;
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
  else await planOtherWay(tx, due.id, { problem: dialog, now });
  return true;
}

interface Shown {
  dialog: DialogRow;
  message: MessageRow;
}

/** The message as its mailing knows it; undefined if nobody planned it. */
export const ofMailing = ({ id, company_id: companyId, recipient_id: recipientId }: MessageRow) =>
  recipientId === null ? undefined : { id, companyId, recipientId };

/** Nothing of it stays in the dialog. */
async function leaveDialog(tx: Tx, { dialog, message }: Shown): Promise<void> {
  await transitions.leaveConversation(tx, message.id);
  await noteLast(tx, dialog.id);
  await deleteUnusedDialog(tx, dialog.id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}

/** The account may not send now: the message waits as any other of its mailing. */
export async function putBack(tx: Tx, shown: Shown, { until, now }: { until: Date; now: Date }): Promise<void> {
  const { id } = shown.message;
  if (!(await deferMessage(tx, id, { sendAt: until, now }))) return;
  await leaveDialog(tx, shown);
  await holdBack(tx, id, now);
}

/** What Telegram refuses leaves another way where there is one, else its mailing shows why. */
export async function refuseOfMailing(
  tx: Tx,
  shown: Shown,
  { code, detail, now }: Pick<MessengerFailure, 'code' | 'detail'> & { now: Date },
): Promise<void> {
  const own = ofMailing(shown.message);
  const problem = problemOf(code);
  const failure =
    code === 'suppressed'
      ? ({ reason: 'unsunscribed', detail: 'telegram_suppressed' } as const)
      : ({ reason: 'unexpected', detail } as const);
  const isSettled = problem
    ? await deferMessage(tx, shown.message.id, { sendAt: now, now })
    : own && (await failMessage(tx, own, { ...failure, now }));
  if (!isSettled) return;
  await leaveDialog(tx, shown);
  if (problem) await planOtherWay(tx, shown.message.id, { problem, now });
}

/**
 * Stopped, answered or taken out since it was taken up, its window closed, or answers not read: it does not leave now. Also one that was handed over and
 * has not arrived.
 */
export async function takeBack(tx: Tx, shown: Shown, now: Date): Promise<boolean> {
  const own = ofMailing(shown.message);
  if (!own || (await mayLeave(tx, own.id, { now, holds: true }))) return false;
  await putBack(tx, shown, { until: now, now });
  return true;
}

/**
 * The dialog is not that of its person any more: a user has linked it to somebody else since. Nothing of the message has arrived, and it leaves another
 * way, or in another dialog.
 */
export async function takeBackFromOthers(tx: Tx, shown: Shown, now: Date): Promise<boolean> {
  const own = ofMailing(shown.message);
  if (!own || (await profileOfMessage(tx, own.id)) === shown.dialog.profile_id) return false;
  await putBack(tx, shown, { until: now, now });
  const waiting = await findMessengerMessage(tx, own.id);
  if (waiting) await leaveToPlanner(tx, { id: own.id, hasLeft: waiting.resent }, now);
  return true;
}

interface Arrival {
  /** When Telegram took it, in whole seconds of its own clock. */
  at: Date;
  /** What Telegram says of it. */
  facts?: { telegram_id: number; said_at: Date; reactions?: string[] } | undefined;
}

/** Telegram has taken the message (`message`, as it was before). If the person has written before that was known, they have answered it. */
export async function recordArrival(tx: Tx, message: MessageRow, { at, facts = undefined }: Arrival): Promise<MessageRow | undefined> {
  // No sooner than it was put into the dialog.
  const sentAt = at < message.said_at ? message.said_at : at;
  const arrived = await transitions.moveInConversation(tx, message.id, {
    by: 'arrive',
    change: { ...facts, sent_at: sentAt },
    now: sentAt,
  });
  const own = ofMailing(message);
  if (own && arrived) await acceptedByMessenger(tx, own, sentAt);
  if (own) await noteAnswerTo(tx, message);
  return arrived;
}

/** The account asks no more whether Telegram has taken it. If the person has written since it may have reached them, they have answered it. */
export async function leaveUndecided(
  tx: Tx,
  message: MessageRow,
  { failure, now }: { failure: TelegramErrorCode; now: Date },
): Promise<void> {
  const own = ofMailing(message);
  if (!own) return;
  await transitions.recordFailure(tx, own.id, failure);
  await leftUndecided(tx, own, now);
  await noteAnswerTo(tx, message);
}

async function noteAnswerTo(tx: Tx, { id, company_id: companyId }: MessageRow): Promise<void> {
  const answer = await findAnswerTo(tx, id);
  if (answer) await notePersonReplied(tx, { companyId, ...answer });
}
