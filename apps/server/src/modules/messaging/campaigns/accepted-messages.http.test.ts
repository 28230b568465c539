import { EventEmitter, once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { addMailbox, addUnlimitedCompany } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn, recipientsIn, type StoredRecipient } from '../../../../test/message-fixtures.ts';
import { addReaders, good, newList, noChannels, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { findActor } from '../../accounts/public.ts';
import { claim, handOver } from '../messages/store/transitions/claim.ts';
import { acceptMessages } from './planner/record-outcomes.ts';
import { planDue } from './planner/planner.ts';
import { lockMailing } from './store/mailings.ts';

const here = useInstallation();
const hour = 3_600_000;
const workerId = 'worker';
const first = { subject: 'First', body: '<p>First</p>' };
const second = { subject: 'Second', body: '<p>Second</p>', send_delay: 3600 };

let rita: Recruiter;
let company: number;
let mailboxId: number;

beforeAll(async () => {
  company = await addUnlimitedCompany(here);
  const user = await here.addUser(company, 'worker');
  rita = { user, caller: await here.signIn(user), address: user.email };
  mailboxId = await addMailbox(here, user, { files_sent: true, read_at: here.clock.now() });
});

const plan = () =>
  planDue({
    database: here.application.database,
    clock: here.clock,
    log: createLog('silent'),
    maySend: async () => true,
    suppressed: async () => new Map(),
    changeStatuses: async () => undefined,
    channels: noChannels,
    findActor,
  });

/** Hands over the first messages of a launched list and returns their ids. */
async function handedOver(templates: readonly object[]) {
  const readers = await addReaders(here, company, 2);
  const list = await newList(rita, { readers, templates });
  await good(rita.caller.post(`/api/v6/mailing_lists/${list.id}/launch/`, {}));
  await plan();
  const now = here.clock.now();
  const moment = { now, leaseUntil: new Date(now.getTime() + hour) };
  const may = { mayStart: true, mayAnswer: true, mayStartMass: true, mayFollowUp: true, ingestedSince: now };
  const { database } = here.application;
  const claimed = await database.asSystem((tx) => claim(tx, { mailboxId, workerId, ...moment, ...may, limit: 10 }));
  const ids = claimed.map(({ id }) => id);
  await database.asSystem((tx) => handOver(tx, { ids, workerId }, moment));
  expect(ids).toHaveLength(2);
  return { ...list, ids };
}

const accept = (ids: readonly number[]) =>
  here.application.database.asSystem((tx) => acceptMessages(tx, { ids, workerId }, here.clock.now()));

const facts = ({ active, ended, next_at: nextAt, retry }: StoredRecipient) => ({ active, ended, nextAt, retry });
const recipientsOf = async (mailing: number) => (await recipientsIn(here).find({ mailing_id: mailing })).map(facts);

describe('the next step after acceptance', () => {
  it('[MAIL-009] [MAIL-014] is decided with the acceptance, as by the planner', async () => {
    const going = await handedOver([first, second]);
    const done = await handedOver([first]);
    await accept([...going.ids, ...done.ids]);
    const now = here.clock.now();
    const following = { active: true, ended: null, nextAt: new Date(now.getTime() + hour), retry: false };
    const finished = { active: true, ended: 'finished', nextAt: null, retry: false };
    expect(await recipientsOf(going.id)).toEqual([following, following]);
    expect(await recipientsOf(done.id)).toEqual([finished, finished]);
    await recipientsIn(here).update({ mailing_id: [going.id, done.id] }, { next_at: now, ended: null });
    await plan();
    expect(await recipientsOf(going.id)).toEqual([following, following]);
    expect(await recipientsOf(done.id)).toEqual([finished, finished]);
  });

  it('[CAND-020] is the end for a candidate removed from the vacancy', async () => {
    const { id, ids, candidates } = await handedOver([first, second]);
    await here.sql('update candidates set deleted_at = now() where id = $1', [candidates[0]]);
    await accept(ids);
    const rows = await recipientsIn(here).find({ mailing_id: id });
    const endOf = (candidate: number | undefined) => rows.find((row) => Number(row.candidate_id) === candidate)?.ended;
    expect([endOf(candidates[0]), endOf(candidates[1])]).toEqual(['by_hand', null]);
  });

  it('[MAIL-050] [SEND-008] is left to the planner if a user launches the person concurrently', async () => {
    const { id, ids } = await handedOver([first]);
    const now = here.clock.now();
    const [again] = await recipientsIn(here).find({ mailing_id: id });
    await recipientsIn(here).update({ id: Number(again?.id) }, { retry: true, next_at: now });
    await accept(ids);
    expect(await recipientsOf(id)).toEqual(
      expect.arrayContaining([
        { active: true, ended: null, nextAt: now, retry: true },
        { active: true, ended: 'finished', nextAt: null, retry: false },
      ]),
    );
  });

  it('[MAIL-036] waits for a concurrent change of the mailing, which does not delay the acceptance', async () => {
    const { id, ids } = await handedOver([first]);
    const moments = new EventEmitter();
    const isHeld = once(moments, 'held');
    const changing = here.application.database.asSystem(async (tx) => {
      await lockMailing(tx, id);
      const mayEnd = once(moments, 'end');
      moments.emit('held');
      await mayEnd;
    });
    await isHeld;
    await accept(ids);
    expect((await messagesIn(here).find({ id: ids })).map(({ state }) => state)).toEqual(['sent', 'sent']);
    const asked = { active: true, ended: null, nextAt: here.clock.now(), retry: false };
    expect(await recipientsOf(id)).toEqual([asked, asked]);
    moments.emit('end');
    await changing;
    await plan();
    expect((await recipientsOf(id)).map(({ ended }) => ended)).toEqual(['finished', 'finished']);
  });

  it('[MAIL-039] is decided by the planner after a stopped mailing is launched', async () => {
    const { id, ids } = await handedOver([first, second]);
    await good(rita.caller.post(`/api/v6/mailing_lists/${id}/stop/`, {}));
    await accept(ids);
    expect((await recipientsOf(id)).map(({ ended }) => ended)).toEqual([null, null]);
    expect((await recipientsOf(id)).every(({ nextAt }) => nextAt !== null)).toBe(true);
  });
});
