import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const path = '/api/internal/telegram/accounts/';

let company: number;
let admin: Caller;
let recruiter: Caller;
let recruiterId: number;
let worker: { stop(): Promise<void> };

const features = { has_messaging: true, has_telegram: true };

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  const user = await here.addUser(company, 'worker', { canSearch: true });
  recruiterId = user.id;
  recruiter = await here.signIn(user);
  worker = await here.application.startWorker();
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const ask = (phone: string, caller = admin) => caller.post(`${path}send_code_request/`, { phone_number: phone });
const enter = (phone: string, code: string, more: object = {}) => admin.post(path, { phone_number: phone, code, ...more });

describe('SIM cards', () => {
  it('[TG-012] [TG-016] [TG-021] [TG-024] [TG-027] [TG-028] [TG-038] [TG-039] [TG-040] are added by phone and code', async () => {
    const phone = server.nextPhone();
    const asked = await ask(phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '8 ($1) $2-$3-$4'));
    expect(asked).toMatchObject({ status: 200, body: { phone_number: phone, code_length: 5, attempts_left: 5 } });
    const added = await enter(phone, server.codeFor(phone));
    expect(added).toMatchObject({
      status: 200,
      body: {
        phone_number: phone,
        limit_total: 10,
        dialogs_created: 0,
        soft_ban_until: null,
        state: 'connected',
        created_by: { id: expect.any(Number) },
      },
    });
    const list = await recruiter.get(path);
    expect(list).toMatchObject({ status: 200, body: { is_configured: true, may_manage: false } });
    expect(list.body.results.map((each: { id: number }) => each.id)).toContain(added.body.id);
    await until(async () => expect(await accountOf(admin, added.body.id)).toMatchObject({ is_online: true }));
    expect(await ask(phone)).toMatchObject({ status: 409, body: { code: 'account_exists', error: 'account_exists' } });
    expect(await here.sql('select session from telegram_accounts where id = $1', [added.body.id])).toEqual([
      { session: expect.stringMatching(/^v1\./) },
    ]);
  });

  it('[TG-064] [TG-065] [TG-062] [TG-060] [TG-071] [TG-074] say what Telegram says, in its words', async () => {
    expect(await ask('+12025550105')).toMatchObject({
      status: 400,
      body: { error: 'phone_number_invalid', message: 'Phone number in wrong format or not recognised', code: 'phone_number_invalid' },
    });
    expect((await ask('abc')).body).toMatchObject({ error: 'phone_number_invalid' });
    expect((await ask('+12025550102')).body).toMatchObject({ error: 'phone_banned', message: 'Phone permanently banned by the messenger' });
    const flood = await ask('+12025550104');
    expect(flood).toMatchObject({ status: 429, body: { error: 'flood_wait', seconds: expect.any(Number) } });
    expect(flood.body.message).toBe(`request limit exceeded: try again in ${flood.body.seconds} seconds`);
    const phone = server.nextPhone();
    await ask(phone);
    const right = server.codeFor(phone);
    const wrong = right === '00000' ? '00001' : '00000';
    expect(await enter(phone, wrong)).toMatchObject({
      status: 400,
      body: { error: 'phone_code_invalid', message: 'Wrong authentication code', attempts_left: 4 },
    });
    expect(await enter(phone, right)).toMatchObject({ status: 200 });
    expect((await enter(server.nextPhone(), '12345')).body).toMatchObject({ error: 'phone_code_expired' });
  });

  it.each([
    ['expired', "update telegram_sign_ins set expires_at = now() - interval '1 minute' where phone_number = $1"],
    ['expired and deleted', 'delete from telegram_sign_ins where phone_number = $1'],
  ])('[TG-021] get a new code instead of one that has %s', async (_state, end) => {
    const phone = server.nextPhone();
    await ask(phone);
    await here.sql(end, [phone]);
    const again = await admin.post(`${path}resend_code/`, { phone_number: phone });
    expect(again).toMatchObject({ status: 200, body: { phone_number: phone, attempts_left: 5 } });
    expect(await enter(phone, server.codeFor(phone))).toMatchObject({ status: 200, body: { phone_number: phone } });
  });

  it('ask for the password of two-step verification, and accept the right one after a wrong one', async () => {
    const phone = '+12025550101';
    await ask(phone);
    const code = server.codeFor(phone);
    expect(await enter(phone, code)).toMatchObject({ status: 409, body: { error: 'password_needed' } });
    expect(await enter(phone, code, { password: 'guess' })).toMatchObject({
      status: 400,
      body: { error: 'password_invalid', message: 'Wrong password' },
    });
    expect(await enter(phone, code, { password: 'sandbox' })).toMatchObject({ status: 200, body: { phone_number: phone } });
  });

  it('[TG-020] [TG-023] [TG-026] [TG-036] [TG-042] [TG-056] take a limit of 0 to 100, from who may manage them', async () => {
    const { id } = await server.addAccount(admin, server.nextPhone(), { online: false });
    const change = (caller: Caller, body: object) => caller.put(`${path}${id}/`, body);
    expect(await change(admin, { limit_total: 0 })).toMatchObject({ status: 200, body: { limit_total: 0, dialogs_available: 0 } });
    expect(await change(admin, { limit_total: 100, warms_up: false })).toMatchObject({ status: 200, body: { dialogs_available: 100 } });
    for (const limit of [101, -1, 1.5])
      expect(await change(admin, { limit_total: limit })).toMatchObject({ status: 400, body: { limit_total: [expect.any(String)] } });
    expect(await change(recruiter, { limit_total: 5 })).toMatchObject({ status: 403 });
    expect(await ask(server.nextPhone(), recruiter)).toMatchObject({ status: 403 });
    expect(await admin.put('/api/internal/telegram/managers/', { user_ids: [recruiterId] })).toMatchObject({
      status: 200,
      body: { managers: [{ id: recruiterId }] },
    });
    expect(await change(recruiter, { limit_total: 5 })).toMatchObject({ status: 200, body: { limit_total: 5 } });
    await admin.put('/api/internal/telegram/managers/', { user_ids: [] });
    expect(await change(recruiter, { limit_total: 6 })).toMatchObject({ status: 403 });
  });

  it('belong to one company and are hidden from others', async () => {
    const phone = server.nextPhone();
    const { id } = await server.addAccount(admin, phone, { online: false });
    const other = await here.signIn(await here.addUser(await here.addCompany({ features }), 'admin'));
    expect(await ask(phone, other)).toMatchObject({ status: 409, body: { error: 'account_elsewhere' } });
    expect((await other.get(path)).body.results).toEqual([]);
    expect(await other.put(`${path}${id}/`, { limit_total: 1 })).toMatchObject({ status: 404 });
    expect(await other.delete(`${path}${id}/`)).toMatchObject({ status: 404 });
  });

  it('[TG-019] [TG-041] are signed out and removed, and may be added again', async () => {
    const phone = server.nextPhone();
    const { id } = await server.addAccount(admin, phone);
    expect(await admin.delete(`${path}${id}/`)).toMatchObject({ status: 200 });
    expect(await accountOf(admin, id)).toBeUndefined();
    expect(await here.sql('select session, state from telegram_accounts where id = $1', [id])).toEqual([{ session: '', state: 'removed' }]);
    expect(await server.addAccount(admin, phone)).toMatchObject({ id, state: 'connected' });
    expect(await accountOf(admin, id)).toBeDefined();
  });
});
