import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connectionsTo } from '../../../../test/channel-fixtures.ts';
import { useInstallation } from '../../../../test/installation.ts';
import { addMailbox, addUnlimitedCompany } from '../../../../test/mailbox-fixtures.ts';
import { addReaders, good, newList, noChannels } from '../../../../test/mailing-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { findActor } from '../../accounts/public.ts';
import type { OutboundPolicy } from '../messages/outbound-policy.ts';
import type { Mailbox } from '../channels/mailbox-port.ts';
import type { SenderServices } from '../delivery/sender/deliver.ts';
import { startSender } from '../delivery/sender/sender.ts';
import { planDue } from './planner/planner.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const quiet = async () => undefined;

interface Launched {
  readers: number;
  name: string;
  /** The server files sent messages: batches may run concurrently. */
  filesSent?: boolean;
}

/** A company without limits and with a running mailing. */
async function launched(company: number, { readers: count, name, filesSent = false }: Launched): Promise<number> {
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const mailboxId = await addMailbox(here, user, { address: `${name}@company.test`, files_sent: filesSent });
  const readers = await addReaders(here, company, count);
  const list = await newList({ user, caller, address: '' }, { readers, templates: [{ subject: 'Job', body: '<p>Text</p>' }] });
  await good(caller.post(`/api/v6/mailing_lists/${list.id}/launch/`, {}));
  return mailboxId;
}

/** Services of a sender with a replaced mail server. Plans everything due. */
async function servicesWith(deliver: (mailboxId: number) => Promise<void>): Promise<SenderServices> {
  const { database } = here.application;
  const base = { database, clock: here.clock, log: createLog('silent'), maySend: async () => true, suppressed: async () => new Map() };
  await planDue({ ...base, changeStatuses: quiet, channels: noChannels, findActor });
  const mailboxOf = (id: number) => ({
    send: async () => {
      await deliver(id);
      return { outcome: 'accepted', response: '250', raw: new Uint8Array() };
    },
    appendToSent: async () => ({ result: 'appended' }),
    close: quiet,
  });
  const policy: OutboundPolicy = {
    prepare: async () => new Map(),
    suppressed: base.suppressed,
    suppress: quiet,
    eventsOf: async () => [],
  };
  return {
    ...base,
    policy,
    leases: { claim: 60_000, smtp: { handOver: 60_000, settle: 60_000 }, service: { handOver: 60_000, settle: 60_000 } },
    workerId: 'worker',
    connections: connectionsTo(({ id }) => mailboxOf(id) as unknown as Mailbox),
    ingest: async () => true,
    readImage: quiet,
    readFile: quiet,
    announce: quiet,
    announceMany: quiet,
  };
}

it('[SEND-012] [DEC-10] more mailboxes than served concurrently take turns', async () => {
  const company = await addUnlimitedCompany(here);
  const many = await launched(company, { readers: 24, name: 'many' });
  const few = await launched(company, { readers: 2, name: 'few' });
  const order: number[] = [];
  const services = await servicesWith(async (id) => {
    here.clock.advance(100);
    order.push(id);
  });
  const sender = startSender(services, { pollMs: 50, concurrency: 1 });
  await until(async () => expect(order).toHaveLength(26));
  await sender.stop();
  expect(order.filter((id) => id === few)).toHaveLength(2);
  expect(order.lastIndexOf(few)).toBeLessThan(order.lastIndexOf(many) - 5);
});

it('[SEND-012] [DEC-10] two batches of an unlimited mailbox run concurrently, and no message is sent twice', async () => {
  const company = await addUnlimitedCompany(here);
  const id = await launched(company, { readers: 150, name: 'waves', filesSent: true });
  const wait = { now: 0, most: 0, done: 0 };
  const services = await servicesWith(async () => {
    wait.most = Math.max(wait.most, (wait.now += 1));
    await sleep(200);
    wait.now -= 1;
    wait.done += 1;
  });
  const sender = startSender(services, { pollMs: 50, concurrency: 2 });
  const states = () => here.sql('select state, count(*)::int as count from messages where mailbox_id = $1 group by state', [id]);
  await until(async () => expect(await states()).toEqual([{ state: 'sent', count: 150 }]));
  await sender.stop();
  expect(wait).toEqual({ now: 0, most: 64, done: 150 });
});
