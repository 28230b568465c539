import type { FindSentOutcome, Mailbox, OutgoingMail, ReadFrom, ReadOutcome, SendOutcome, WatchEnd } from './mailbox-port.ts';

/**
 * A way to reach people, as delivery and inbound know it (ADR 27). No method rejects for what a server or a network does: it answers the typed
 * failure.
 */
export interface Channel {
  /** Answers within a time that is bounded as a whole: leases count on it. */
  send(message: OutgoingMail): Promise<SendOutcome>;
  /** Whether a message left, of which nobody knows. `no` proves it only once the time is over that the service may take to show what it has. */
  find(sent: { messageId: string; to: string }): Promise<FindSentOutcome>;
  /** What came since the cursor, the oldest first. */
  read(from: ReadFrom): Promise<ReadOutcome>;
  /** Calls `onNew` on each arrival until `signal` aborts. */
  watch(onNew: () => void, signal: AbortSignal): Promise<WatchEnd>;
}

/** E-mail as a channel. What a mailbox can do besides, filing copies of what it has sent, is an affair of this module. */
export const mailChannel = (mailbox: Mailbox): Channel => ({
  send: (message) => mailbox.send(message),
  find: ({ messageId, to }) => mailbox.findSent(messageId, to),
  read: (from) => mailbox.readNew(from),
  watch: (onNew, signal) => mailbox.watch(onNew, signal),
});
