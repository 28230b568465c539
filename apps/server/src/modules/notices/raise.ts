import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { insertNotice, type NewNotice, settingsOf } from './store.ts';

/** What a person is told of; the same `key` of a kind once. */
export type Notice = Omit<NewNotice, 'inApp' | 'forEmail'>;

/** Tells a person where they want to be told: in the transaction of what has happened, so that it is told exactly when that is kept. */
export async function raiseNotice(tx: Tx, notice: Notice): Promise<void> {
  const chosen = (await settingsOf(tx, notice.userId)).find(({ kind }) => kind === notice.kind);
  const [inApp, forEmail] = [chosen?.in_app ?? true, chosen?.email ?? false];
  if (!inApp && !forEmail) return;
  const isNew = await insertNotice(tx, { ...notice, inApp, forEmail });
  if (isNew && inApp) await publish(tx, { companyId: notice.companyId, userId: notice.userId, topic: 'notices', ids: [] });
}
