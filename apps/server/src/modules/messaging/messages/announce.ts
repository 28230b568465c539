import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { mailingsOf } from './store/messages.ts';

/** Notifies open screens of changed messages and their mailings. */
export async function announceMessages(
  tx: Tx,
  { companyId, messageIds }: { companyId: number; messageIds: readonly number[] },
): Promise<void> {
  await publish(tx, { companyId, topic: 'messages', ids: messageIds });
  const mailings = await mailingsOf(tx, messageIds);
  if (mailings.length > 0) await publish(tx, { companyId, topic: 'mailings', ids: mailings });
}

export const announceMessage = (tx: Tx, { companyId, messageId }: { companyId: number; messageId: number }) =>
  announceMessages(tx, { companyId, messageIds: [messageId] });
