import type { Actor } from '@headwater/domain/roles';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { changeDialog, type DialogRow } from '../store/dialogs.ts';
import { recordUnlinked } from '../store/unlinked.ts';
import { requeueDialogMessages } from '../send/release-account.ts';
import { announceDialogs } from './dialogs.ts';
import { linkManually, lockPersonOf, requireSameName } from './link-dialog.ts';
import { requireLocked } from './require-dialog.ts';

interface Linking {
  id: number;
  profileId: number;
  registry: Registry;
  now: Date;
}

export async function linkProfile(tx: Tx, actor: Actor, { id, profileId, registry, now }: Linking): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  await requireProfile(tx, profileId);
  if (dialog.profile_id === profileId) return dialog;
  if (dialog.profile_id !== null || dialog.peer_id === null) throw new AppError('telegram_dialog_linked');
  await requireSameName(tx, actor, { dialog, profileId });
  const linked = await linkManually(tx, registry, { dialog, profileId, by: actor.userId, now });
  await announceDialogs(tx, linked.company_id, [id]);
  return linked;
}

/**
 * Undoes a link: messages of mailings leave the dialog, and the username no longer identifies the
 * profile. Dialogs begun from a profile stay linked.
 */
export async function unlinkProfile(tx: Tx, actor: Actor, { id, now }: Pick<Linking, 'id' | 'now'>): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  if (dialog.profile_id === null) return dialog;
  if (dialog.linked_at === null) throw new AppError('telegram_not_linked');
  await lockPersonOf(tx, dialog);
  await recordUnlinked(tx, dialog, { profileId: dialog.profile_id, now });
  await requeueDialogMessages(tx, dialog, now);
  const unlinked = await changeDialog(tx, id, { profile_id: null, linked_at: null, linked_by: null });
  await announceDialogs(tx, dialog.company_id, [id]);
  return unlinked ?? dialog;
}
