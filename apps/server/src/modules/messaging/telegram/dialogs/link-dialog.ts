import { telegramUsername } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import { recordEarlierReply } from '#modules/messaging/campaigns/public/outcomes.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import { viewContacts } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { AppError } from '#platform/errors.ts';
import { changeDialog, type DialogRow, isOtherProfiles } from '../store/dialogs.ts';
import { lastReceivedAt } from '../store/messages.ts';
import { forgetUnlinked } from '../store/unlinked.ts';
import { personOf, applyEarlierStop } from './suppressed-people.ts';

/**
 * Usernames in the profile. Contacts that are closed to the actor are left out, because a check
 * against them would reveal sold data.
 */
async function namesOf(tx: Tx, actor: Actor, profileId: number): Promise<string[]> {
  const { rows } = await viewContacts(tx, actor, profileId);
  return rows.flatMap(({ type, value, isOpen }) => (type === 'telegram' && isOpen ? (telegramUsername(value)?.toLowerCase() ?? []) : []));
}

interface Fitting {
  profileId: number;
  usernames: readonly (string | null)[];
}

/** True for a profile with other usernames only. */
export async function hasOtherName(tx: Tx, actor: Actor, { profileId, usernames }: Fitting): Promise<boolean> {
  const theirs = usernames.flatMap((username) => username?.toLowerCase() ?? []);
  if (theirs.length === 0) return false;
  const names = await namesOf(tx, actor, profileId);
  return names.length > 0 && !theirs.some((username) => names.includes(username));
}

export async function requireSameName(tx: Tx, actor: Actor, { dialog, profileId }: { dialog: DialogRow; profileId: number }) {
  if (await hasOtherName(tx, actor, { profileId, usernames: [dialog.username] })) throw new AppError('telegram_profile_other_name');
}

/** Serializes links of all dialogs with one person. Lock the dialogs first. */
export const lockPerson = (tx: Tx, { companyId, peerId }: { companyId: number; peerId: number }) =>
  lockUntilCommit(tx, 'messengerPerson', `${companyId} ${peerId}`);

export async function lockPersonOf(tx: Tx, { company_id: companyId, peer_id: peerId }: DialogRow): Promise<void> {
  if (peerId !== null) await lockPerson(tx, { companyId, peerId });
}

/**
 * Applies earlier messages of the dialog to its profile: a request to stop suppresses the
 * addresses, and a reply answers the mailing.
 */
export async function countForProfile(tx: Tx, registry: Registry, dialog: DialogRow): Promise<void> {
  const { id: dialogId, company_id: companyId, profile_id: profileId } = dialog;
  if (profileId === null) return;
  await applyEarlierStop(tx, registry, personOf(dialog));
  const at = await lastReceivedAt(tx, dialogId);
  if (at) await recordEarlierReply(tx, { companyId, profileId, dialogId, at });
}

interface Linking {
  dialog: DialogRow;
  profileId: number;
  by: number | null;
  now: Date;
}

/**
 * Links a locked dialog to a profile. Returns undefined if the person belongs to another profile or
 * a user rejected this link.
 */
export async function linkDialog(tx: Tx, registry: Registry, { dialog, profileId, by, now }: Linking): Promise<DialogRow | undefined> {
  await lockPersonOf(tx, dialog);
  if (dialog.peer_id !== null && (await isOtherProfiles(tx, dialog.peer_id, { ...dialog, profile_id: profileId }))) return undefined;
  const linked = await changeDialog(tx, dialog.id, { profile_id: profileId, linked_at: now, linked_by: by });
  if (linked) await countForProfile(tx, registry, linked);
  return linked;
}

/** Links as a user decides it, which overrides an earlier unlink. */
export async function linkManually(tx: Tx, registry: Registry, linking: Linking): Promise<DialogRow> {
  await lockPersonOf(tx, linking.dialog);
  await forgetUnlinked(tx, linking.dialog, linking.profileId);
  const linked = await linkDialog(tx, registry, linking);
  if (!linked) throw new AppError('telegram_person_elsewhere');
  return linked;
}
