import { createHash } from 'node:crypto';
import { noticeText } from '@headwater/contract/notice-texts';
import type { NoticeView } from '@headwater/contract/notices';
import type { Language } from '@headwater/contract/texts';
import { noticePlace } from '@headwater/domain/notices';
import { dayMs } from '@headwater/domain/time/durations';
import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import type { NoticeReader } from './digest.ts';
import { read } from './digest-texts.ts';
import type { PushOutcome, PushService } from './push-port.ts';
import { deleteSubscription, listSubscriptions, saveFailure, type Subscription } from './push-store.ts';
import { pushNotices, sendPush } from './push-tasks.ts';
import { listUnread, settingsOf, takeForPush } from './store.ts';
import { type NoticePorts, visibleNotices } from './visible.ts';

export interface PushServices {
  database: Database;
  clock: Clock;
  log: Log;
  ports: NoticePorts;
  /** Undefined if the operator disabled push. */
  service: PushService | undefined;
  findReader(tx: Tx, userId: number): Promise<NoticeReader | undefined>;
}
type Sending = z.infer<typeof sendPush.schema>;

const mostSingle = 3;
const lifetimeMs = dayMs;
const longestLine = 300;

/** Failing push services have a separate queue, so that they do not delay others. */
const pushQueueOf = (isFailing: boolean) => (isFailing ? 'push, failing' : 'push');

const pushNoticesHandler = ({ database, clock }: PushServices) =>
  handleTask(pushNotices, ({ companyId, userId }) =>
    database.inCompany(companyId, async (tx) => {
      const taken = await takeForPush(tx, userId);
      const newest = taken.at(-1);
      if (!newest) return;
      const messages = taken.length > mostSingle ? [taken] : taken.map((one) => [one]);
      const raisedAt = newest.created_at.toISOString();
      for (const { id: subscriptionId, failed_at: failedAt } of await listSubscriptions(tx, userId, clock.now()))
        for (const message of messages) {
          const payload = { companyId, userId, subscriptionId, noticeIds: message.map(({ id }) => id), raisedAt, tries: 0 };
          await enqueue(tx, sendPush, { payload, queue: pushQueueOf(failedAt !== null) });
        }
    }),
  );

function textOf(notices: readonly NoticeView[], language: Language): string {
  const [only, ...more] = notices;
  if (!only || more.length > 0) {
    const title = read('subject', language, { count: notices.length });
    return JSON.stringify({ title, tag: 'notices', language, address: '/notices', place: '/notices' });
  }
  const address = `/notices/${only.id}`;
  const place = noticePlace(only) ?? '/notices';
  return JSON.stringify({ title: noticeText(only, language).slice(0, longestLine), tag: `notice ${only.id}`, language, address, place });
}

interface Prepared {
  subscription: Subscription;
  text: string;
}

/** Omits notices that are read, hidden or of a disabled kind. */
async function prepare(services: PushServices, sending: Sending): Promise<Prepared | undefined> {
  const { database, clock, ports, findReader } = services;
  const { companyId, userId, subscriptionId, noticeIds } = sending;
  const reader = await database.asSystem((tx) => findReader(tx, userId));
  if (!reader?.mayRead || reader.actor.company.id !== companyId) return undefined;
  const { actor } = reader;
  return database.inCompany(companyId, async (tx) => {
    const subscription = (await listSubscriptions(tx, userId, clock.now())).find(({ id }) => id === subscriptionId);
    if (!subscription) return undefined;
    const chosenKinds = new Set((await settingsOf(tx, userId)).filter(({ push }) => push).map(({ kind }) => kind));
    const unread = (await listUnread(tx, userId, noticeIds)).filter(({ kind }) => chosenKinds.has(kind));
    const notices = await visibleNotices(tx, unread, { actor, ports });
    return notices.length === 0 ? undefined : { subscription, text: textOf(notices, actor.language) };
  });
}

async function applyOutcome(services: PushServices, sending: Sending, outcome: PushOutcome): Promise<void> {
  const { database, clock, log } = services;
  const { companyId, userId, subscriptionId, raisedAt, tries } = sending;
  const now = clock.now();
  await database.inCompany(companyId, async (tx) => {
    if (outcome.kind === 'taken') await saveFailure(tx, subscriptionId, null);
    if (outcome.kind === 'gone') await deleteSubscription(tx, userId, subscriptionId);
    if (outcome.kind !== 'later') return;
    await saveFailure(tx, subscriptionId, now);
    const pauseMs = Math.max(outcome.afterMs, Math.min(30_000 * 2 ** tries, dayMs / 8));
    const runAt = new Date(now.getTime() + pauseMs);
    if (runAt.getTime() >= Date.parse(raisedAt) + lifetimeMs) return;
    await enqueue(tx, sendPush, { payload: { ...sending, tries: tries + 1 }, runAt, queue: pushQueueOf(true) });
  });
  if (outcome.kind === 'refused') log.warn({ reason: outcome.reason }, 'push service refused a notification');
}

/** Equal for repeats after a crash, which replace the earlier message. */
const topicOf = ({ subscriptionId, noticeIds }: Sending) =>
  createHash('sha256').update(`${subscriptionId} ${noticeIds.join()}`).digest('base64url').slice(0, 32);

const sendHandler = (services: PushServices) =>
  handleTask(sendPush, async (sending, signal) => {
    const { service, clock } = services;
    const leftMs = Date.parse(sending.raisedAt) + lifetimeMs - clock.now().getTime();
    if (!service || leftMs <= 0) return;
    const prepared = await prepare(services, sending);
    if (!prepared) return;
    const { subscription: address, text } = prepared;
    // A subscription made with another key of the installation is invalid.
    const isOurs = address.server_key === (await service.publicKey());
    const message = { address, text, topic: topicOf(sending), ttlSeconds: Math.ceil(leftMs / 1000) };
    await applyOutcome(services, sending, isOurs ? await service.send(message, signal) : { kind: 'gone' });
  });

export const pushHandlers = (services: PushServices): TaskHandler[] => [pushNoticesHandler(services), sendHandler(services)];
