import type { Tx } from '#platform/database/database.ts';
import { announceDialogs } from './dialogs.ts';
import type { AccountRow } from '../store/accounts.ts';
import { changeDialog, type DialogRow, insertDialog, listByName, listByProfile } from '../store/dialogs.ts';
import type { DueOfMailing } from '../store/mailing-messages.ts';

interface MailingDialogInput {
  due: DueOfMailing;
  access: 'public' | 'private';
  now: Date;
}

const isOpen = (dialog: DialogRow, userId: number | null) => dialog.access_type === 'public' || dialog.created_by === userId;

/** The dialog that a message of a mailing goes into: the one with the person, else a new one; undefined where a colleague keeps it to themselves. */
export async function dialogFor(tx: Tx, account: AccountRow, { due, access, now }: MailingDialogInput): Promise<DialogRow | undefined> {
  const { profile_id: profileId, username, created_by: createdBy } = due;
  const ofPerson = (await listByProfile(tx, account.id, profileId)).filter(
    ({ peer_id: id, username: name }) => id !== null || name !== null,
  );
  const named = username === '' ? [] : (await listByName(tx, username)).filter((row) => row.account_id === account.id);
  const open = [...ofPerson, ...named].find((row) => isOpen(row, createdBy));
  if (open) return open.profile_id === null ? changeDialog(tx, open.id, { profile_id: profileId }) : open;
  if (ofPerson.length + named.length > 0 || username === '') return undefined;
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
  if (dialog) await announceDialogs(tx, account.company_id, [dialog.id]);
  return dialog;
}
