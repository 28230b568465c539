import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { MailServer } from '#modules/messaging/channels/mailbox-port.ts';
import { resolveMailHost } from '#platform/mail/mail-server-address.ts';
import { MailboxError } from './mailbox-error.ts';
import type { SmtpImapOptions } from './options.ts';

/** Servers greet first; after this silence the port may expect a TLS handshake. */
const silence = 1500;

/** Tries a TLS handshake after `silence`. Sends no data and ignores the certificate. */
async function speaksTls(server: MailServer, options: SmtpImapOptions, signal: AbortSignal): Promise<boolean> {
  const resolved = await resolveMailHost(server, options);
  if ('refusal' in resolved || signal.aborted) return false;
  return new Promise((resolve) => {
    const answer = (speaks: boolean) => {
      clearTimeout(timer);
      socket?.destroy();
      resolve(speaks);
    };
    let socket: ReturnType<typeof connect> | undefined;
    const timer = setTimeout(() => {
      socket = connect({
        host: resolved.address,
        port: server.port,
        rejectUnauthorized: false,
        ...(isIP(server.host) === 0 && { servername: server.host }),
      });
      socket.once('secureConnect', () => answer(true));
      socket.once('error', () => answer(false));
      socket.once('close', () => answer(false));
    }, silence);
    signal.addEventListener('abort', () => answer(false), { once: true });
  });
}

/** Fails early if the port expects TLS instead of sending a greeting. @throws MailboxError */
export async function failOnTlsPort<Result>(
  which: 'smtp' | 'imap',
  { server, options }: { server: MailServer; options: SmtpImapOptions },
  work: () => Promise<Result>,
): Promise<Result> {
  if (server.security === 'tls') return work();
  const done = new AbortController();
  const probe = speaksTls(server, options, done.signal).then((speaks) => {
    if (!speaks) return new Promise<never>(() => undefined);
    throw new MailboxError({ server: which, reason: 'tls_port', detail: '' });
  });
  const working = work();
  working.catch(() => undefined);
  return Promise.race([working, probe]).finally(() => done.abort());
}
