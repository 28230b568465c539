import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { wallClock } from '@headwater/domain/time/zone';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/companies/';

let staff: Caller;
let staffCompany: number;
beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff' });
  staff = await here.signIn(await here.addUser(staffCompany, 'super_user'));
});

const day = (days: number) => new Date(here.clock.now().getTime() + days * 86_400_000).toISOString();
const create = async (more: object = {}): Promise<number> =>
  (await staff.post(`${path}new/`, { company_name: 'Acme', ...more })).body.company_id;
const count = (id: number, body: object, who = staff) => who.put(`${path}${id}/credits/counting/`, body);
async function createCounted(more: object = {}): Promise<number> {
  const id = await create(more);
  expect((await count(id, { is_counted: true })).body).toEqual({ credits: 0 });
  return id;
}

describe('credits of a company', () => {
  it('[COMP-062] [COMP-068] [COMP-069] [ROLE-035] are added and removed, and each change is listed', async () => {
    const id = await createCounted();
    expect(await staff.post(`${path}${id}/credits/`, { amount: 100, reason: 'Invoice 7' })).toMatchObject({
      status: 200,
      body: { amount: 100, balance: 100, reason: 'Invoice 7', author: { name: expect.stringContaining('Ada') } },
    });
    expect(await staff.post(`${path}${id}/credits/`, { amount: -101, reason: 'Wrong' })).toMatchObject({
      status: 400,
      body: { amount: ['The company has 100 credits'] },
    });
    expect((await staff.post(`${path}${id}/credits/`, { amount: 0, reason: 'Nothing' })).status).toBe(400);
    await staff.post(`${path}${id}/credits/`, { amount: -40, reason: 'Taken back' });
    const { body } = await staff.get(`${path}${id}/credits/`);
    expect(body).toMatchObject({
      count: 2,
      credits: 60,
      transactions: [
        { amount: -40, balance: 60 },
        { amount: 100, balance: 100 },
      ],
    });
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    expect((await admin.get('/api/v6/company/credits/')).body).toEqual(body);
    expect((await admin.get(`${path}${id}/credits/`)).status).toBe(403);
  });

  it('[COMP-037] [COMP-062] are added up to the limit of one change', async () => {
    const most = 1_000_000_000;
    const id = await createCounted({ gift_credit_size: most });
    const { gift_credit_size: gift } = (await staff.get(`${path}${id}/`)).body;
    expect(gift).toBe(most);
    const give = (amount: number) => staff.post(`${path}${id}/credits/`, { amount, reason: 'Gift' });
    expect(await give(gift)).toMatchObject({ status: 200, body: { balance: most } });
    expect(await give(1)).toMatchObject({ status: 400, body: { amount: [expect.any(String)] } });
    expect(await give(-gift)).toMatchObject({ status: 200, body: { balance: 0 } });
    expect(await give(most + 1)).toMatchObject({ status: 400, body: { amount: [expect.any(String)] } });
    expect(await staff.put(`${path}${id}/`, { gift_credit_size: most + 1 })).toMatchObject({
      status: 400,
      body: { gift_credit_size: [expect.any(String)] },
    });
  });

  it('[COMP-062] are counted from an explicit start to an explicit stop; adding credits alone starts nothing', async () => {
    const id = await create();
    const change = (amount: number) => staff.post(`${path}${id}/credits/`, { amount, reason: 'Gift' });
    const creditsOf = async () => (await staff.get(`${path}${id}/`)).body.credits;
    for (const amount of [10, -10])
      expect(await change(amount)).toMatchObject({ status: 400, body: { amount: [expect.stringContaining('not counted')] } });
    expect(await creditsOf()).toBe(null);
    expect(await count(id, { is_counted: false })).toMatchObject({ status: 400, body: { is_counted: [expect.any(String)] } });
    expect((await count(id, { is_counted: true, credits: 50 })).body).toEqual({ credits: 50 });
    expect(await count(id, { is_counted: true, credits: 9 })).toMatchObject({ status: 400, body: { is_counted: [expect.any(String)] } });
    expect((await change(10)).body).toMatchObject({ balance: 60 });
    expect(await count(id, { is_counted: false, credits: 5 })).toMatchObject({ status: 400, body: { credits: [expect.any(String)] } });
    expect((await count(id, { is_counted: false })).body).toEqual({ credits: null });
    expect(await creditsOf()).toBe(null);
    expect((await count(id, { is_counted: true })).body).toEqual({ credits: 0 });
    const { transactions } = (await staff.get(`${path}${id}/credits/`)).body;
    expect(transactions.map(({ amount, reason, balance }: Record<string, unknown>) => [amount, reason, balance])).toEqual([
      [-60, 'counting_stopped', 0],
      [10, 'Gift', 60],
      [50, 'counting_started', 50],
    ]);
    const log = await staff.get(`/api/v6/audit/?company_id=${id}&kind=company_changed`);
    expect(log.body.entries.map(({ values }: { values: { credits: unknown } }) => values.credits)).toEqual([
      [null, 0],
      [60, null],
      [50, 60],
      [null, 50],
    ]);
    const admin = await here.signIn(await here.addUser(id, 'admin'));
    expect((await count(id, { is_counted: false }, admin)).status).toBe(403);
  });

  it('[COMP-058] are not changed by saving the company, which names each field that it does not save', async () => {
    const id = await create();
    const save = (body: object) => staff.put(`${path}${id}/`, body);
    const readOnly = ['This field cannot be changed here'];
    expect(await save({ credits: 5 })).toMatchObject({ status: 400, body: { credits: readOnly } });
    await count(id, { is_counted: true, credits: 5 });
    expect(await save({ credits: null, site: 'https://acme.test' })).toMatchObject({ status: 400, body: { credits: readOnly } });
    expect(await save({ license: 'expired', company_id: id + 1, custom_settings: { public_statistics: true } })).toEqual(
      expect.objectContaining({ status: 400, body: { license: readOnly, company_id: readOnly, custom_settings: readOnly } }),
    );
    for (const body of [{ telegramm: true }, { deleted_at: null }])
      expect(await save(body)).toMatchObject({ status: 400, body: { [Object.keys(body)[0] ?? '']: ['Unknown field'] } });
    expect(await staff.post(`${path}new/`, { company_name: 'Acme', credits: 5 })).toMatchObject({
      status: 400,
      body: { credits: [expect.any(String)] },
    });
    // A client may send back the whole company that it has read.
    const { body: whole } = await staff.get(`${path}${id}/`);
    expect(whole.site).toBe('');
    expect((await save({ ...whole, site: 'https://acme.test' })).body).toEqual({ ...whole, site: 'https://acme.test' });
  });

  it('[COMP-062] are exact with parallel changes', async () => {
    const id = await createCounted();
    await staff.post(`${path}${id}/credits/`, { amount: 10, reason: 'First' });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => staff.post(`${path}${id}/credits/`, { amount: -1, reason: 'Taken' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const { body } = await staff.get(`${path}${id}/credits/`);
    expect(body.credits).toBe(0);
    expect(body.transactions.map(({ balance }: { balance: number }) => balance)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe('quotas of a company', () => {
  it('[COMP-048] [COMP-049] replace each other on any day, and each counts the openings of its period', async () => {
    here.clock.set(new Date());
    const id = await create({ quota_pricing_model: 'quota' });
    const worker = await here.signIn(await here.addUser(id, 'worker'));
    const profiles = await addProfiles(here, 4, { input: { contacts: [{ type: 'email', value: 'sold@people.test' }] } });
    const open = async (at: number) => (await worker.get(`/api/v6/profiles/${profiles[at]}/get-contacts/`)).status;
    const sell = async (quota: number) => {
      here.clock.set(new Date());
      const body = { from: day(-1).slice(0, 10), till: day(30).slice(0, 10), quota };
      return (await staff.post(`${path}${id}/quotas/`, body)).body.id as number;
    };
    const first = await sell(2);
    expect([await open(0), await open(1), await open(2)]).toEqual([200, 200, 403]);
    await staff.post(`${path}${id}/quotas/${first}/deactivate/`, {});
    await sell(1);
    expect([await open(2), await open(3)]).toEqual([200, 403]);
    const used = (await staff.get(`${path}${id}/quotas/`)).body.quotas.map((row: { used: number; quota: number }) => [row.used, row.quota]);
    expect(used).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('[COMP-049] [COMP-064] [COMP-065] [COMP-066] are sold for a period, counted, and ended early', async () => {
    const id = await create({ time_zone: 'Asia/Vladivostok' });
    const worker = await here.addUser(id, 'worker');
    const others = await here.addUser(await create(), 'worker');
    const [early, within] = await addProfiles(here, 2);
    // Days are in the company's time zone: March begins there at 14:00 UTC of the last of February.
    for (const [user, profile, at] of [
      [worker, early, '2026-02-28T13:59:59Z'],
      [worker, within, '2026-02-28T14:00:00Z'],
      [others, within, '2026-03-10T14:00:00Z'],
    ] as const)
      await here.sql(
        `insert into contact_openings (company_id, user_id, profile_id, month, opened_at) values ($1, $2, $3, '2026-03-01', $4)`,
        [user.companyId, user.id, profile, at],
      );
    const added = await staff.post(`${path}${id}/quotas/`, { from: '2026-03-01', till: '2026-03-31', quota: 500 });
    expect(added).toMatchObject({ status: 200, body: { from: '2026-03-01', till: '2026-03-31', quota: 500, used: 1, is_active: true } });
    expect(await staff.post(`${path}${id}/quotas/`, { from: '2026-03-02', till: '2026-03-01', quota: 5 })).toMatchObject({
      status: 400,
      body: { till: ['The end is before the start'] },
    });
    expect(await staff.post(`${path}${id}/quotas/`, { from: '2026-03-31', till: '2026-04-30', quota: 5 })).toMatchObject({
      status: 400,
      body: { from: ['Another quota has some of these days'] },
    });
    expect((await staff.post(`${path}${id}/quotas/`, { from: '2026-13-01', till: '2026-03-01', quota: 5 })).status).toBe(400);
    const ended = await staff.post(`${path}${id}/quotas/${added.body.id}/deactivate/`, {});
    expect(ended.body).toEqual({ ...added.body, is_active: false, state: 'ended' });
    expect((await staff.get(`${path}${id}/quotas/`)).body).toEqual({ quotas: [ended.body] });
    expect((await staff.post(`${path}${await create()}/quotas/${added.body.id}/deactivate/`, {})).status).toBe(404);
  });

  it('[COMP-048] [COMP-065] [COMP-071] follow the day of the company, and are reported with its contact limits', async () => {
    // These zones never share a day.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const dayThere = (zone: string, days = 0) => wallClock(new Date(here.clock.now().getTime() + days * 86_400_000), zone).slice(0, 10);
    const today = dayThere(east);
    const inZone = async (zone: string) => {
      const id = await create({ time_zone: zone, quota_pricing_model: 'quota' });
      const sell = async (from: string, till: string) => (await staff.post(`${path}${id}/quotas/`, { from, till, quota: 5 })).body.id;
      const ids = [await sell('2020-01-01', '2020-01-31'), await sell(today, today), await sell(dayThere(east, 30), dayThere(east, 60))];
      const ended = await sell(dayThere(east, 70), dayThere(east, 80));
      await staff.post(`${path}${id}/quotas/${ended}/deactivate/`, {});
      const { quotas } = (await staff.get(`${path}${id}/quotas/`)).body;
      const states = [...ids, ended].map((one) => quotas.find((row: { id: number }) => row.id === one).state);
      return { id, states };
    };
    const own = await inZone(east);
    expect(own.states).toEqual(['past', 'current', 'coming', 'ended']);
    expect((await inZone(west)).states).toEqual(['past', 'coming', 'coming', 'ended']);
    // Administrators see current and future quotas; with monthly limits there are none.
    const admin = await here.signIn(await here.addUser(own.id, 'admin'));
    const seen = async () => {
      const { body } = await admin.get('/api/v6/company/');
      const info = (await staff.get(`/api/internal/companies/${own.id}/`)).body;
      return [info.quota_pricing_model, body.quota_pricing_model, body.quotas.map(({ state }: { state: string }) => state)];
    };
    expect(await seen()).toEqual(['quota', 'quota', ['current', 'coming']]);
    await staff.put(`${path}${own.id}/`, { quota_pricing_model: 'monthly' });
    expect(await seen()).toEqual(['monthly', 'monthly', []]);
  });
});
