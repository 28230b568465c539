import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const path = '/api/v6/';

let company: number;
let owner: TestUser;
let admin: Caller;
let elsewhere: string;

beforeAll(async () => {
  company = await here.addCompany({ name: 'Acme' });
  owner = await here.addUser(company, 'admin');
  admin = await here.signIn(owner);
  ({ email: elsewhere } = await here.addUser(await here.addCompany(), 'worker'));
});

let counter = 0;
const address = () => `new${(counter += 1)}@acme.test`;
const add = (who: Caller, email: string, more: object = {}) => who.post(`${path}workers/`, { email, ...more });
/** Tries to add an address of another company. Returns the statuses. */
async function ask(who: Caller, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries += 1) statuses.push((await add(who, elsewhere)).status);
  return statuses;
}
const all = (times: number, status: number) => Array.from({ length: times }, () => status);

describe('the limit of revealed addresses', () => {
  it('[EMP-040] [EMP-041] is twenty an hour per user', async () => {
    const id = await here.addCompany();
    const boss = await here.addUser(id, 'admin');
    const asker = await here.signIn(boss);
    const one = `${path}workers/${(await add(asker, address())).body.id}/`;
    // Addresses of the own company do not count.
    for (let tries = 0; tries < 25; tries += 1) expect((await add(asker, boss.email)).status).toBe(400);
    expect(await ask(asker, 10)).toEqual(all(10, 400));
    for (let tries = 0; tries < 10; tries += 1) expect((await asker.patch(one, { email: elsewhere })).status).toBe(400);
    const answers = [
      await add(asker, elsewhere),
      await add(asker, address()),
      await asker.patch(one, { email: elsewhere }),
      await asker.patch(one, { email: address() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    expect((await asker.patch(one, { first_name: 'Ada' })).status).toBe(200);
    expect((await add(admin, address())).status).toBe(200);
  });

  it('[EMP-040] [EMP-044] is sixty an hour per company, for any number of administrators', async () => {
    const asker = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const made: Caller[] = [];
    for (let count = 0; count < 3; count += 1) {
      const email = address();
      expect((await asker.post(`${path}admins/`, { email, password })).status).toBe(200);
      made.push(await here.signIn({ ...owner, email }));
    }
    for (const who of [asker, ...made.slice(0, 2)]) expect(await ask(who, 20)).toEqual(all(20, 400));
    const last = made.at(-1) ?? asker;
    expect([await ask(last, 1), (await add(last, address())).status]).toEqual([[429], 429]);
    expect(await ask(admin, 1)).toEqual([400]);
  });

  it('[EMP-040] does not count free addresses, also for concurrent requests', async () => {
    const asker = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect(await ask(asker, 19)).toEqual(all(19, 400));
    const answers = await Promise.all(Array.from({ length: 30 }, () => add(asker, address())));
    expect(answers.map(({ status }) => status)).toEqual(all(30, 200));
    // Concurrent requests reveal no more.
    const crowd = await Promise.all(Array.from({ length: 30 }, () => add(asker, elsewhere)));
    expect(crowd.map(({ status }) => status).toSorted()).toEqual([400, ...all(29, 429)]);
  });

  it('[EMP-040] [EMP-081] does not count pending addresses of the company, which are not added again', async () => {
    const asker = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const other = await here.addUser(await here.addCompany(), 'worker');
    const { user_id: id } = (await asker.post(`${path}invitations/`, { email: other.email, role: 'worker' })).body;
    for (const email of [other.email, address()]) {
      await here.sql('update users set email = $2 where id = $1', [other.id, email]);
      for (let tries = 0; tries < 11; tries += 1)
        expect(await add(asker, other.email, { password })).toMatchObject({ status: 400, body: { email: [expect.any(String)] } });
    }
    expect(await here.sql('select id::int from users where email = $1', [other.email])).toEqual([{ id }]);
    // The invitation link stays valid.
    const texts = (await here.systemEmailsTo(other.email)).map(({ text }) => text).join();
    const key = /accept-invite\/([\w-]+)/.exec(texts)?.[1] ?? '';
    const person = { first_name: 'Grace', last_name: 'Hopper', password, language: 'en' };
    expect((await here.visitor().put(`${path}invitations/${key}/accept/`, person)).status).toBe(200);
  });

  it('[EMP-041] does not apply to the unchanged address', async () => {
    const asker = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const { id, email } = (await add(asker, address())).body;
    expect(await ask(asker, 21)).toEqual([...all(20, 400), 429]);
    const save = (changes: object) => asker.patch(`${path}workers/${id}/`, changes);
    expect(await save({ email: email.toUpperCase(), phone: '1' })).toMatchObject({ status: 200, body: { email, phone: '1' } });
    expect((await save({ email: address(), phone: '2' })).status).toBe(429);
    expect((await asker.patch(`${path}workers/999999999/`, { email })).status).toBe(404);
  });

  it('[EMP-040] [EMP-041] does not apply to staff for visible companies', async () => {
    const staffCompany = await here.addCompany();
    const [sales, superUser] = [
      await here.signIn(await here.addUser(staffCompany, 'sales_manager')),
      await here.signIn(await here.addUser(staffCompany, 'super_user')),
    ];
    const { id } = (await add(sales, address(), { company_id: company })).body;
    for (let tries = 0; tries < 25; tries += 1) {
      expect((await add(sales, owner.email, { company_id: company })).status).toBe(400);
      expect((await sales.patch(`${path}workers/${id}/`, { email: owner.email })).status).toBe(400);
      expect((await add(superUser, elsewhere, { company_id: company })).status).toBe(400);
    }
    expect((await add(sales, address(), { company_id: company })).status).toBe(200);
  });
});
