import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer, WatchEnd } from '#modules/messaging/channels/mailbox-port.ts';
import { openImap } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';
import type { SmtpImapOptions } from './options.ts';

/** What a person must mend; trying again would lock the account or never help. */
const LASTING = new Set(['wrong_password', 'address_forbidden', 'port_forbidden', 'imap_missing']);

export type Watching = { server: MailServer | null; options: SmtpImapOptions; onNew: () => void; signal: AbortSignal };

/** Idles on the inbox over a connection of its own. Where the server knows no IDLE, imapflow asks by NOOP. */
export async function watchInbox(watching: Watching): Promise<WatchEnd> {
  const { first, longest } = watching.options.reconnect;
  let pause = first;
  while (!watching.signal.aborted) {
    try {
      await idleOnce(watching, () => (pause = first));
    } catch (error) {
      if (error instanceof MailboxError && LASTING.has(error.failure.reason)) return { ended: 'failed', failure: error.failure };
    }
    // Half to the whole of the pause, so that many mailboxes of one server do not come back together.
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: watching.signal }).catch(() => undefined);
    pause = Math.min(pause * 2, longest);
  }
  return { ended: 'aborted' };
}

/** Resolves or rejects when the line falls or the watching is over. */
async function idleOnce({ server, options, onNew, signal }: Watching, onConnected: () => void): Promise<void> {
  const client = await openImap(server, options);
  const stop = (): void => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    await client.mailboxOpen('INBOX', { readOnly: true });
    client.on('exists', onNew);
    onConnected();
    // Whatever came while nobody watched.
    onNew();
    let isFine = true;
    while (isFine && client.usable && !signal.aborted) isFine = (await client.idle()) !== false;
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}
