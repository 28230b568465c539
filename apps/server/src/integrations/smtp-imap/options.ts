/** Milliseconds. `answer` is the longest silence of a server in the middle of a conversation. */
export type Timeouts = { connect: number; greeting: number; answer: number };

export type SmtpImapOptions = {
  /** Demo mode: connect to nothing but this machine. */
  onlyLoopback: boolean;
  /** SMTP connections open at once to one mailbox. Providers cut off those that open many. */
  maxConnections: number;
  timeouts: Timeouts;
  /** How long an unused connection is kept, and the first and the longest pause before `watch` connects again. */
  idle: number;
  reconnect: { first: number; longest: number };
};

export const DEFAULT_OPTIONS: SmtpImapOptions = {
  onlyLoopback: false,
  maxConnections: 2,
  // RFC 5321 4.5.3.2 grants a server ten minutes after the final dot; a queue behind a slow one is worse than asking the Sent folder.
  timeouts: { connect: 15_000, greeting: 15_000, answer: 120_000 },
  idle: 30_000,
  reconnect: { first: 1_000, longest: 300_000 },
};
