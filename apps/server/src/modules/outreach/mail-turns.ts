import { randomUUID } from 'node:crypto';
import { createMailReader } from '#platform/mail/reading/mail-reader.ts';
import { findCompany } from '#modules/companies/public.ts';
import { readMailbox } from './hearing/reader.ts';
import type { MailServices } from './mail.ts';
import { mayStartMass } from './sending/limits.ts';
import { createConnections } from './sending/mailboxes.ts';
import { advance } from './sending/send-one.ts';
import { mailboxesWithWork, nextSendings } from './store/claims.ts';
import { findMailbox, listConnected } from './store/mailboxes.ts';

/** The work of `startMail`, done whenever it is asked for, so that its clock may be moved in between. */
export interface MailTurns {
  /** Sends what is due and may leave at this moment; says how many times something was done. */
  send(): Promise<number>;
  /** Reads every connected mailbox to its end, or the one of that address. */
  hear(address?: string): Promise<void>;
  /** When the next message may leave, by its time and the limits of its mailbox; undefined where none waits. */
  nextSending(): Promise<Date | undefined>;
  close(): Promise<void>;
}

type TurnServices = Omit<MailServices, 'sendPollMs' | 'readPollMs' | 'copyPollMs'>;

export function openMailTurns({ provider, secrets, ...others }: TurnServices): MailTurns {
  const mailReader = createMailReader();
  const { database, clock } = others;
  const connections = createConnections(provider, { database, secrets });
  const services = { ...others, mailReader, connections, workerId: randomUUID() };

  const mayLeaveAt = (mailboxId: number, sendAt: Date) =>
    database.readAsSystem(async (tx) => {
      const mailbox = await findMailbox(tx, mailboxId);
      if (mailbox?.state !== 'connected') return undefined;
      const zone = (await findCompany(tx, mailbox.company_id))?.time_zone ?? 'UTC';
      const permission = await mayStartMass(tx, mailbox, { now: clock.now(), zone });
      return permission.may || permission.until < sendAt ? sendAt : permission.until;
    });

  return {
    async send() {
      if (!(await database.asSystem(services.isArmed))) return 0;
      let done = 0;
      for (const { id } of await database.readAsSystem((tx) => mailboxesWithWork(tx, clock.now()))) {
        while (await advance(services, id)) done += 1;
      }
      return done;
    },
    async hear(address) {
      for (const mailbox of await database.readAsSystem(listConnected)) {
        if (address === undefined || mailbox.address === address) await readMailbox(services, mailbox.id);
      }
    },
    async nextSending() {
      const waiting = await database.readAsSystem(nextSendings);
      const moments = await Promise.all(waiting.map(({ mailbox_id: id, send_at: at }) => mayLeaveAt(id, at)));
      const [first] = moments.flatMap((at) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime());
      return first;
    },
    async close() {
      mailReader.close();
      await connections.close();
    },
  };
}
