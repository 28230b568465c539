import type { Mailbox, MailboxFailure, MailboxProvider, MailboxSettings, VerifyOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { findFolders } from './folders.ts';
import { createImapLine } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';
import { DEFAULT_OPTIONS, sendTimes, type SmtpImapOptions } from './options.ts';
import { readNew } from './read-new.ts';
import { sendMail } from './send.ts';
import { appendToSent, findSent } from './sent-folder.ts';
import { createSmtpPool } from './smtp-pool.ts';
import { failOnTlsPort } from './detect-tls-port.ts';
import { openSmtp } from './smtp.ts';
import { trySender } from './try-sender.ts';
import { watchInbox } from './watch.ts';

export function createSmtpImapProvider(custom: Partial<SmtpImapOptions> = {}): MailboxProvider {
  const options: SmtpImapOptions = { ...DEFAULT_OPTIONS, ...custom };
  return { verify: (settings) => verify(settings, options), open: (settings) => open(settings, options) };
}

/** Tries both servers, so that the user sees all errors. */
async function verify(settings: MailboxSettings, options: SmtpImapOptions): Promise<VerifyOutcome> {
  const [smtp, imap] = await Promise.allSettled([trySmtp(settings, options), tryImap(settings, options)]);
  const failures: MailboxFailure[] = [smtp, imap].filter((result) => result.status === 'rejected').map(({ reason }) => failureIn(reason));
  return failures.length > 0 || imap.status === 'rejected' ? { ok: false, failures } : { ok: true, sentFolder: imap.value };
}

function failureIn(error: unknown): MailboxFailure {
  if (error instanceof MailboxError) return error.failure;
  throw error;
}

async function trySmtp({ smtp, from }: MailboxSettings, options: SmtpImapOptions): Promise<void> {
  const { connection } = await failOnTlsPort('smtp', { server: smtp, options }, () => openSmtp(smtp, options));
  try {
    await trySender(connection, from.address, options.timeouts.answer);
  } finally {
    connection.quit();
  }
}

async function tryImap({ imap }: MailboxSettings, options: SmtpImapOptions): Promise<string | null> {
  const line = createImapLine(imap, options);
  const find = () => line.run(async (client) => (await findFolders(client)).sent);
  try {
    return await (imap === null ? find() : failOnTlsPort('imap', { server: imap, options }, find));
  } finally {
    // Not awaited: without a greeting it ends at its timeout.
    void line.close();
  }
}

function open(settings: MailboxSettings, options: SmtpImapOptions): Mailbox {
  const pool = createSmtpPool(settings.smtp, options);
  const line = createImapLine(settings.imap, options);
  const times = options.sendTimes ?? sendTimes(options.timeouts);
  return {
    send: (message) => sendMail(pool, message, times),
    findSent: (messageId) => findSent(line, messageId),
    appendToSent: (messageId, raw) => appendToSent(line, messageId, raw),
    readNew: (from) => readNew(line, from),
    watch: (onNew, signal) => watchInbox({ server: settings.imap, options, onNew, signal }),
    close: async () => void (await Promise.all([pool.close(), line.close()])),
  };
}
