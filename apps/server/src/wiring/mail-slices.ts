import { randomUUID } from 'node:crypto';
import { createMailReader } from '#platform/mail/reading/mail-reader.ts';
import { readMailbox } from '#modules/messaging/inbound/reader.ts';
import type { MailServices } from './mail-loops.ts';
import { createConnections } from '#modules/messaging/channels/connections.ts';
import { deliverNext } from '#modules/messaging/delivery/sender/deliver.ts';
import { nextSendTime } from '#modules/messaging/delivery/limits/next-send-time.ts';
import { mailboxesWithWork } from '#modules/messaging/delivery/store/queue.ts';
import { listConnected } from '#modules/messaging/channels/store/mailboxes.ts';

/** The work of `startMail` on demand, so that the clock can move between calls. */
export interface MailSlices {
  send(): Promise<number>;
  readMail(address?: string): Promise<void>;
  /** By schedule and limits of the mailbox; undefined if no message waits. */
  nextSending(): Promise<Date | undefined>;
  close(): Promise<void>;
}

export function openMailSlices({ provider, secrets, ...others }: MailServices): MailSlices {
  const mailReader = createMailReader();
  const { database, clock } = others;
  const connections = createConnections(provider, { database, secrets });
  const reading = { ...others, mailReader, connections };
  const services = { ...reading, workerId: randomUUID(), ingest: (mailboxId: number) => readMailbox(reading, mailboxId) };

  return {
    async send() {
      if (!(await database.asSystem(services.maySend))) return 0;
      let done = 0;
      for (const { id } of await database.readAsSystem((tx) => mailboxesWithWork(tx, clock.now()))) {
        while (await deliverNext(services, id)) done += 1;
      }
      return done;
    },
    async readMail(address) {
      for (const mailbox of await database.readAsSystem(listConnected)) {
        if (address === undefined || mailbox.address === address) await readMailbox(services, mailbox.id);
      }
    },
    nextSending: () => nextSendTime(services),
    async close() {
      mailReader.close();
      await connections.close();
    },
  };
}

export type { MailServices } from './mail-loops.ts';
