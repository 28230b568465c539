import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { dialogsOfMessages } from '../store/dialogs.ts';
import { mayKnowDialogs } from '../store/visibility.ts';

export async function visibleDialogs(
  tx: Tx,
  actor: Actor,
  messageIds: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  if (messageIds.length === 0 || !mayKnowDialogs(actor)) return new Map();
  const rows = await dialogsOfMessages(tx, actor, messageIds);
  return new Map(rows.map(({ message_id: messageId, id, name }) => [messageId, { id, name }]));
}
