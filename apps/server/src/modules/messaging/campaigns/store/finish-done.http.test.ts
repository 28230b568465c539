import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useInstallation } from '../../../../../test/installation.ts';
import { mailingsIn, recipientsIn } from '../../../../../test/message-fixtures.ts';
import { addReaders, newList, type Recruiter } from '../../../../../test/mailing-fixtures.ts';
import { lockMailing } from './mailings.ts';
import { finishDone } from './planning.ts';

const here = useInstallation();
let rita: Recruiter;
let company: number;

beforeAll(async () => {
  company = await here.addCompany();
  const user = await here.addUser(company, 'worker');
  rita = { user, caller: await here.signIn(user), address: user.email };
});

/** A running list without remaining messages. */
async function doneList(): Promise<number> {
  const readers = await addReaders(here, company, 2);
  const { id } = await newList(rita, { readers, templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
  await mailingsIn(here).update({ id }, { status: 'sending' });
  await recipientsIn(here).update({ mailing_id: id }, { active: true, next_at: null });
  return id;
}

const finish = () => here.application.database.asSystem((tx) => finishDone(tx, here.clock.now()));
const statusOf = async (id: number) => (await mailingsIn(here).one({ id })).status;

it('[MAIL-014] finishes a list without remaining messages', async () => {
  const id = await doneList();
  expect(await finish()).toEqual([{ id, company_id: company }]);
  expect(await statusOf(id)).toBe('finished');
});

it('[MAIL-014] [MAIL-050] does not finish a list that is launched concurrently', async () => {
  const id = await doneList();
  const moments = new EventEmitter();
  const isHeld = once(moments, 'held');
  const launching = here.application.database.asSystem(async (tx) => {
    await lockMailing(tx, id);
    await sql`update mailing_recipients set next_at = ${here.clock.now()} where mailing_id = ${id}`.execute(tx);
    const mayEnd = once(moments, 'end');
    moments.emit('held');
    await mayEnd;
  });
  await isHeld;
  // A locked list is skipped.
  expect(await finish()).toEqual([]);
  moments.emit('end');
  await launching;
  expect(await finish()).toEqual([]);
  expect(await statusOf(id)).toBe('sending');
});
