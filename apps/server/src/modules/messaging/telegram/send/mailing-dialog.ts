import type { MessengerProblem } from '#modules/messaging/messages/public/messenger.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import { profilesByUsername } from '#modules/profiles/public/addresses.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import { linkDialog } from '../dialogs/link-dialog.ts';
import type { AccountRow } from '../store/accounts.ts';
import { type DialogRow, insertDialog, listByName, listByProfile, lockDialog } from '../store/dialogs.ts';
import type { DueOfMailing } from '../store/mailing-messages.ts';

interface MailingDialogInput {
  due: DueOfMailing;
  access: 'public' | 'private';
  registry: Registry;
  now: Date;
}

const isOpen = (dialog: DialogRow, userId: number | null) => dialog.access_type === 'public' || dialog.created_by === userId;

/**
 * Whether the profile has the username now. The dialog may have been linked after the message was
 * planned.
 */
const isNameOf = async (tx: Tx, { company_id: companyId, profile_id: profileId, username }: DueOfMailing): Promise<boolean> =>
  (await profilesByUsername(tx, companyId, username)).includes(profileId);

type NoDialog = Extract<MessengerProblem, 'dialog_private' | 'dialog_elsewhere'>;

/**
 * Locks or creates the dialog for a message of a mailing. Returns a problem if it is private to a
 * colleague or the username belongs to another person.
 */
export async function dialogFor(tx: Tx, account: AccountRow, input: MailingDialogInput): Promise<DialogRow | NoDialog> {
  const { due, access, registry, now } = input;
  const { profile_id: profileId, username, created_by: createdBy } = due;
  const hold = async (dialog: DialogRow): Promise<DialogRow | NoDialog> => {
    const locked = await lockDialog(tx, dialog.id);
    // A concurrent change relinked or closed the dialog before the lock.
    if (locked?.profile_id !== profileId || !isOpen(locked, createdBy)) return dialogFor(tx, account, input);
    return locked;
  };
  const ofPerson = (await listByProfile(tx, account.id, profileId)).filter(
    ({ peer_id: id, username: name }) => id !== null || name !== null,
  );
  const own = ofPerson.find((row) => isOpen(row, createdBy));
  if (own) return hold(own);
  const named = username === '' ? [] : (await listByName(tx, username)).filter((row) => row.company_id === account.company_id);
  if (named.some((row) => row.profile_id !== null && row.profile_id !== profileId)) return 'dialog_elsewhere';
  const here = named.filter((row) => row.account_id === account.id);
  const open = here.find((row) => isOpen(row, createdBy));
  if (open?.profile_id === null) {
    const stranger = await lockDialog(tx, open.id);
    // A concurrent change linked, renamed or closed the dialog before the lock.
    if (stranger?.profile_id !== null || stranger.username?.toLowerCase() !== username.toLowerCase() || !isOpen(stranger, createdBy))
      return dialogFor(tx, account, input);
    if (!(await isNameOf(tx, due))) return 'dialog_elsewhere';
    const linked = await linkDialog(tx, registry, { dialog: stranger, profileId, by: createdBy, now });
    if (linked) await announceDialogs(tx, account.company_id, [open.id]);
    return linked ?? 'dialog_elsewhere';
  }
  if (open) return hold(open);
  if (ofPerson.length + here.length > 0 || username === '') return 'dialog_private';
  const dialog = await insertDialog(tx, {
    company_id: account.company_id,
    account_id: account.id,
    profile_id: profileId,
    username,
    access_type: access,
    created_by: createdBy,
    created_at: now,
    last_at: now,
  });
  if (!dialog) return dialogFor(tx, account, input);
  await announceDialogs(tx, account.company_id, [dialog.id]);
  return dialog;
}
