import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer, WatchEnd } from '#modules/messaging/channels/mailbox-port.ts';
import { openImap } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';
import type { SmtpImapOptions } from './options.ts';

/** The user must fix these; retries could lock the account. */
const LASTING = new Set(['wrong_password', 'address_forbidden', 'port_forbidden', 'imap_missing']);

export type Watching = { server: MailServer | null; options: SmtpImapOptions; onNew: () => void; signal: AbortSignal };

/** IDLE on the inbox over a separate connection. Without IDLE, imapflow polls with NOOP. */
export async function watchInbox(watching: Watching): Promise<WatchEnd> {
  const { first, longest } = watching.options.reconnect;
  let pause = first;
  while (!watching.signal.aborted) {
    try {
      await idleOnce(watching, () => (pause = first));
    } catch (error) {
      if (error instanceof MailboxError && LASTING.has(error.failure.reason)) return { ended: 'failed', failure: error.failure };
    }
    // Randomized, so that mailboxes of one server do not reconnect together.
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: watching.signal }).catch(() => undefined);
    pause = Math.min(pause * 2, longest);
  }
  return { ended: 'aborted' };
}

async function idleOnce({ server, options, onNew, signal }: Watching, onConnected: () => void): Promise<void> {
  const client = await openImap(server, options);
  const stop = (): void => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    await client.mailboxOpen('INBOX', { readOnly: true });
    client.on('exists', onNew);
    onConnected();
    // Mail may have arrived during the disconnect.
    onNew();
    let isFine = true;
    while (isFine && client.usable && !signal.aborted) isFine = (await client.idle()) !== false;
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}
