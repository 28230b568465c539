import { listUsers } from '#modules/accounts/public.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DialogRow } from '../store/dialogs.ts';
import { lastSender, type MessageRow } from '../store/messages.ts';

interface Answers {
  dialog: DialogRow;
  received: readonly MessageRow[];
  now: Date;
}

/**
 * The user who continues the dialog: the last writer, else the creator, if active and allowed to
 * see it.
 */
async function findSender(tx: Tx, dialog: DialogRow): Promise<number | undefined> {
  const last = dialog.access_type === 'private' ? undefined : await lastSender(tx, dialog.id);
  const ids = [last, dialog.created_by].flatMap((id) => id ?? []);
  const active = new Set((await listUsers(tx, { ids, limit: ids.length })).map(({ id }) => id));
  return ids.find((id) => active.has(id));
}

export async function notifySender(tx: Tx, { dialog, received, now }: Answers): Promise<void> {
  const unread = received.filter(({ telegram_id: number }) => (number ?? 0) > dialog.read_up_to);
  if (unread.length === 0) return;
  const userId = await findSender(tx, dialog);
  if (userId === undefined) return;
  for (const { id } of unread) {
    await raiseNotice(tx, {
      companyId: dialog.company_id,
      userId,
      about: { kind: 'reply', channel: 'telegram' },
      key: `telegram message ${id}`,
      ...(dialog.profile_id === null ? {} : { profileId: dialog.profile_id }),
      objectId: id,
      now,
    });
  }
}
