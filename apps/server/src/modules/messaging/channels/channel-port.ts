import type { FindSentOutcome, Mailbox, OutgoingMail, ReadFrom, ReadOutcome, SendOutcome, WatchEnd } from './mailbox-port.ts';

/** ADR 27. Methods return typed failures and never reject for errors of servers or networks. */
export interface Channel {
  /** Total time is bounded; leases rely on it. */
  send(message: OutgoingMail): Promise<SendOutcome>;
  /** `no` is proof only after the time in which the service shows sent messages. */
  find(sent: { messageId: string; to: string }): Promise<FindSentOutcome>;
  read(from: ReadFrom): Promise<ReadOutcome>;
  watch(onNew: () => void, signal: AbortSignal): Promise<WatchEnd>;
}

export const mailChannel = (mailbox: Mailbox): Channel => ({
  send: (message) => mailbox.send(message),
  find: ({ messageId, to }) => mailbox.findSent(messageId, to),
  read: (from) => mailbox.readNew(from),
  watch: (onNew, signal) => mailbox.watch(onNew, signal),
});
