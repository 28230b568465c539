import type { FindSentOutcome, Mailbox, OutgoingMail, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { type Clock, elapsed } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import { createUnsettled } from '#platform/mail/unsettled-sends.ts';
import { createSemaphore } from '#platform/semaphore.ts';

/** How one message is sent. */
export interface Sending {
  /** The end of the time that a message has: whoever asked for it counts on that. */
  signal: AbortSignal;
  /** Told where it may have left without our knowing. */
  onUnknownOutcome(): void;
}

export interface HttpMailboxOptions {
  clock: Clock;
  caller: Pick<Caller, 'timeoutMs'>;
  /** Milliseconds between looks for new mail. */
  pollMs?: number;
  /** Milliseconds that what was just sent may take to be found. */
  settleMs?: number;
}

/** What a service does in its own way. */
interface Service {
  /** Messages that may be on their way at a time. */
  atOnce: number;
  send(message: OutgoingMail, sending: Sending): Promise<SendOutcome>;
  findSent(messageId: string, to: string): Promise<FindSentOutcome>;
  readNew: Mailbox['readNew'];
}

/** Part of a message's time that it must have left to be begun. */
const leastLeft = 0.1;

/** A mailbox of a service that is spoken to over HTTP, files by itself what it sends and is asked for new mail now and then. */
export function openHttpMailbox(service: Service, { clock, caller, pollMs = 15_000, settleMs = 60_000 }: HttpMailboxOptions): Mailbox {
  const places = createSemaphore(service.atOnce);
  const unsettled = createUnsettled(clock, settleMs);
  return {
    send(message) {
      const { timeoutMs } = caller;
      const end = elapsed() + timeoutMs;
      const signal = AbortSignal.timeout(timeoutMs);
      const sending = { signal, onUnknownOutcome: () => unsettled.note(message.messageId) };
      // With the little time that is left after waiting for a place, a message would only come into unknown outcome.
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
