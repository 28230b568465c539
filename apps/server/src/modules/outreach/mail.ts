import { randomUUID } from 'node:crypto';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { type ReaderServices, startReader } from './hearing/reader.ts';
import type { MailboxProvider } from './mailbox-port.ts';
import { createConnections } from './sending/mailboxes.ts';
import type { Leases } from './sending/send-one.ts';
import { startSender } from './sending/sender.ts';

export interface MailServices extends Omit<ReaderServices, 'connections'> {
  provider: MailboxProvider;
  secrets: SecretBox;
  /** Shorter ones only where the transport's time-outs are shorter too. */
  leases?: Leases;
  /** Pause between looks for due messages, in milliseconds. */
  sendPollMs?: number;
  /** Pause between readings of mailboxes whose server does not tell of new mail. */
  readPollMs?: number;
}

/** Longer than the transport's longest silence (two minutes), so that a lease never ends under a living worker. */
const defaultLeases: Leases = { claim: 60_000, handOver: 180_000 };

/** Sends what is due and hears what comes back, for all companies, until stopped. */
export function startMail({ provider, secrets, leases = defaultLeases, sendPollMs = 500, readPollMs = 60_000, ...services }: MailServices) {
  const connections = createConnections(provider, secrets);
  const sender = startSender({ ...services, connections, leases, workerId: randomUUID() }, { pollMs: sendPollMs, concurrency: 8 });
  const reader = startReader({ ...services, connections }, { pollMs: readPollMs, refreshMs: 1000 });
  return {
    async stop() {
      await Promise.all([sender.stop(), reader.stop()]);
      await connections.close();
    },
  };
}
