import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { addReaders, good, newList, until } from '../../../test/mailing-fixtures.ts';
import { createLog } from '../../platform/log.ts';
import { findActor } from '../accounts/public.ts';
import type { LetterPort } from '../outreach/letter-port.ts';
import type { Mailbox } from '../outreach/mailbox-port.ts';
import type { SenderServices } from '../outreach/sending/send-one.ts';
import { startSender } from '../outreach/sending/sender.ts';
import { planDue } from './planner/planner.ts';

const here = useInstallation();
const quiet = async () => undefined;

/** A company without limits, and its recruiter with a mailing that runs. */
async function launched(company: number, { readers: count, name }: { readers: number; name: string }): Promise<number> {
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const [mailbox] = await here.sql<{ id: number }>(
    `insert into mailboxes (company_id, user_id, provider, address, settings, secret, daily_limit, gap_seconds, files_sent)
     values ($1, $2, 'smtp_imap', $3, '{"smtp": {"host": "localhost"}, "imap": {"host": "localhost"}}', '', null, 0, false) returning id`,
    [company, user.id, `${name}@company.test`],
  );
  const readers = await addReaders(here, company, count);
  const list = await newList({ user, caller, address: '' }, { readers, templates: [{ subject: 'Job', body: '<p>Text</p>' }] });
  await good(caller.post(`/api/v6/mailing_lists/${list.id}/launch/`, {}));
  return Number(mailbox?.id);
}

it('[SEND-012] [DEC-10] more mailboxes than are served at once take turns: none waits for another to be done', async () => {
  const company = await here.addCompany();
  await here.sql('insert into sending_limits (company_id, per_day, per_domain_per_hour) values ($1, null, null)', [company]);
  const many = await launched(company, { readers: 24, name: 'many' });
  const few = await launched(company, { readers: 2, name: 'few' });
  const { database } = here.application;
  const base = { database, clock: here.clock, log: createLog('silent'), isArmed: async () => true, suppressed: async () => new Map() };
  await planDue({ ...base, changeStatuses: quiet, findActor });
  const order: number[] = [];
  const slow = (id: number) => ({
    send: async () => {
      await sleep(100);
      order.push(id);
      return { outcome: 'accepted', response: '250', raw: new Uint8Array() };
    },
    appendToSent: async () => ({ result: 'appended' }),
    close: quiet,
  });
  const letters: LetterPort = {
    prepare: async () => new Map(),
    suppressed: base.suppressed,
    noteUnwelcome: quiet,
    eventsOf: async () => [],
  };
  const services: SenderServices = {
    ...base,
    letters,
    leases: { claim: 60_000, smtp: { handOver: 60_000, settle: 60_000 }, service: { handOver: 60_000, settle: 60_000 } },
    workerId: 'worker',
    connections: { of: ({ id }) => slow(id) as unknown as Mailbox, close: quiet },
    readImage: quiet,
    readFile: quiet,
    announce: quiet,
    announceMany: quiet,
  };
  const sender = startSender(services, { pollMs: 50, concurrency: 1 });
  await until(async () => expect(order).toHaveLength(26));
  await sender.stop();
  expect(order.filter((id) => id === few)).toHaveLength(2);
  expect(order.lastIndexOf(few)).toBeLessThan(order.lastIndexOf(many) - 5);
});
