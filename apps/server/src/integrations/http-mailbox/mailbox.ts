import type { FindSentOutcome, Mailbox, OutgoingMail, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import { createUnsettled } from '#platform/mail/unsettled-sends.ts';
import { createSemaphore } from '#platform/semaphore.ts';

export interface Sending {
  /** Aborts at the timeout of the message, on which the caller relies. */
  signal: AbortSignal;
  onUnknownOutcome(): void;
}

export interface HttpMailboxOptions {
  clock: Clock;
  caller: Pick<Caller, 'timeoutMs'>;
  pollMs?: number;
  settleMs?: number;
}

interface Service {
  atOnce: number;
  send(message: OutgoingMail, sending: Sending): Promise<SendOutcome>;
  findSent(messageId: string, to: string): Promise<FindSentOutcome>;
  readNew: Mailbox['readNew'];
}

/** Minimum share of a message's timeout to start sending. */
const leastLeft = 0.1;

export function openHttpMailbox(service: Service, { clock, caller, pollMs = 15_000, settleMs = 60_000 }: HttpMailboxOptions): Mailbox {
  const places = createSemaphore(service.atOnce);
  const unsettled = createUnsettled(clock, settleMs);
  return {
    send(message) {
      const { timeoutMs } = caller;
      const end = elapsed() + timeoutMs;
      const signal = AbortSignal.timeout(timeoutMs);
      const sending = { signal, onUnknownOutcome: () => unsettled.add(message.messageId) };
      // With little time left, a message would probably end with an unknown outcome.
      return places.run(async () => (end - elapsed() < timeoutMs * leastLeft ? { outcome: 'not_begun' } : service.send(message, sending)));
    },
    async findSent(messageId, to) {
      const outcome = await service.findSent(messageId, to);
      if (outcome.found !== 'no' || !unsettled.isFresh(messageId)) return outcome;
      return { found: 'cannot_tell', failure: { server: 'provider', reason: 'timeout', detail: 'sent_not_shown_yet' } };
    },
    appendToSent: async () => ({ result: 'already_there' }),
    readNew: (from) => service.readNew(from),
    async watch(onNew, signal) {
      while (!signal.aborted) {
        onNew();
        await clock.sleep(pollMs, { signal });
      }
      return { ended: 'aborted' };
    },
    close: async () => undefined,
  };
}
