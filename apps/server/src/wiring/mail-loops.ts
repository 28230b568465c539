import { randomUUID } from 'node:crypto';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Tx } from '#platform/database/database.ts';
import { createMailReader } from '#platform/mail/reading/mail-reader.ts';
import { readMailbox, type ReaderServices, startReader } from '#modules/messaging/inbound/reader.ts';
import type { AnyMailboxSettings, MailboxProvider } from '#modules/messaging/channels/mailbox-port.ts';
import { createConnections } from '#modules/messaging/channels/connections.ts';
import type { ReadFile } from '#modules/messaging/delivery/mail/attached-files.ts';
import { startCopies } from '#modules/messaging/channels/sent-copies.ts';
import type { ReadImage } from '#modules/messaging/delivery/mail/inline-images.ts';
import type { Leases } from '#modules/messaging/delivery/sender/leases.ts';
import type { SenderServices } from '#modules/messaging/delivery/sender/deliver.ts';
import { startSender } from '#modules/messaging/delivery/sender/sender.ts';

export interface MailServices extends Omit<ReaderServices, 'connections' | 'mailReader'> {
  provider: MailboxProvider<AnyMailboxSettings>;
  secrets: SecretBox;
  readImage: ReadImage;
  readFile: ReadFile;
  maySend(tx: Tx): Promise<boolean>;
  announceMany: SenderServices['announceMany'];
  leases: Leases;
}

export interface MailPace {
  sendPollMs?: number;
  readPollMs?: number;
  copyPollMs?: number;
}

export function startMail(
  { provider, secrets, leases, ...others }: MailServices,
  { sendPollMs = 500, readPollMs = 60_000, copyPollMs = 20_000 }: MailPace,
) {
  const mailReader = createMailReader();
  const services = { ...others, mailReader };
  const connections = createConnections(provider, { database: services.database, secrets });
  const ingest = (mailboxId: number) => readMailbox({ ...services, connections }, mailboxId);
  const sending = { ...services, connections, leases, ingest, workerId: randomUUID() };
  const sender = startSender(sending, { pollMs: sendPollMs, concurrency: 16 });
  const reader = startReader({ ...services, connections }, { pollMs: readPollMs, refreshMs: 1000 });
  const copies = startCopies({ ...services, connections }, { pollMs: copyPollMs });
  return {
    async idle() {
      await Promise.all([sender.idle(), copies.idle()]);
      await reader.idle();
    },
    async stop() {
      await Promise.all([sender.stop(), reader.stop(), copies.stop()]);
      mailReader.close();
      await connections.close();
    },
  };
}
