import type { UsageEventPayload } from '@headwater/contract/usage-events';
import { createLru } from '@headwater/domain/lru';
import type { Caller } from '#platform/fetch/api-caller.ts';
import type { Figure } from '#platform/figures.ts';
import type { Log } from '#platform/log.ts';

const mostWaiting = 1000;
const mostPerCall = 100;
const mostKnownUsers = 5000;
const answerBytes = 64 * 1024;

export interface AmplitudeSettings {
  key: string;
  /** Address of the HTTP V2 API. */
  url: string;
  /** Undefined: no identify calls. */
  identifyUrl: string | undefined;
}

export interface EventSender {
  send(payload: UsageEventPayload): void;
  figures(): Figure[];
  /** Sends the waiting events. */
  settle(): Promise<void>;
}

const eventOf = ({ user_id: userId, licence_id: companyId, ...payload }: UsageEventPayload) => ({
  // The service requires a user or a device.
  ...(userId === null ? { device_id: 'visitor' } : { user_id: String(userId), groups: { licence_id: String(companyId) } }),
  event_type: payload.event_type,
  time: payload.time,
  event_properties: payload.event_properties,
  ...(payload.user_properties ? { user_properties: payload.user_properties } : {}),
});

/**
 * EVT-010: an event that the service does not take is lost and counted, never retried. While a call
 * is open, further events wait for the next one.
 */
export function createAmplitude({ key, url, identifyUrl }: AmplitudeSettings, { caller, log }: { caller: Caller; log: Log }): EventSender {
  const waiting: UsageEventPayload[] = [];
  const identified = createLru<number, string>(mostKnownUsers);
  const counts = { delivered: 0, failed: 0, dropped: 0 };
  let sending: Promise<void> | undefined;

  async function call(address: string, type: string, body: string): Promise<boolean> {
    try {
      const headers = { 'content-type': type };
      const { status } = await caller.call({ method: 'POST', url: address, headers, body, maxBytes: answerBytes, cut: true });
      if (status < 300) return true;
      log.warn({ status }, 'analytics service refused usage events');
    } catch (error) {
      log.warn({ err: error }, 'analytics service could not be reached');
    }
    return false;
  }

  /** EVT-011: after the sign-in of a user in this process, and after each change of the user. */
  async function identify({ user_id: userId, user_properties: user }: UsageEventPayload): Promise<void> {
    if (identifyUrl === undefined || userId === null || !user) return;
    const properties = JSON.stringify(user);
    if (identified.get(userId) === properties) return;
    const identification = JSON.stringify([{ user_id: String(userId), user_properties: user }]);
    const body = new URLSearchParams({ api_key: key, identification });
    if (await call(identifyUrl, 'application/x-www-form-urlencoded', body.toString())) identified.set(userId, properties);
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostPerCall);
      const users = new Map(batch.map((payload) => [payload.user_id, payload]));
      // oxlint-disable-next-line no-await-in-loop -- one call at a time, so that a slow service takes one connection
      for (const payload of users.values()) await identify(payload);
      const body = JSON.stringify({ api_key: key, events: batch.map(eventOf), options: { min_id_length: 1 } });
      // oxlint-disable-next-line no-await-in-loop -- as above
      counts[(await call(url, 'application/json', body)) ? 'delivered' : 'failed'] += batch.length;
    }
  }

  function start(): void {
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
      if (waiting.length > 0) start();
    });
  }

  return {
    send(payload) {
      if (waiting.length >= mostWaiting) counts.dropped += 1;
      else waiting.push(payload);
      start();
    },
    figures: () =>
      Object.entries(counts).map(([state, value]) => ({
        name: 'usage_events',
        help: 'Usage events for the analytics service since the start of this process; dropped: too many were waiting',
        labels: { state },
        value,
      })),
    settle: async () => sending,
  };
}
