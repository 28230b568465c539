import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';
import { migrate } from '../../platform/database/migrate.ts';

const here = useInstallation({ ...providersHere, HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

let counter = 0;
/** A company whose people sign in through the sandbox's provider, with an administrator. */
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
  (await here.sql<Record<string, unknown>>('select is_activated, address_elsewhere from users where id = $1', [id]))[0];
const ofOther = '/login/sso?problem=other_company';

/** Whoever has the password gives the account another address; answers the link that takes the one before back. */
async function rob(user: TestUser): Promise<string> {
  const thief = await here.signIn(user);
  const to = `thief${(counter += 1)}@elsewhere.test`;
  expect((await thief.post('/api/v6/user/email/', { email: to, password })).status).toBe(200);
  expect((await thief.post(`/api/v6/change-email/${await tokenIn(to, '/users/email/')}/`, {})).status).toBe(200);
  return `/api/v6/address-back/${await tokenIn(user.email, '/users/address-back/')}/`;
}

describe('an account that waits with an address that may be taken back', () => {
  it.each([
    ['worker', undefined],
    ['admin', 'silent'],
  ])('[ACC-062] [SSO-016] is not opened by the provider meanwhile: a %s', async (role, fault) => {
    const { invite, email } = await company();
    const owner = await here.addUser(await here.addCompany(), 'worker', { email: email('owner') });
    const back = await rob(owner);
    const id = await invite(owner.email, role);
    // As 0317 has left it.
    await here.sql('update users set address_elsewhere = false where id = $1', [id]);
    expect(await come(owner.email, fault)).toEqual({ location: ofOther, id: undefined });
    expect((await here.systemEmailsTo(owner.email)).filter(({ kind }) => kind === 'sso_confirmation')).toEqual([]);
    expect(await userRow(id)).toEqual({ is_activated: false, address_elsewhere: false });
    expect((await here.visitor().post(back, { password: 'Battery-Staple-9' })).status).toBe(200);
    expect((await here.visitor().post('/api/v6/login/', { email: owner.email, password: 'Battery-Staple-9' })).status).toBe(200);
  });

  it('[ACC-062] [SSO-016] is not opened by a link that was sent before either', async () => {
    const { invite, email } = await company();
    const id = await invite(email('owner'), 'admin');
    const browser = here.visitor();
    await signInThrough(browser, { email: email('owner'), fault: 'silent' });
    const token = await tokenIn(email('owner'), String.raw`/login/sso/confirm\?token=`);
    await here.sql('update users set address_elsewhere = true where id = $1', [id]);
    const owner = await here.addUser(await here.addCompany(), 'worker', { email: email('owner') });
    await rob(owner);
    await here.sql('update users set address_elsewhere = false where id = $1', [id]);
    expect((await browser.post(`/sso/auth/confirm/${token}/`)).body).toEqual({ next: ofOther });
    expect(await userRow(id)).toMatchObject({ is_activated: false });
  });

  it('[ACC-062] [EMP-081] has no address any more that an earlier release handed over', async () => {
    const { invite, email } = await company();
    const [robbed, over, free] = [email('robbed'), email('over'), email('free')];
    for (const one of [robbed, over]) await rob(await here.addUser(await here.addCompany(), 'worker', { email: one }));
    const ids = [await invite(robbed), await invite(over), await invite(free)];
    await here.sql(`update address_returns set expires_at = now() - interval '1 minute' where address = $1`, [over]);
    await here.sql('update users set address_elsewhere = false where id = any($1)', [ids]);
    await here.sql(`delete from schema_migrations where name ~ '^0321_'`);
    expect((await migrate(here.databaseUrl)).map((name) => name.slice(0, 4))).toEqual(['0321']);
    expect(await Promise.all(ids.map(async (id) => (await userRow(id))?.['address_elsewhere']))).toEqual([true, false, false]);
  });
});
