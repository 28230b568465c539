import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { password, useInstallation } from '../../../test/installation.ts';
import { signInAtProvider } from '../../../test/sso-fixtures.ts';
import { useServices } from '../../../test/social-fixtures.ts';
import { connect, enter, freshEmail, me, newcomer, remove, securityOf, socialPeople } from '../../../test/social-visits.ts';
import { deleteExpired } from './store.ts';

const services = useServices();
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' }, services.open);
const { register, connectByPassword } = socialPeople(here);

let companyId: number;
beforeAll(async () => {
  companyId = await here.addCompany();
});

describe('linking an account of another service', () => {
  it('[ACC-006] requires a session and a proof, with any address at the service', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    const [browser, elsewhere] = [await here.signIn(user), await here.signIn(user)];
    expect(await connect(browser, { password: 'Wrong-Horse-7' })).toMatchObject({ status: 400, body: { password: ['Wrong password'] } });
    const person = { email: 'private@elsewhere.test', fault: 'unverified' };
    const { body } = await connect(browser, { password });
    const back = await signInAtProvider(body.url, person);
    expect((await browser.get(back)).headers['location']).toBe('/settings?connected=google#security');
    expect((await elsewhere.get('/api/internal/users/me/')).status).toBe(401);
    const { social_accounts: accounts, social_backends: backends } = await securityOf(browser);
    expect(backends).toEqual(['google', 'microsoft']);
    expect(accounts).toMatchObject([{ backend: 'google', email: person.email, used_at: null }]);
    const again = here.visitor();
    expect(await enter(again, person)).toBe('/');
    expect((await me(again)).id).toBe(user.id);
    expect((await remove(again, accounts[0].id, { password: 'x' })).status).toBe(400);
    expect((await remove(again, accounts[0].id, { password })).status).toBe(200);
    expect((await securityOf(again)).social_accounts).toEqual([]);
    expect(await enter(here.visitor(), person)).toBe('/login?service=google&problem=email_unverified');
  });

  it('[ACC-006] only completes in the session that started it', async () => {
    const [one, two] = [await here.addUser(companyId, 'worker'), await here.addUser(await here.addCompany(), 'worker')];
    const browser = await here.signIn(one);
    const back = await signInAtProvider((await connect(browser, { password })).body.url, { email: freshEmail() });
    await browser.post('/api/v6/logout/');
    await browser.post('/api/v6/login/', { email: two.email, password });
    expect((await browser.get(back)).headers['location']).toContain('problem=state');
    expect(await here.sql('select 1 from social_identities where user_id = any($1)', [[one.id, two.id]])).toEqual([]);
  });

  it('[ACC-006] reports a timeout in the settings', async () => {
    const browser = await here.signIn(await here.addUser(companyId, 'worker'));
    const begun = async () => signInAtProvider((await connect(browser, { password })).body.url, { email: freshEmail() });
    const late = await begun();
    here.clock.advance(11 * minuteMs);
    await here.application.database.asSystem((tx) => deleteExpired(tx, here.clock.now()));
    const refused = '/settings?service=google&problem=state#security';
    expect((await browser.get(late)).headers['location']).toBe(refused);
    expect((await browser.get(late)).headers['location']).toBe('/login?service=google&problem=state');
  });

  it('[ACC-006] is limited to one account per service, also concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const browser = await here.signIn(await here.addUser(companyId, 'worker'));
      const backs = [await connect(browser, { password }), await connect(browser, { password })].map(({ body }) =>
        signInAtProvider(body.url, { email: freshEmail() }),
      );
      const answers = await Promise.all((await Promise.all(backs)).map((back) => browser.get(back)));
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      const places = answers.map(({ headers }) => String(headers['location'])).toSorted();
      expect(places).toEqual([
        '/settings?connected=google#security',
        expect.stringMatching(/^\/settings\?service=google&problem=(?:taken|other_person)#security$/),
      ]);
    }
  });

  it('[ACC-006] rejects an account that another user has linked', async () => {
    const owner = await here.addUser(companyId, 'worker', { email: freshEmail() });
    await connectByPassword(owner.email);
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const back = await signInAtProvider((await connect(other, { password })).body.url, { email: owner.email });
    expect((await other.get(back)).headers['location']).toBe('/settings?service=google&problem=taken#security');
    const [row] = await here.sql<{ id: number }>('select id from social_identities where user_id = $1', [owner.id]);
    expect((await remove(other, row?.id ?? 0, { password })).status).toBe(404);
  });

  it('[ACC-006] keeps the only sign-in method until the user has set a password', async () => {
    const person = newcomer();
    const { browser } = await register(person);
    const [account] = (await securityOf(browser)).social_accounts;
    expect((await remove(browser, account.id, { password })).status).toBe(400);
    expect((await here.visitor().post('/api/v6/recover-password/', { email: person.email })).status).toBe(200);
    const [letter] = (await here.systemEmailsTo(person.email)).filter(({ kind }) => kind === 'reset');
    const token = /reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    expect((await here.visitor().post(`/api/v6/reset-password/${token}/`, { password })).status).toBe(200);
    const again = await here.signIn({ id: 0, email: person.email, companyId: 0, role: 'worker' });
    expect((await remove(again, account.id, { password })).status).toBe(200);
  });

  it('[EMP-036] moves with the user to another company', async () => {
    const user = await here.addUser(companyId, 'worker', { email: freshEmail() });
    await connectByPassword(user.email);
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const target = await here.addCompany();
    const moved = await staff.post(`/api/v6/workers/${user.id}/move/`, { company_id: target });
    expect(moved.status).toBe(200);
    const browser = here.visitor();
    expect(await enter(browser, { email: user.email })).toBe('/');
    expect(await me(browser)).toMatchObject({ id: moved.body.id, company: { company_id: target } });
  });
});
