import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { telegramFileBytes, telegramTextBounds } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import { findFile, type FileRow } from '#modules/files/public.ts';
import { shareLockFile } from '#modules/files/public/dialogs.ts';
import { readNotices } from '#modules/notices/public.ts';
import { findInConversation } from '#modules/messaging/messages/public/messenger.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { type FileStore, isMissing } from '#platform/files/store.ts';
import { closedKey, mayRetry } from '../rules.ts';
import { findAccount, wakeAccount } from '../store/accounts.ts';
import { changeDialog, type DialogRow } from '../store/dialogs.ts';
import {
  countUnread,
  findByRequest,
  type MessageRow,
  nextMoment,
  refreshDialogSummary,
  receivedUpTo,
  telegramIdUpTo,
} from '../store/messages.ts';
import { deleteUnsent } from '../store/unsent-files.ts';
import { isSuppressed, personOf } from './suppressed-people.ts';
import { announceDialogs } from './dialogs.ts';
import { endDraft } from './drafts.ts';
import { requireDialog, requireLocked, requireMessage } from './require-dialog.ts';

export const makeRandomId = (): string => (randomBytes(8).readBigInt64BE() || 1n).toString();

async function requireConnected(tx: Tx, dialog: DialogRow): Promise<void> {
  const closed = closedKey(await findAccount(tx, dialog.account_id));
  if (closed) throw new AppError(closed);
}

async function requireOpen(tx: Tx, actor: Actor, { dialog, registry }: { dialog: DialogRow; registry: Registry }): Promise<void> {
  await requireConnected(tx, dialog);
  if (await isSuppressed(tx, registry, { ...personOf(dialog), askedBy: actor.userId })) throw new AppError('telegram_suppressed');
}

async function requireFiles(tx: Tx, dialog: DialogRow, ids: readonly number[]): Promise<FileRow[]> {
  const files: FileRow[] = [];
  for (const id of new Set(ids)) {
    // The lock keeps the daily cleanup from deleting an unsent file.
    const file = await shareLockFile(tx, id);
    if (file?.attached_to !== 'telegram' || file.attached_id !== dialog.id || file.company_id !== dialog.company_id)
      throw new FieldErrors({ attachment_ids: 'attachment_missing' });
    files.push(file);
  }
  return files;
}

/**
 * Each message has at most one file. A text longer than a caption becomes a message of its own
 * before the file.
 */
function parts(text: string, files: readonly FileRow[]): { body: string; file: FileRow | undefined }[] {
  const [first, ...rest] = files;
  if (!first) return [{ body: text, file: undefined }];
  const others = rest.map((file) => ({ body: '', file }));
  if (text.length <= telegramTextBounds.caption) return [{ body: text, file: first }, ...others];
  return [{ body: text, file: undefined }, { body: '', file: first }, ...others];
}

async function requireAnswered(tx: Tx, dialog: DialogRow, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const message = await findInConversation(tx, dialog.id, id);
  if (!message) throw new AppError('not_found');
  if (message.telegram_id === null || message.deleted_at !== null) throw new AppError('telegram_reply_gone');
  return message.telegram_id;
}

export interface Sending {
  id: number;
  message: string;
  attachment_ids: readonly number[];
  reply_to_id?: number | undefined;
  request_key?: string | undefined;
  draft_version?: number | undefined;
}

interface Services {
  registry: Registry;
  now: Date;
}

/**
 * TG-050: plans a message with a random id, by which Telegram accepts it once. The worker that
 * holds the account sends it.
 */
export async function send(
  tx: Tx,
  actor: Actor,
  { input, registry, now }: Services & { input: Sending },
): Promise<{ dialog: DialogRow; message: MessageRow }> {
  const dialog = await requireLocked(tx, actor, input.id);
  const known = input.request_key === undefined ? undefined : await findByRequest(tx, dialog.id, input.request_key);
  if (known) return { dialog, message: known };
  const files = await requireFiles(tx, dialog, input.attachment_ids);
  if (input.message === '' && files.length === 0) throw new FieldErrors({ message: 'telegram_message_empty' });
  await requireOpen(tx, actor, { dialog, registry });
  const replyTo = await requireAnswered(tx, dialog, input.reply_to_id);
  const rows: MessageRow[] = [];
  const begun = await nextMoment(tx, dialog.id, now);
  for (const [index, { body, file }] of parts(input.message, files).entries()) {
    const row = await transitions.insertIntoConversation(tx, {
      channel: 'telegram',
      company_id: dialog.company_id,
      dialog_id: dialog.id,
      telegram_account_id: dialog.account_id,
      random_id: makeRandomId(),
      is_out: true,
      state: 'planned',
      body_text: body,
      // Distinct times keep the order of the parts.
      said_at: new Date(begun.getTime() + index),
      created_by: actor.userId,
      request_key: input.request_key === undefined ? null : index === 0 ? input.request_key : `${input.request_key}#${index}`,
      send_at: now,
      ...(index === 0 ? { reply_to: replyTo } : {}),
      ...(file ? { file_id: file.id, file_name: file.filename, file_size: file.size, file_state: 'stored' } : {}),
    });
    if (row) rows.push(row);
  }
  const [message] = rows;
  if (!message) throw new Error('a message could not be planned');
  await endDraft(tx, actor, { dialog, message: input.message, version: input.draft_version });
  await changed(tx, dialog);
  return { dialog, message };
}

async function changed(tx: Tx, dialog: DialogRow): Promise<void> {
  await refreshDialogSummary(tx, dialog.id);
  await wakeAccount(tx, dialog.account_id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
}

type Named = { id: number; message_id: number };

export async function retry(
  tx: Tx,
  actor: Actor,
  { input, registry, now }: Services & { input: Named },
): Promise<{ dialog: DialogRow; message: MessageRow }> {
  const { dialog, message: failed } = await requireMessage(tx, actor, input);
  await requireOpen(tx, actor, { dialog, registry });
  if (!mayRetry(failed)) throw new AppError('telegram_not_retryable');
  const moment = await nextMoment(tx, dialog.id, now);
  const change = { send_at: now, said_at: moment, queued_at: moment };
  const message = await transitions.moveInConversation(tx, input.message_id, { by: 'retry', change });
  if (!message) throw new AppError('telegram_not_retryable');
  await changed(tx, dialog);
  return { dialog, message };
}

/** Also deletes the file if no other message uses it. Returns the store key of its bytes. */
export async function takeAway(tx: Tx, actor: Actor, input: Named): Promise<string | undefined> {
  const { dialog } = await requireMessage(tx, actor, input);
  const discarded = await transitions.discard(tx, input.message_id);
  if (!discarded) throw new AppError('telegram_not_discardable');
  await changed(tx, dialog);
  return discarded.file_id === null ? undefined : deleteUnsent(tx, discarded.file_id);
}

/**
 * TG-051. The worker of the account reports the read mark to Telegram. Nothing changes while staff
 * impersonate a user.
 */
export async function markRead(
  tx: Tx,
  actor: Actor,
  { id, max_id: maxId, now }: { id: number; max_id: number; now: Date },
): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  if (actor.originalUserId !== undefined) return dialog;
  const objectIds = await receivedUpTo(tx, id, maxId);
  await readNotices(tx, { companyId: dialog.company_id, userId: actor.userId }, { kind: 'reply', objectIds, at: now });
  const upTo = await telegramIdUpTo(tx, id, maxId);
  const isNews = upTo > dialog.read_up_to;
  if (!isNews && !dialog.is_marked_unread) return dialog;
  const newly = isNews ? { read_up_to: upTo, unread_count: await countUnread(tx, id, upTo) } : {};
  const read = await changeDialog(tx, id, { ...newly, is_marked_unread: false });
  if (isNews) await wakeAccount(tx, dialog.account_id);
  await announceDialogs(tx, dialog.company_id, [id]);
  return read ?? dialog;
}

/**
 * Marks a dialog as unread until a user opens it. Telegram is not notified, and staff who
 * impersonate a user change nothing.
 */
export async function markUnread(tx: Tx, actor: Actor, id: number): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  if (actor.originalUserId !== undefined || dialog.is_marked_unread || dialog.last_message_id === null) return dialog;
  const marked = await changeDialog(tx, id, { is_marked_unread: true });
  await announceDialogs(tx, dialog.company_id, [id]);
  return marked ?? dialog;
}

interface AnswerNeed {
  id: number;
  message_id: number;
  is_needed: boolean;
}

/**
 * TG-014. A decision that staff cannot make while they impersonate. Throws not_while_acting,
 * telegram_written_since.
 */
export async function saveAnswerNeed(
  tx: Tx,
  actor: Actor,
  { id, message_id: messageId, is_needed: isNeeded }: AnswerNeed,
): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  if (actor.originalUserId !== undefined) throw new AppError('not_while_acting');
  if (dialog.last_message_id !== messageId) throw new AppError('telegram_written_since');
  await changeDialog(tx, id, { no_answer_needed_up_to: isNeeded ? null : messageId });
  await refreshDialogSummary(tx, id);
  await announceDialogs(tx, dialog.company_id, [id]);
  return requireDialog(tx, actor, id);
}

/** TG-052, TG-057, TG-058: throws the reason for a file that is not available. */
export async function requireAttachment(tx: Tx, actor: Actor, { id, message_id: messageId }: Named): Promise<FileRow> {
  await requireDialog(tx, actor, id);
  const { message } = await requireMessage(tx, actor, { id, message_id: messageId });
  if (message.file_name === null) throw new AppError('telegram_attachment_missing');
  if (message.file_state === 'file_too_large' || (message.file_size ?? 0) > telegramFileBytes)
    throw new AppError('telegram_file_too_large');
  if (message.file_state === 'illegal_file_type') throw new AppError('telegram_illegal_file_type');
  if (message.file_state === 'loading') throw new AppError('telegram_attachment_loading');
  if (message.file_state === 'no_space') throw new AppError('telegram_files_full');
  const file = message.file_id === null ? undefined : await findFile(tx, message.file_id);
  if (!file) throw new AppError('telegram_attachment_missing');
  return file;
}

/** Schedules an immediate download of a missing file. Stored and loading files stay unchanged. */
export async function loadFile(
  tx: Tx,
  actor: Actor,
  { input, now }: { input: Named; now: Date },
): Promise<{ dialog: DialogRow; message: MessageRow }> {
  const { dialog, message } = await requireMessage(tx, actor, input);
  if (message.file_state !== 'loading' && message.file_state !== 'no_space') {
    await requireAttachment(tx, actor, input);
    return { dialog, message };
  }
  await requireConnected(tx, dialog);
  const loading = await transitions.changeFile(tx, message.id, { file_state: 'loading', file_due_at: now, file_attempts: 0 });
  await wakeAccount(tx, dialog.account_id);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
  return { dialog, message: loading ?? message };
}

export async function bytesOf(files: FileStore, file: FileRow): Promise<Buffer> {
  try {
    return await buffer(await files.read(file.store_key));
  } catch (error) {
    throw isMissing(error) ? new AppError('telegram_attachment_missing') : error;
  }
}
