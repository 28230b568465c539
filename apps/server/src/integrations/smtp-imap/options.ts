import type { MailReach } from '#platform/mail/mail-server-address.ts';

/** Milliseconds. `answer`: maximum silence of a server during a session. */
export type Timeouts = { connect: number; greeting: number; answer: number };

/** Milliseconds from the call to the start of DATA, and from there to the server's response. */
export type SendTimes = { untilText: number; text: number };

/**
 * A slow server must not outlive the lease of a message. The largest message requires 100 kB/s with
 * the default timeout.
 */
export const sendTimes = ({ answer }: Pick<Timeouts, 'answer'>): SendTimes => ({
  untilText: Math.max(answer, 30_000),
  text: Math.max(2 * answer, 60_000),
});

export type SmtpImapOptions = MailReach & {
  /** Concurrent SMTP connections per mailbox; providers limit them. */
  maxConnections: number;
  timeouts: Timeouts;
  sendTimes?: SendTimes;
  idle: number;
  reconnect: { first: number; longest: number };
};

export const DEFAULT_OPTIONS: SmtpImapOptions = {
  onlyLoopback: false,
  networks: [],
  ports: [],
  maxConnections: 2,
  // RFC 5321 4.5.3.2 allows ten minutes after the final dot: an empty Sent folder proves nothing
  // before then.
  timeouts: { connect: 15_000, greeting: 15_000, answer: 120_000 },
  idle: 30_000,
  reconnect: { first: 1_000, longest: 300_000 },
};
