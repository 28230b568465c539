import { ofTelegram, raiseNotice } from '#modules/notices/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DialogRow } from '../store/dialogs.ts';
import { lastSender, type MessageRow } from '../store/messages.ts';

interface Answers {
  dialog: DialogRow;
  received: readonly MessageRow[];
  now: Date;
}

/**
 * A person has answered: whoever wrote to them last is told, else whoever has begun the dialog, as long as it is open to them. What was read on the
 * phone meanwhile is no news.
 */
export async function tellSender(tx: Tx, { dialog, received, now }: Answers): Promise<void> {
  const unread = received.filter(({ telegram_id: number }) => (number ?? 0) > dialog.read_up_to);
  if (unread.length === 0) return;
  const userId = (await lastSender(tx, dialog.id)) ?? dialog.created_by;
  if (userId === null || (dialog.access_type === 'private' && dialog.created_by !== userId)) return;
  for (const { id } of unread) {
    await raiseNotice(tx, {
      companyId: dialog.company_id,
      userId,
      kind: 'reply',
      key: `telegram ${id}`,
      ...(dialog.profile_id === null ? {} : { profileId: dialog.profile_id }),
      objectId: id,
      detail: ofTelegram,
      now,
    });
  }
}
