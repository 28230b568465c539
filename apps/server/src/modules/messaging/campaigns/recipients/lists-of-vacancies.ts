import { maySeeMailing } from '@headwater/domain/outreach/mailings';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { listsOfFolders } from '../store/mailings.ts';

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
