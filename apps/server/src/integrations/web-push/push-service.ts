import type { PushOutcome, PushService } from '#modules/notices/push-port.ts';
import type { Clock } from '#platform/clock.ts';
import { type Answer, type Caller, CallFailed } from '#platform/fetch/api-caller.ts';
import { retryAfterSeconds } from '#platform/fetch/retry-after.ts';
import { encrypt, isSound } from './encrypt.ts';
import { type VapidKeys, vapidHeader } from './vapid.ts';

interface WebPush {
  keys(): Promise<VapidKeys>;
  clock: Clock;
  /** Contact of the operator: an https: or mailto: address. */
  subject: string;
  reach(url: URL): Caller | undefined;
}

const maxBytes = 4096;
const longestPauseMs = 6 * 3600 * 1000;

function pauseOf({ headers }: Answer, now: Date): number {
  return Math.min((retryAfterSeconds(headers['retry-after'], now) ?? 0) * 1000, longestPauseMs);
}

function outcomeOf(answer: Answer, now: Date): PushOutcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: pauseOf(answer, now) };
  return { kind: 'refused', reason: `answered ${status}` };
}

/** A private address is not a push service. */
const failureOf = (error: unknown): PushOutcome => {
  if (!(error instanceof CallFailed)) throw error;
  return error.reason === 'address' ? { kind: 'gone' } : { kind: 'later', afterMs: 0 };
};

/** Supports the push services of all browsers (RFC 8030) at allowed addresses. */
export function createWebPush({ keys, clock, subject, reach }: WebPush): PushService {
  return {
    publicKey: async () => (await keys()).publicKey,
    accepts(address) {
      const url = new URL(address.endpoint);
      return url.username === '' && url.password === '' && reach(url) !== undefined && isSound(address);
    },
    async send({ address, text, topic, ttlSeconds }, signal) {
      const url = new URL(address.endpoint);
      const caller = reach(url);
      if (!caller) return { kind: 'gone' };
      const now = clock.now();
      const headers = {
        authorization: vapidHeader(await keys(), { origin: url.origin, subject, now }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        topic,
      };
      const body = encrypt(Buffer.from(text), address);
      return caller
        .call({ method: 'POST', url: url.href, headers, body, maxBytes, cut: true, signal })
        .then((answer) => outcomeOf(answer, now), failureOf);
    },
  };
}
