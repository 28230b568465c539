import type { Actor } from '@headwater/domain/roles';
import { publish } from '#platform/events/store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DialogRow } from '../store/dialogs.ts';
import { type Draft, lockDraft, noDraft, replaceDraft } from '../store/drafts.ts';
import { requireKept } from './require-dialog.ts';

interface Change {
  dialog: DialogRow;
  before: Draft;
  body: string;
}

/**
 * Replaces the draft and notifies the user's other windows. Returns undefined after a concurrent
 * save.
 */
async function put(tx: Tx, { userId }: Actor, { dialog, before, body }: Change): Promise<Draft | undefined> {
  const { id: dialogId, company_id: companyId } = dialog;
  const version = await replaceDraft(tx, { dialogId, userId, companyId, body, after: before.version });
  if (version === undefined) return undefined;
  await publish(tx, { companyId, userId, topic: 'telegram_drafts', ids: [dialogId] });
  if ((before.body === '') !== (body === '')) await publish(tx, { companyId, userId, topic: 'telegram_dialogs', ids: [dialogId] });
  return { body, version };
}

const isBlank = (text: string) => text.trim() === '';

interface Saving {
  id: number;
  message: string;
  /** The version that the text is based on. Undefined replaces any version. */
  after: number | undefined;
  replaces: string | undefined;
}

/**
 * Saves a draft unless another window saved a different text (messaging/README.md, drafts). Returns
 * the stored draft.
 */
export async function saveDraft(tx: Tx, actor: Actor, saving: Saving): Promise<Draft & { isSaved: boolean }> {
  const { id, message, after, replaces } = saving;
  const dialog = await requireKept(tx, actor, id);
  const whose = { dialogId: dialog.id, userId: actor.userId };
  const before = (await lockDraft(tx, whose)) ?? noDraft;
  const body = isBlank(message) ? '' : message;
  if (before.body === body) return { ...before, isSaved: true };
  if (after !== undefined && after !== before.version && before.body !== replaces) return { ...before, isSaved: false };
  const saved = await put(tx, actor, { dialog, before, body });
  if (saved) return { ...saved, isSaved: true };
  return saveDraft(tx, actor, saving);
}

/**
 * Removes the draft of a sent message, by version or equal text. A newer draft of another window
 * stays.
 */
export async function endDraft(
  tx: Tx,
  actor: Actor,
  { dialog, message, version }: { dialog: DialogRow; message: string; version: number | undefined },
): Promise<void> {
  const before = await lockDraft(tx, { dialogId: dialog.id, userId: actor.userId });
  if (!before || before.body === '') return;
  if (version === undefined || version === before.version || before.body.trim() === message)
    await put(tx, actor, { dialog, before, body: '' });
}
