import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { Actor } from '@headwater/domain/roles';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Tx } from '#platform/database/database.ts';
import { maySeeMailing } from '@headwater/domain/outreach/mailings';
import { listRecipients } from '../store/recipients.ts';
import { requireMailing } from '../mailings/require-mailing.ts';
import { type ShowingServices, showRecipients } from './show-recipients.ts';
import { listsOfFolders } from '../store/mailings.ts';

export interface RecipientListInput {
  mailingListId: number;
  status?: MessageStatus | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
  now: Date;
}

export async function recipientsOfList(
  tx: Tx,
  { actor, services }: { actor: Actor; services: ShowingServices },
  { mailingListId, status, ...filter }: RecipientListInput,
): Promise<{ recipients: MailingRecipientView[]; total: number }> {
  await requireMailing(tx, actor, { id: mailingListId });
  const filters = { ...filter, ...(status ? { status: [status] } : {}), reader: actor, mailingId: mailingListId };
  const { rows, count } = await listRecipients(tx, filters);
  return { recipients: await showRecipients(tx, { actor, services }, { rows, now: filter.now }), total: count };
}

export async function mailingListsOf(
  tx: Tx,
  actor: Actor,
  folderIds: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const lists = new Map<number, { id: number; name: string }[]>();
  if (!actor.permissions.messaging_info || folderIds.length === 0) return lists;
  for (const row of await listsOfFolders(tx, folderIds)) {
    if (!maySeeMailing(actor, { accessType: row.access_type, createdBy: row.created_by }) || row.folder_id === null) continue;
    lists.set(row.folder_id, [...(lists.get(row.folder_id) ?? []), { id: row.id, name: row.name }]);
  }
  return lists;
}
