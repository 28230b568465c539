import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '#modules/outreach/mailbox-port.ts';
import { resolveMailHost } from '#platform/mail/guard.ts';
import { MailboxError } from './mailbox-error.ts';
import { failureOf } from './failure.ts';
import type { SmtpImapOptions } from './options.ts';

/** An open, signed-in connection. `isDead` turns true as soon as the line falls; `sent` counts the messages it carried. */
export type SmtpLine = { connection: SMTPConnection; sent: number; isDead(): boolean };

/** @throws MailboxError */
export async function openSmtp(server: MailServer, options: SmtpImapOptions): Promise<SmtpLine> {
  const resolved = await resolveMailHost(server.host, options.onlyLoopback);
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
  try {
    await new Promise<void>((resolve, reject) => {
      line.fail = reject;
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (server.user !== '') await signIn(connection, server, (reject) => (line.fail = reject));
  } catch (error) {
    connection.close();
    throw new MailboxError(failureOf('smtp', error), { cause: error });
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
