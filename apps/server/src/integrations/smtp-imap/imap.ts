import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import type { MailServer } from '#modules/messaging/channels/mailbox-port.ts';
import { resolveMailHost } from '#platform/mail/mail-server-address.ts';
import { failureOf } from './failure.ts';
import { MailboxError } from './mailbox-error.ts';
import type { SmtpImapOptions } from './options.ts';

const MAX_LITERAL_BYTES = 16 * 1024 * 1024;

/** A signed-in connection. @throws MailboxError */
export async function openImap(server: MailServer | null, options: SmtpImapOptions): Promise<ImapFlow> {
  if (server === null) throw new MailboxError({ server: 'imap', reason: 'imap_missing', detail: '' });
  const resolved = await resolveMailHost(server, options);
  if ('refusal' in resolved) throw new MailboxError({ server: 'imap', reason: resolved.refusal, detail: resolved.detail });
  // Loaded with the first mailbox, because it takes 200 ms and 29 MB.
  const imap = await import('imapflow');
  const client = new imap.ImapFlow({
    host: resolved.address,
    port: server.port,
    secure: server.security === 'tls',
    ...(server.security !== 'tls' && { doSTARTTLS: server.security === 'starttls' }),
    ...(isIP(server.host) === 0 && { servername: server.host }),
    auth: { user: server.user, pass: server.password },
    connectionTimeout: options.timeouts.connect,
    greetingTimeout: options.timeouts.greeting,
    socketTimeout: options.timeouts.answer,
    maxLiteralSize: MAX_LITERAL_BYTES,
    disableAutoIdle: true,
    // Home routers drop an idle connection after some ten minutes.
    maxIdleTime: 9 * 60_000,
    logger: false,
  });
  // Without a listener a lost connection would end the process; the next command reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw new MailboxError(failureOf('imap', error, server.security), { cause: error });
  }
  return client;
}

export type ImapLine = {
  /** Serializes commands. @throws MailboxError */
  run<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

export function createImapLine(server: MailServer | null, options: SmtpImapOptions): ImapLine {
  let last: Promise<unknown> = Promise.resolve();
  const idle: { client: ImapFlow | null; timer: NodeJS.Timeout | null } = { client: null, timer: null };

  async function once<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    if (idle.timer) clearTimeout(idle.timer);
    if (idle.client?.usable !== true) idle.client = await openImap(server, options);
    const { client } = idle;
    try {
      return await work(client);
    } catch (error) {
      client.close();
      idle.client = null;
      throw error instanceof MailboxError ? error : new MailboxError(failureOf('imap', error), { cause: error });
    } finally {
      idle.timer = setTimeout(() => void end(), options.idle);
      idle.timer.unref();
    }
  }
  async function end(): Promise<void> {
    if (idle.timer) clearTimeout(idle.timer);
    const { client } = idle;
    idle.client = null;
    await client?.logout().catch(() => client.close());
  }

  return {
    run(work) {
      const result = last.then(() => once(work));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      await last;
      await end();
    },
  };
}
