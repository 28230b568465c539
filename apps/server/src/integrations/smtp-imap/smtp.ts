import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '#modules/messaging/channels/mailbox-port.ts';
import { resolveMailHost } from '#platform/mail/mail-server-address.ts';
import { MailboxError } from './mailbox-error.ts';
import { failureOf } from './failure.ts';
import type { SmtpImapOptions } from './options.ts';

export type SmtpLine = { connection: SMTPConnection; sent: number; isDead(): boolean };

export const tooLate = () => Object.assign(new Error('The server took too long'), { code: 'ETIMEDOUT' });

/** @throws MailboxError, also if `until` aborts */
export async function openSmtp(server: MailServer, options: SmtpImapOptions, until?: AbortSignal): Promise<SmtpLine> {
  const resolved = await resolveMailHost(server, options);
  if (until?.aborted) throw new MailboxError(failureOf('smtp', tooLate()));
  if ('refusal' in resolved) throw new MailboxError({ server: 'smtp', reason: resolved.refusal, detail: resolved.detail });
  const { connect, greeting, answer } = options.timeouts;
  const connection = new SMTPConnection({
    host: resolved.address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: isIP(server.host) ? {} : { servername: server.host },
    connectionTimeout: connect,
    greetingTimeout: greeting,
    socketTimeout: answer,
    logger: false,
  });
  const line: { dead: boolean; fail: ((error: unknown) => void) | null } = { dead: false, fail: null };
  connection.on('error', (error: unknown) => {
    line.dead = true;
    line.fail?.(error);
  });
  connection.on('end', () => {
    line.dead = true;
    line.fail?.(new Error('The server closed the connection'));
  });
  const failLate = () => line.fail?.(tooLate());
  until?.addEventListener('abort', failLate, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      line.fail = reject;
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (server.user !== '') await signIn(connection, server, (reject) => (line.fail = reject));
  } catch (error) {
    connection.close();
    throw new MailboxError(failureOf('smtp', error, server.security), { cause: error });
  } finally {
    until?.removeEventListener('abort', failLate);
  }
  line.fail = null;
  return { connection, sent: 0, isDead: () => line.dead };
}

function signIn(
  connection: SMTPConnection,
  { user, password }: MailServer,
  onFail: (reject: (error: unknown) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    onFail(reject);
    connection.login({ user, pass: password }, (error) => (error ? reject(error) : resolve()));
  });
}
