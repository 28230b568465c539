import { createHash } from 'node:crypto';
import type { TelegramErrorCode } from '@headwater/domain/outreach/telegram';
import {
  deferMessage,
  failMessage,
  holdBackMessage,
  mayLeave,
  planOtherChannel,
  recordAcceptance,
  recordPersonReply,
  recordUndecided,
  returnToPlanner,
} from '#modules/messaging/campaigns/public/outcomes.ts';
import { htmlOfText } from '#modules/messaging/campaigns/public.ts';
import { findMessengerMessage, type MessengerProblem } from '#modules/messaging/messages/public/messenger.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import { defaultAccess } from '#modules/messaging/settings/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { dialogFor } from './mailing-dialog.ts';
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
import { type MessageRow, nextMoment, refreshDialogSummary } from '../store/messages.ts';
import { moveVersions } from '../store/versions.ts';

/**
 * Idempotency key at Telegram, derived from the message id. Every copy of the installation derives
 * the same one.
 */
const randomIdOf = (messageId: string): string => {
  const number = createHash('sha256').update(messageId).digest().readBigInt64BE();
  return (number || 1n).toString();
};

/** Failures of the person, independent of the sending account. */
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
  // Mailings treat both errors alike.
  if (code === 'profile_other_name') return 'dialog_elsewhere';
  return problems.has(code) ? (code as MessengerProblem) : undefined;
};

/**
 * The account was removed with the message and has returned. Unless known as sent, the message is
 * looked up in its old dialog first.
 */
async function resume(tx: Tx, { due, known, now }: { due: DueOfMailing; known: MessageRow; now: Date }): Promise<void> {
  await moveVersions(tx, { from: known.id, to: due.id });
  const resumed = await transitions.resume(tx, due.id, { known, html: htmlOfText(known.body_text), now });
  if (!resumed) return;
  if (known.state === 'sent') await recordArrival(tx, resumed, { at: known.said_at });
  await refreshDialogSummary(tx, known.dialog_id);
  await announceDialogs(tx, due.company_id, [known.dialog_id]);
}

async function enter(tx: Tx, { due, dialog, now }: { due: DueOfMailing; dialog: DialogRow; now: Date }): Promise<void> {
  const randomId = randomIdOf(due.message_id);
  const known = await findByRandomId(tx, dialog.account_id, randomId);
  if (known) return resume(tx, { due, known, now });
  const saidAt = await nextMoment(tx, dialog.id, now);
  if (!(await transitions.enter(tx, due.id, { now, conversation: { dialogId: dialog.id, randomId, saidAt } }))) return;
  await refreshDialogSummary(tx, dialog.id);
  await announceDialogs(tx, due.company_id, [dialog.id]);
}

export async function takeFromMailings(
  tx: Tx,
  account: AccountRow,
  { now, mayBegin, registry }: { now: Date; mayBegin: boolean; registry: Registry },
): Promise<boolean> {
  const due = await findDueOfMailings(tx, account.id, { now, mayBegin });
  if (!due) return false;
  if (!(await mayLeave(tx, due.id, { now, holds: false }))) {
    await holdBackMessage(tx, due.id, now);
    return true;
  }
  const dialog = await dialogFor(tx, account, { due, access: await defaultAccess(tx, account.company_id), registry, now });
  if (typeof dialog !== 'string') await enter(tx, { due, dialog, now });
  else await planOtherChannel(tx, due.id, { problem: dialog, now });
  return true;
}

interface Shown {
  dialog: DialogRow;
  message: MessageRow;
}

export const ofMailing = ({ id, company_id: companyId, recipient_id: recipientId }: MessageRow) =>
  recipientId === null ? undefined : { id, companyId, recipientId };

async function leaveDialog(tx: Tx, { dialog, message }: Shown): Promise<void> {
  await transitions.leaveConversation(tx, message.id);
  await refreshDialogSummary(tx, dialog.id);
  await deleteUnusedDialog(tx, dialog.id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}

/** Returns the message to its mailing, because the account may not send now. */
export async function requeue(tx: Tx, shown: Shown, { until, now }: { until: Date; now: Date }): Promise<void> {
  const { id } = shown.message;
  if (!(await deferMessage(tx, id, { sendAt: until, now }))) return;
  await leaveDialog(tx, shown);
  await holdBackMessage(tx, id, now);
}

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
  if (problem) await planOtherChannel(tx, shown.message.id, { problem, now });
}

/**
 * Returns a message after a stop, reply or pause since the claim, also a handed-over one that has
 * not arrived.
 */
export async function requeueUnwanted(tx: Tx, shown: Shown, now: Date): Promise<boolean> {
  const own = ofMailing(shown.message);
  if (!own || (await mayLeave(tx, own.id, { now, holds: true }))) return false;
  await requeue(tx, shown, { until: now, now });
  return true;
}

/**
 * Returns a message after its dialog was linked to another person. It has not arrived and is
 * planned again.
 */
export async function requeueMisdirected(tx: Tx, shown: Shown, now: Date): Promise<boolean> {
  const own = ofMailing(shown.message);
  if (!own || (await profileOfMessage(tx, own.id)) === shown.dialog.profile_id) return false;
  await requeue(tx, shown, { until: now, now });
  const waiting = await findMessengerMessage(tx, own.id);
  if (waiting) await returnToPlanner(tx, { id: own.id, hasLeft: waiting.resent }, now);
  return true;
}

interface Arrival {
  /** Acceptance time by Telegram's clock, in whole seconds. */
  at: Date;
  facts?: { telegram_id: number; said_at: Date; reactions?: string[] } | undefined;
}

/**
 * Records that Telegram accepted the message (`message`: its previous state). A reply that arrived
 * earlier counts as an answer.
 */
export async function recordArrival(tx: Tx, message: MessageRow, { at, facts = undefined }: Arrival): Promise<MessageRow | undefined> {
  // Not before the message entered the dialog.
  const sentAt = at < message.said_at ? message.said_at : at;
  const arrived = await transitions.moveInConversation(tx, message.id, {
    by: 'arrive',
    change: { ...facts, sent_at: sentAt },
    now: sentAt,
  });
  const own = ofMailing(message);
  if (own && arrived) await recordAcceptance(tx, own, sentAt);
  if (own) await recordAnswerTo(tx, message);
  return arrived;
}

/**
 * Ends the search for a message in flight with an unknown outcome. A reply since then counts as an
 * answer.
 */
export async function markUndecided(
  tx: Tx,
  message: MessageRow,
  { failure, now }: { failure: TelegramErrorCode; now: Date },
): Promise<void> {
  const own = ofMailing(message);
  if (!own) return;
  await transitions.recordFailure(tx, own.id, failure);
  await recordUndecided(tx, own, now);
  await recordAnswerTo(tx, message);
}

async function recordAnswerTo(tx: Tx, { id, company_id: companyId }: MessageRow): Promise<void> {
  const answer = await findAnswerTo(tx, id);
  if (answer) await recordPersonReply(tx, { companyId, ...answer });
}
