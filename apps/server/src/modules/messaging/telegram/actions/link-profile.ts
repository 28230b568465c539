import { telegramUsername } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import { requireProfile, viewContacts } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { AppError } from '#platform/errors.ts';
import { changeDialog, type DialogRow, isOtherProfiles } from '../store/dialogs.ts';
import { takeMailingsBack } from '../let-mailings-go.ts';
import { announceDialogs } from './dialogs.ts';
import { requireLocked } from './require-dialog.ts';

/** Names at Telegram that stand in the profile. What is closed to the person says nothing: else any name could be tried against what is sold. */
async function namesOf(tx: Tx, actor: Actor, profileId: number): Promise<string[]> {
  const { rows } = await viewContacts(tx, actor, profileId);
  return rows.flatMap(({ type, value, isOpen }) => (type === 'telegram' && isOpen ? (telegramUsername(value)?.toLowerCase() ?? []) : []));
}

interface Linking {
  id: number;
  profileId: number;
  now: Date;
}

/** Says whose the dialog with a stranger is. One whose profile has another name at Telegram is somebody else. */
export async function linkProfile(tx: Tx, actor: Actor, { id, profileId, now }: Linking): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  await requireProfile(tx, profileId);
  if (dialog.profile_id === profileId) return dialog;
  if (dialog.profile_id !== null || dialog.peer_id === null) throw new AppError('telegram_dialog_linked');
  const names = await namesOf(tx, actor, profileId);
  const name = dialog.username?.toLowerCase();
  if (name !== undefined && names.length > 0 && !names.includes(name)) throw new AppError('telegram_profile_other_name');
  // They may have written to another SIM card as well.
  await lockUntilCommit(tx, 'messengerPerson', `${dialog.company_id} ${dialog.peer_id}`);
  const linked = { ...dialog, profile_id: profileId };
  if (await isOtherProfiles(tx, dialog.peer_id, linked)) throw new AppError('telegram_person_elsewhere');
  return save(tx, dialog, { profile_id: profileId, linked_at: now, linked_by: actor.userId });
}

/** Undone: whose it is, nobody knows again, and what mailings were about to say in it is not for them. A dialog that was begun from a profile is that one's. */
export async function unlinkProfile(tx: Tx, actor: Actor, { id, now }: Pick<Linking, 'id' | 'now'>): Promise<DialogRow> {
  const dialog = await requireLocked(tx, actor, id);
  if (dialog.profile_id === null) return dialog;
  if (dialog.linked_at === null) throw new AppError('telegram_not_linked');
  await takeMailingsBack(tx, dialog, now);
  return save(tx, dialog, { profile_id: null, linked_at: null, linked_by: null });
}

async function save(tx: Tx, dialog: DialogRow, change: Pick<DialogRow, 'profile_id' | 'linked_at' | 'linked_by'>): Promise<DialogRow> {
  const changed = await changeDialog(tx, dialog.id, change);
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
  return changed ?? dialog;
}
