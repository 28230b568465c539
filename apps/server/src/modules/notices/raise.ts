import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { hasSubscription } from './push-store.ts';
import { pushNotices } from './push-tasks.ts';
import { insertNotice, type NewNotice, saveObjectsRead, settingsOf } from './store.ts';

/** What a person is told of; the same `key` of a kind once. */
export type Notice = Omit<NewNotice, 'inApp' | 'forEmail' | 'forPush'>;

/** The detail of a reply whose object is a message of Telegram. */
export const ofTelegram = 'telegram';

/** How the detail of a SIM card begins that Telegram has frozen, before its phone. */
export const ofFrozen = 'frozen ';

/** Tells a person where they want to be told: in the transaction of what has happened, so that it is told exactly when that is kept. */
export async function raiseNotice(tx: Tx, notice: Notice): Promise<void> {
  const chosen = (await settingsOf(tx, notice.userId)).find(({ kind }) => kind === notice.kind);
  const [inApp, forEmail] = [chosen?.in_app ?? true, chosen?.email ?? false];
  const { companyId, userId } = notice;
  const forPush = (chosen?.push ?? true) && (await hasSubscription(tx, userId));
  if (!inApp && !forEmail && !forPush) return;
  const isNew = await insertNotice(tx, { ...notice, inApp, forEmail, forPush });
  if (isNew && inApp) await publish(tx, { companyId, userId, topic: 'notices', ids: [] });
  // What happens before the task is taken goes with it.
  if (isNew && forPush) await enqueue(tx, pushNotices, { payload: { companyId, userId }, key: `push_notices ${userId}` });
}

type Seen = Parameters<typeof saveObjectsRead>[2];

/** The person has seen what they were told of, where it happened: nothing of it waits for them any more. */
export async function readNotices(tx: Tx, { companyId, userId }: Pick<Notice, 'companyId' | 'userId'>, seen: Seen): Promise<void> {
  if ((await saveObjectsRead(tx, userId, seen)) > 0) await publish(tx, { companyId, userId, topic: 'notices', ids: [] });
}
