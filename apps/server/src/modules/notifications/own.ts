import type { OwnNotification } from '@headwater/contract/system-notifications';
import { type Actor, canSearch } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { type Addressee, listOwn } from './system-store.ts';

export const addresseeOf = (actor: Actor): Addressee => ({
  userId: actor.userId,
  companyId: actor.company.id,
  role: actor.role,
  canSearch: canSearch(actor),
});

/** ACC-039. Empty for impersonating staff, so that the user sees them first. */
export async function ownNotifications(tx: Tx, actor: Actor, now: Date): Promise<OwnNotification[]> {
  if (actor.originalUserId !== undefined) return [];
  const rows = await listOwn(tx, addresseeOf(actor), { now });
  return rows.map((row) => ({ ...row, interacted: row.status !== 'unseen' }));
}
