import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { hasSubscription } from './push-store.ts';
import { pushNotices } from './push-tasks.ts';
import { defaultsOf, insertNotice, type NewNotice, saveObjectsRead, settingsOf } from './store.ts';

/** Notices with the same kind and `key` are raised once. */
export type Notice = Omit<NewNotice, 'inApp' | 'forEmail' | 'forPush'>;

/** Raises a notice in the channels that the user enabled, in the transaction of the event. */
export async function raiseNotice(tx: Tx, notice: Notice): Promise<void> {
  const chosen = (await settingsOf(tx, notice.userId)).find(({ kind }) => kind === notice.about.kind);
  const { in_app: inApp, email: forEmail } = chosen ?? defaultsOf(notice.about.kind);
  const { companyId, userId } = notice;
  const forPush = (chosen?.push ?? true) && (await hasSubscription(tx, userId));
  if (!inApp && !forEmail && !forPush) return;
  const isNew = await insertNotice(tx, { ...notice, inApp, forEmail, forPush });
  if (isNew && inApp) await publish(tx, { companyId, userId, topic: 'notices', ids: [] });
  // The task also takes notices raised before it starts.
  if (isNew && forPush) await enqueue(tx, pushNotices, { payload: { companyId, userId }, key: `push_notices ${userId}` });
}

type Seen = Parameters<typeof saveObjectsRead>[2];

export async function readNotices(tx: Tx, { companyId, userId }: Pick<Notice, 'companyId' | 'userId'>, seen: Seen): Promise<void> {
  if ((await saveObjectsRead(tx, userId, seen)) > 0) await publish(tx, { companyId, userId, topic: 'notices', ids: [] });
}
