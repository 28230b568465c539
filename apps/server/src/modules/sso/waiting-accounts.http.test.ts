import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';

const here = useInstallation({ ...providersHere, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

let counter = 0;
/** A company with SSO and an administrator. */
async function company() {
  const id = await here.addCompany();
  const domain = `waiting${(counter += 1)}.test`;
  expect((await staff.post(settingsPath, provider.settings({ company_id: id, domains: domain }))).status).toBe(200);
  const admin = await here.signIn(await here.addUser(id, 'admin'));
  const invite = async (email: string, role = 'worker') => {
    const { status, body } = await admin.post('/api/v6/invitations/', { email, role });
    expect(status).toBe(200);
    return body.user_id as number;
  };
  return { id, admin, invite, email: (name: string) => `${name}@${domain}` };
}
const tokenIn = async (email: string, path: string) => {
  const texts = (await here.systemEmailsTo(email)).map(({ text }) => text).join('\n');
  return [...texts.matchAll(new RegExp(`${path}([\\w-]+)`, 'g'))].at(-1)?.[1] ?? 'none';
};
const come = async (email: string, fault?: string) => {
  const browser = here.visitor();
  const { location } = await signInThrough(browser, { email, ...(fault === undefined ? {} : { fault }) });
  return { location, id: (await browser.get('/api/internal/users/me/')).body.id as number | undefined };
};
const userRow = async (id: number) =>
  (await here.sql<Record<string, unknown>>('select is_activated, is_address_pending from users where id = $1', [id]))[0];
const ofOther = '/login/sso?problem=other_company';

/** Changes the address with a stolen password. Returns the restore link. */
async function rob(user: TestUser): Promise<string> {
  const thief = await here.signIn(user);
  const to = `thief${(counter += 1)}@elsewhere.test`;
  expect((await thief.post('/api/v6/user/email/', { email: to, password })).status).toBe(200);
  expect((await thief.post(`/api/v6/change-email/${await tokenIn(to, '/users/email/')}/`, {})).status).toBe(200);
  return `/api/v6/address-back/${await tokenIn(user.email, '/users/address-back/')}/`;
}

describe('an invited account with a reserved address', () => {
  it.each([
    ['worker', undefined],
    ['admin', 'silent'],
  ])('[ACC-062] [SSO-016] is not opened by SSO: a %s', async (role, fault) => {
    const { invite, email } = await company();
    const owner = await here.addUser(await here.addCompany(), 'worker', { email: email('owner') });
    const back = await rob(owner);
    const id = await invite(owner.email, role);
    // State after migration 0317.
    await here.sql('update users set is_address_pending = false where id = $1', [id]);
    expect(await come(owner.email, fault)).toEqual({ location: ofOther, id: undefined });
    expect((await here.systemEmailsTo(owner.email)).filter(({ kind }) => kind === 'sso_confirmation')).toEqual([]);
    expect(await userRow(id)).toEqual({ is_activated: false, is_address_pending: false });
    expect((await here.visitor().post(back, { password: 'Battery-Staple-9' })).status).toBe(200);
    expect((await here.visitor().post('/api/v6/login/', { email: owner.email, password: 'Battery-Staple-9' })).status).toBe(200);
  });

  it('[ACC-062] [SSO-016] is not opened by an earlier confirmation link', async () => {
    const { invite, email } = await company();
    const id = await invite(email('owner'), 'admin');
    const browser = here.visitor();
    await signInThrough(browser, { email: email('owner'), fault: 'silent' });
    const token = await tokenIn(email('owner'), String.raw`/login/sso/confirm\?token=`);
    await here.sql('update users set is_address_pending = true where id = $1', [id]);
    const owner = await here.addUser(await here.addCompany(), 'worker', { email: email('owner') });
    await rob(owner);
    await here.sql('update users set is_address_pending = false where id = $1', [id]);
    expect((await browser.post(`/sso/auth/confirm/${token}/`)).body).toEqual({ next: ofOther });
    expect(await userRow(id)).toMatchObject({ is_activated: false });
  });
});

const waiting = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
/** Runs `work` while the company of the user is being deleted. */
async function whileDeleted(user: TestUser, work: () => Promise<unknown>): Promise<void> {
  const colleague = await here.addUser(user.companyId, 'worker', { email: `colleague${user.id}@elsewhere.test` });
  const handedOver = await (await company()).invite(colleague.email);
  const deleted = await here.application.database.asSystem(async (tx) => {
    await sql`select from users where id = ${handedOver} for no key update`.execute(tx);
    const answer = staff.delete(`/api/v6/companies/${user.companyId}/`);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await work();
    return { answer };
  });
  expect((await deleted.answer).status).toBe(200);
  expect(await userRow(handedOver)).toMatchObject({ is_address_pending: false });
}

/** Ways in which an account releases its address, around an invitation by another company. */
const lettingGo: Record<string, (user: TestUser, invite: () => Promise<unknown>) => Promise<void>> = {
  async 'an administrator changes it'(user, invite) {
    await invite();
    const admin = await here.signIn(await here.addUser(user.companyId, 'admin'));
    expect((await admin.patch(`/api/v6/workers/${user.id}/`, { email: `other${user.id}@elsewhere.test` })).status).toBe(200);
  },
  async 'its person changes it, and may not take it back any more'(user, invite) {
    await invite();
    await rob(user);
    expect((await come(user.email)).location).toBe(ofOther);
    await here.sql('delete from address_restores where user_id = $1', [user.id]);
  },
  async 'its company is deleted at the moment of the invitation'(user, invite) {
    await whileDeleted(user, invite);
  },
};

describe('a user who was invited while another account had the address', () => {
  it.each(Object.keys(lettingGo))('[EMP-081] [SSO-016] can use SSO after the address is released: %s', async (way) => {
    const { id, admin, invite, email } = await company();
    const user = await here.addUser(await here.addCompany(), 'worker', { email: email('grace') });
    const invited: number[] = [];
    await lettingGo[way]?.(user, async () => invited.push(await invite(user.email)));
    expect(await userRow(invited[0] ?? 0)).toEqual({ is_activated: false, is_address_pending: true });
    expect(await come(user.email)).toEqual({ location: '/', id: invited[0] });
    expect(await here.sql('select id::int from users where company_id = $1 and email = $2', [id, user.email])).toEqual([
      { id: invited[0] },
    ]);
    // The account has the address and the invitation is over.
    expect(await userRow(invited[0] ?? 0)).toEqual({ is_activated: true, is_address_pending: false });
    expect((await admin.get('/api/v6/invitations/')).body.count).toBe(0);
    const there = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await there.post('/api/v6/workers/', { email: user.email, password })).status).toBe(400);
  });

  it('[EMP-037] [SSO-016] cannot use SSO after the invitation was revoked', async () => {
    const { id, admin, invite, email } = await company();
    const user = await here.addUser(await here.addCompany(), 'worker', { email: email('grace') });
    const invited = await invite(user.email);
    expect((await admin.delete(`/api/v6/workers/${invited}/`)).status).toBe(200);
    await here.sql('update users set email = $2 where id = $1', [user.id, `other${user.id}@elsewhere.test`]);
    expect((await come(user.email)).location).toBe('/login/sso?problem=user_disabled');
    expect(await here.sql('select id::int from users where company_id = $1 and email = $2', [id, user.email])).toEqual([{ id: invited }]);
  });

  it('[EMP-081] [SSO-016] can use an emailed confirmation link, unless another account has the address by then', async () => {
    const { invite, email } = await company();
    const ask = async (address: string) => {
      const user = await here.addUser(await here.addCompany(), 'worker', { email: address });
      const id = await invite(address, 'admin');
      await here.sql('update users set email = $2 where id = $1', [user.id, `other${user.id}@elsewhere.test`]);
      const browser = here.visitor();
      expect((await signInThrough(browser, { email: address, fault: 'silent' })).location).toBe('/login/sso?problem=confirm_sent');
      const token = await tokenIn(address, String.raw`/login/sso/confirm\?token=`);
      return { id, open: async () => (await browser.post(`/sso/auth/confirm/${token}/`)).body };
    };
    const [first, second] = [await ask(email('ada')), await ask(email('grace'))];
    expect(await first.open()).toMatchObject({ next: '/' });
    expect(await userRow(first.id)).toEqual({ is_activated: true, is_address_pending: false });
    await here.addUser(await here.addCompany(), 'worker', { email: email('grace') });
    expect(await second.open()).toMatchObject({ next: ofOther });
    expect(await userRow(second.id)).toEqual({ is_activated: false, is_address_pending: true });
  });
});
