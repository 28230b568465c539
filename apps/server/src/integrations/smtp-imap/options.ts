import type { MailReach } from '#platform/mail/mail-server-address.ts';

/** Milliseconds. `answer` is the longest silence of a server in the middle of a conversation. */
export type Timeouts = { connect: number; greeting: number; answer: number };

/**
 * What a message may take as a whole, in milliseconds: `untilText` from when it is handed over until its text is begun, the wait for a free line
 * included, and `text` from there to the server's answer.
 */
export type SendTimes = { untilText: number; text: number };

/**
 * A slow server that is never silent for long must not outlive the lease of a message. A conversation has some six steps until the text, and the
 * largest message needs 100 kB a second at the usual silence: short ones of the settings are not meant for these.
 */
export const sendTimes = ({ answer }: Pick<Timeouts, 'answer'>): SendTimes => ({
  untilText: Math.max(answer, 30_000),
  text: Math.max(2 * answer, 60_000),
});

export type SmtpImapOptions = MailReach & {
  /** SMTP connections open at once to one mailbox. Providers cut off those that open many. */
  maxConnections: number;
  timeouts: Timeouts;
  /** By the longest silence unless told. */
  sendTimes?: SendTimes;
  /** How long an unused connection is kept, and the first and the longest pause before `watch` connects again. */
  idle: number;
  reconnect: { first: number; longest: number };
};

export const DEFAULT_OPTIONS: SmtpImapOptions = {
  onlyLoopback: false,
  networks: [],
  ports: [],
  maxConnections: 2,
  // RFC 5321 4.5.3.2 grants a server ten minutes after the final dot. A queue behind a slow one is worse than asking the Sent folder, but what
  // it says before these ten minutes are over proves nothing.
  timeouts: { connect: 15_000, greeting: 15_000, answer: 120_000 },
  idle: 30_000,
  reconnect: { first: 1_000, longest: 300_000 },
};
