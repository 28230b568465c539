import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';

const here = useInstallation({ ...providersHere, HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const provider = useIdentityProvider();
const other = useIdentityProvider();
const me = '/api/internal/users/me/';

let staff: Caller;
let counter = 0;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

/** A company with an SSO administrator, an SSO worker and a password user. */
async function company() {
  const id = await here.addCompany();
  const domain = `sessions${(counter += 1)}.test`;
  expect((await staff.post(settingsPath, provider.settings({ company_id: id, domains: domain }))).status).toBe(200);
  const through = async (name: string, role: 'admin' | 'worker') => {
    const user = await here.addUser(id, role, { email: `${name}@${domain}` });
    const caller = here.visitor();
    expect(await signInThrough(caller, { email: user.email })).toEqual({ status: 303, location: '/' });
    return caller;
  };
  const [boss, worker] = [await through('boss', 'admin'), await through('worker', 'worker')];
  const byPassword = await here.signIn(await here.addUser(id, 'worker', { email: `password@${domain}` }));
  const change = (changes: object, who = staff) => who.patch(settingsPath, { ...(who === staff ? { company_id: id } : {}), ...changes });
  return { id, domain, boss, worker, byPassword, change };
}
const waitingForCompanies = () =>
  here.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"companies"%' and datname = current_database()`);
const statusOf = (caller: Caller) => caller.get(me).then(({ status }) => status);

describe('SSO sessions', () => {
  it.each([
    ['single sign-on is switched off', { active: false }, 401],
    ['another provider takes its place', 'other', 401],
    ['it knows us as another application', { client_id: 'another-application' }, 401],
    ['something else is changed', { provider: 'Another name' }, 200],
  ] as const)('[SSO-014] [SSO-016] end if %s; password sessions stay', async (_what, changes, expected) => {
    const [{ change, boss, worker, byPassword }, others] = [await company(), await company()];
    expect(await Promise.all([boss, worker, byPassword].map(statusOf))).toEqual([200, 200, 200]);
    const sent = changes === 'other' ? { idp_url: other.url(), client_secret: 'sandbox-secret' } : changes;
    expect((await change(sent)).status).toBe(200);
    expect(await Promise.all([boss, worker, byPassword].map(statusOf))).toEqual([expected, expected, 200]);
    expect(await statusOf(others.worker)).toBe(200);
    // Enabling the provider again does not restore them.
    expect((await change({ active: true })).status).toBe(200);
    expect(await Promise.all([boss, worker].map(statusOf))).toEqual([expected, expected]);
  });

  it('[SSO-016] [DEC-08] stay for the administrator who disables SSO, who then needs a second factor', async () => {
    const { id, change, boss, worker } = await company();
    await here.sql('update companies set mfa = true where id = $1', [id]);
    const list = '/api/v6/employees/';
    expect((await boss.get(list)).status).toBe(200);
    expect((await change({ active: false }, boss)).status).toBe(200);
    expect([await statusOf(boss), await statusOf(worker)]).toEqual([200, 401]);
    expect(await boss.get(list)).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } });
  });

  it('[SSO-016] are not opened if the provider was disabled during the sign-in', async () => {
    const { id, domain, change } = await company();
    const browser = here.visitor();
    let entering: ReturnType<typeof signInThrough> | undefined;
    await here.application.database.asSystem(async (tx) => {
      // A new user waits for the company lock.
      await sql`select from companies where id = ${id} for no key update`.execute(tx);
      entering = signInThrough(browser, { email: `new@${domain}` });
      await expect.poll(waitingForCompanies).toHaveLength(1);
      expect((await change({ active: false })).status).toBe(200);
    });
    expect(await entering).toEqual({ status: 303, location: '/login/sso?problem=off' });
    expect(await statusOf(browser)).toBe(401);
    expect(await here.sql('select from users where email = $1', [`new@${domain}`])).toEqual([]);
  });
});
