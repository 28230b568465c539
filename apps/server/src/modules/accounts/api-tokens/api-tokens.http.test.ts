import { beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '#platform/crypto/totp.ts';
import { dayMs } from '@headwater/domain/time/durations';
import { type Answer, type Caller, password, type TestUser, useInstallation } from '../../../../test/installation.ts';

const here = useInstallation();
const path = '/api/access_token/';
const me = '/api/internal/users/me/';

interface Programmer {
  user: TestUser;
  caller: Caller;
}

async function addProgrammer(companyId: number, role: TestUser['role'] = 'worker'): Promise<Programmer> {
  const user = await here.addUser(companyId, role);
  await here.sql('update users set api_manager = true where id = $1', [user.id]);
  return { user, caller: await here.signIn(user) };
}
const addApiCompany = () => here.addCompany({ features: { has_api: true, has_messaging: true, has_sequences: true } });

/** Calls with an Authorization header, without cookies or a CSRF token. */
const call = (token: string, url: string, { method = 'GET', payload }: { method?: 'GET' | 'POST' | 'DELETE'; payload?: object } = {}) =>
  here.app
    .inject({ method, url, headers: { authorization: `Token ${token}` }, ...(payload ? { payload } : {}) })
    .then((response): Answer => ({
      status: response.statusCode,
      body: response.headers['content-type']?.toString().includes('json') ? response.json() : response.body,
      headers: response.headers,
    }));
const make = async (caller: Caller, body: object = {}) => (await caller.post(path, { password, ...body })).body.access_token as string;

let companyId: number;
let owner: Programmer;
beforeAll(async () => {
  companyId = await addApiCompany();
  owner = await addProgrammer(companyId);
});

describe('an API token', () => {
  it('[API-002] [API-004] [API-005] [API-010] is shown in full once and stored as a hash with its last four characters', async () => {
    expect((await owner.caller.get(path)).body).toMatchObject({ token: null, api_access: true, usage: [] });
    const { status, body } = await owner.caller.post(path, { scopes: ['everything'], password });
    expect(status).toBe(200);
    const secret: string = body.access_token;
    expect(secret).toMatch(/^hwt_[\w-]{43}$/);
    const found = await owner.caller.get(path);
    expect(found.body.token).toMatchObject({ last_four: secret.slice(-4), scopes: ['everything'], expires_at: null, is_expired: false });
    expect(JSON.stringify(found.body)).not.toContain(secret.slice(0, -4));
    const [stored] = await here.sql<{ all: string }>('select t::text as all from api_tokens t where user_id = $1', [owner.user.id]);
    expect(stored?.all).toContain(secret.slice(-4));
    expect(stored?.all).not.toContain(secret.slice(4, -4));
    expect((await call(secret, me)).body).toMatchObject({ id: owner.user.id });
  });

  it('[API-010] needs no CSRF token, and the server ignores cookies beside it', async () => {
    const secret = await make(owner.caller);
    const made = await call(secret, '/api/v6/folders/', { method: 'POST', payload: { name: 'By a program' } });
    expect(made.status).toBe(200);
    const wrong = await owner.caller.send({ method: 'GET', url: me, headers: { authorization: 'Token hwt_unknown' } });
    expect(wrong.status).toBe(401);
    expect((await call('hwt_unknown', '/api/v6/folders/', { method: 'POST', payload: { name: 'x' } })).status).toBe(401);
    const basic = await here.app.inject({
      method: 'POST',
      url: '/api/v6/folders/',
      headers: { authorization: 'Basic abc' },
      payload: { name: 'x' },
    });
    expect(basic.statusCode).toBe(403);
  });

  it('[API-006] [API-007] ends permanently when it is revoked or replaced', async () => {
    const first = await make(owner.caller);
    const second = await make(owner.caller);
    expect([(await call(first, me)).status, (await call(second, me)).status]).toEqual([401, 200]);
    expect((await owner.caller.delete(path)).status).toBe(200);
    expect((await call(second, me)).status).toBe(401);
    expect((await owner.caller.get(path)).body.token).toBeNull();
    expect((await owner.caller.delete(path)).status).toBe(404);
  });

  it('leaves one token when several are made concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => make(owner.caller)));
    const statuses = await Promise.all(made.map(async (secret) => (await call(secret, me)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await here.sql('select from api_tokens where user_id = $1', [owner.user.id])).toHaveLength(1);
  });

  it('ends at its expiry date', async () => {
    const past = new Date(here.clock.now().getTime() - 1000).toISOString();
    expect(await owner.caller.post(path, { expires_at: past, password })).toMatchObject({
      status: 400,
      body: { expires_at: [expect.any(String)] },
    });
    const soon = new Date(here.clock.now().getTime() + dayMs).toISOString();
    const secret = await make(owner.caller, { expires_at: soon });
    expect((await call(secret, me)).status).toBe(200);
    here.clock.advance(dayMs + 1000);
    expect((await call(secret, me)).status).toBe(401);
    expect((await owner.caller.get(path)).body.token).toMatchObject({ is_expired: true });
  });

  it('[API-010] works only while the company has API access and a license, and its owner an account there', async () => {
    const id = await addApiCompany();
    const { user, caller } = await addProgrammer(id);
    const secret = await make(caller);
    const states: [string, string, number][] = [
      [
        `update companies set features = features || '{"has_api": false}' where id = $1`,
        `update companies set features = features || '{"has_api": true}' where id = $1`,
        403,
      ],
      [
        `update companies set paid_till = now() - interval '1 year' where id = $1`,
        'update companies set paid_till = null where id = $1',
        403,
      ],
      ['update companies set is_active = false where id = $1', 'update companies set is_active = true where id = $1', 403],
      ['update users set is_active = false where company_id = $1', 'update users set is_active = true where company_id = $1', 401],
      ['update companies set deleted_at = now() where id = $1', 'update companies set deleted_at = null where id = $1', 401],
    ];
    for (const [off, on, status] of states) {
      await here.sql(off, [id]);
      expect([off, (await call(secret, me)).status]).toEqual([off, status]);
      await here.sql(on, [id]);
      expect((await call(secret, me)).status).toBe(200);
    }
    await here.sql('update users set company_id = $2 where id = $1', [user.id, companyId]);
    expect((await call(secret, me)).status).toBe(401);
  });

  it('cannot be made without API access', async () => {
    const { caller } = await addProgrammer(await here.addCompany());
    expect(await caller.post(path, { password })).toMatchObject({ status: 403, body: { detail: 'Your company has no access to the API' } });
    expect((await caller.get(path)).body.api_access).toBe(false);
  });

  it('[ROLE-009] [API-001] is open to every role with the right', async () => {
    for (const role of ['worker', 'admin', 'admin_without_search', 'hm', 'super_user'] as const) {
      const { caller } = await addProgrammer(companyId, role);
      expect((await caller.get(path)).status).toBe(200);
      const without = await here.signIn(await here.addUser(companyId, role));
      expect([(await without.get(path)).status, (await without.post(path, { password })).status]).toEqual([403, 403]);
    }
  });
});

describe('after a change of the password', () => {
  it('[API-006] [ACC-062] a token stays valid unless the owner revokes it in the same request', async () => {
    const { caller } = await addProgrammer(companyId);
    const secret = await make(caller);
    const shown = (await caller.get('/api/v6/user/security/')).body.api_token;
    expect(shown).toMatchObject({ last_four: secret.slice(-4), expires_at: null });
    const change = (from: string, to: string, more: object = {}) =>
      caller.post('/api/v6/user/password/', { current_password: from, password: to, ...more });
    expect((await change(password, 'Correct-Horse-8')).status).toBe(200);
    expect((await call(secret, me)).status).toBe(200);
    // A refused password change does not revoke the token.
    expect((await change('wrong', 'Correct-Horse-9', { revoke_token: true })).status).toBe(400);
    expect((await call(secret, me)).status).toBe(200);
    expect((await change('Correct-Horse-8', 'Correct-Horse-9', { revoke_token: true })).status).toBe(200);
    expect((await call(secret, me)).status).toBe(401);
    expect((await caller.get('/api/v6/user/security/')).body.api_token).toBeNull();
  });
});

describe('what a token may do', () => {
  it('is limited by its scopes: reading or changing, by area', async () => {
    const reader = await make(owner.caller, { scopes: ['vacancies:read'] });
    expect((await call(reader, '/api/v6/folders/')).status).toBe(200);
    expect(await call(reader, '/api/v6/folders/', { method: 'POST', payload: { name: 'x' } })).toMatchObject({
      status: 403,
      body: { detail: 'The API token does not allow this' },
    });
    expect((await call(reader, '/api/v6/mailing_templates/')).status).toBe(403);
    expect((await call(reader, me)).status).toBe(403);
    const writer = await make(owner.caller, { scopes: ['vacancies:write', 'messaging:read'] });
    expect((await call(writer, '/api/v6/folders/', { method: 'POST', payload: { name: 'x' } })).status).toBe(200);
    expect((await call(writer, '/api/v6/folders/')).status).toBe(200);
    expect((await call(writer, '/api/v6/mailing_templates/')).status).toBe(200);
    expect((await call(writer, '/api/v6/mailing_templates/', { method: 'POST', payload: { name: 'x' } })).status).toBe(403);
    expect((await owner.caller.post(path, { scopes: ['all'], password })).status).toBe(400);
  });

  it('never exceeds the rights of its owner and excludes actions reserved for sessions', async () => {
    const { caller } = await addProgrammer(companyId, 'hm');
    const secret = await make(caller);
    expect((await call(secret, '/api/v6/profiles/')).status).toBe(403);
    expect((await call(secret, '/api/v6/companies/')).status).toBe(403);
    for (const method of ['POST', 'DELETE'] as const)
      expect(await call(secret, path, { method, ...(method === 'POST' ? { payload: { password } } : {}) })).toMatchObject({
        status: 403,
        body: { detail: 'This cannot be done with an API token' },
      });
  });
});

describe('the maker of a token', () => {
  it('[API-002] confirms the password, or a code where an authenticator app is set up', async () => {
    const { user, caller } = await addProgrammer(companyId);
    for (const body of [{}, { password: 'wrong' }, { code: '123456' }])
      expect([body, (await caller.post(path, body)).status]).toEqual([body, 400]);
    expect(await here.sql('select from api_tokens where user_id = $1', [user.id])).toEqual([]);
    const { secret } = (await caller.post('/api/v6/user/authenticator/', { password })).body;
    const code = totpCode(secret, Math.floor(here.clock.now().getTime() / 30_000));
    const { recovery_codes: codes } = (await caller.post('/api/v6/user/authenticator/confirm/', { code })).body;
    expect(await caller.post(path, { password })).toMatchObject({ status: 400, body: { code: [expect.any(String)] } });
    expect((await caller.post(path, { code: codes[0] })).status).toBe(200);
    // Failed proofs share one counter, whatever they are for.
    for (let count = 0; count < 5; count += 1) await caller.post(path, { code: '123456' });
    expect((await caller.post(path, { code: codes[1] })).status).toBe(429);
  });

  it('[EMP-055] confirms their identity for the token of a colleague, too', async () => {
    const [admin, worker] = [await here.signIn(await here.addUser(companyId, 'admin')), await here.addUser(companyId, 'worker')];
    const url = `/api/v6/workers/${worker.id}/generate-api-token/`;
    for (const body of [{}, { password: 'wrong' }]) expect((await admin.post(url, body)).status).toBe(400);
    expect(await here.sql('select from api_tokens where user_id = $1', [worker.id])).toEqual([]);
    // A failed proof does not reveal whether an account exists.
    for (const id of [(await here.addUser(await addApiCompany(), 'worker')).id, 999_999_999])
      expect((await admin.post(`/api/v6/workers/${id}/generate-api-token/`, { password: 'wrong' })).status).toBe(404);
  });
});

describe('the token of an employee', () => {
  it('[EMP-055] [EMP-056] [ROLE-022] [ROLE-029] is made by administrators of the company', async () => {
    const [admin, worker, colleague] = [
      await here.signIn(await here.addUser(companyId, 'admin_without_search')),
      await here.addUser(companyId, 'worker'),
      await here.addUser(companyId, 'admin'),
    ];
    const made = await admin.post(`/api/v6/workers/${worker.id}/generate-api-token/`, { password });
    expect((await call(made.body.access_token, me)).body).toMatchObject({ id: worker.id });
    const other = await admin.post(`/api/v6/admins/${colleague.id}/generate-api-token/`, { scopes: ['company:read'], password });
    expect((await call(other.body.access_token, me)).body).toMatchObject({ id: colleague.id });
    // Each kind of account has its own address.
    expect((await admin.post(`/api/v6/admins/${worker.id}/generate-api-token/`, { password })).status).toBe(404);
    expect((await admin.post(`/api/v6/workers/${colleague.id}/generate-api-token/`, { password })).status).toBe(404);
    const foreign = await here.addUser(await addApiCompany(), 'worker');
    expect((await admin.post(`/api/v6/workers/${foreign.id}/generate-api-token/`, { password })).status).toBe(404);
    await here.sql('update users set is_active = false where id = $1', [worker.id]);
    expect((await admin.post(`/api/v6/workers/${worker.id}/generate-api-token/`, { password })).status).toBe(409);
    for (const [kind, id] of [
      ['workers', owner.user.id],
      ['admins', colleague.id],
    ])
      expect(await owner.caller.post(`/api/v6/${kind}/${id}/generate-api-token/`, { password })).toMatchObject({
        status: 403,
        body: { detail: 'Only administrators can do this. Ask your administrator' },
      });
  });

  it('[EMP-055] [ACC-055] is refused for an invited user who has not signed in, and is suspended while the account is closed', async () => {
    const admin = await here.signIn(await here.addUser(companyId, 'admin'));
    const { id: invited } = (await admin.post('/api/v6/workers/', { email: 'soon@token.test', password })).body;
    await here.sql('update users set is_activated = false where id = $1', [invited]);
    expect(await admin.post(`/api/v6/workers/${invited}/generate-api-token/`, { password })).toMatchObject({
      status: 409,
      body: { detail: 'This person has not opened the account yet' },
    });
    const { user, caller } = await addProgrammer(companyId);
    const secret = await make(caller);
    for (const column of ['is_activated', 'is_verified']) {
      await here.sql(`update users set ${column} = false where id = $1`, [user.id]);
      expect([column, (await call(secret, me)).status]).toEqual([column, 401]);
      await here.sql(`update users set ${column} = true where id = $1`, [user.id]);
      expect((await call(secret, me)).status).toBe(200);
    }
  });
});

describe('calls with tokens', () => {
  it('[API-003] [API-008] [API-009] [COMP-007] are counted by route, day and person, for the company and for staff', async () => {
    const id = await addApiCompany();
    const { user, caller } = await addProgrammer(id);
    const other = await addProgrammer(await addApiCompany());
    const staff = await here.signIn(await here.addUser(companyId, 'super_user'));
    const secret = await make(caller);
    const app = await here.openAgain().createHttp();
    const ask = (url: string) => app.inject({ url, headers: { authorization: `Token ${secret}` } });
    await Promise.all([ask(me), ask(me), ask('/api/v6/folders/'), ask('/api/v6/companies/')]);
    expect((await caller.get(path)).body.usage).toEqual([]);
    // An orderly shutdown writes all counts.
    await app.close();
    expect((await caller.get(path)).body.usage).toEqual([
      { resource: `GET ${me}`, count: 2 },
      { resource: 'GET /api/v6/folders/', count: 1 },
    ]);
    const seen = {
      total: 3,
      days: [{ day: here.clock.now().toISOString().slice(0, 10), count: 3 }],
      people: [{ id: user.id, count: 3 }],
    };
    const aggregated = '/api/api_calls/aggregated/';
    expect((await caller.get(aggregated)).body).toMatchObject(seen);
    expect((await staff.get(`${aggregated}?company_id=${id}`)).body).toMatchObject(seen);
    expect((await other.caller.get(aggregated)).body).toMatchObject({ total: 0, resources: [], people: [] });
    expect((await other.caller.get(`${aggregated}?company_id=${id}`)).status).toBe(404);
    expect((await staff.get(`${aggregated}?company_id=${id}&date_from=2020-01-01&date_to=2020-02-01`)).body).toMatchObject({ total: 0 });
    expect((await staff.get(`${aggregated}?date_from=2020-02-01&date_to=2020-01-01`)).status).toBe(400);
    expect((await staff.get(`${aggregated}?date_from=2000-02-01&date_to=2020-01-01`)).status).toBe(400);
    // The database does not accept these years.
    for (const days of ['date_from=0000-01-01&date_to=0000-01-02', 'date_to=0000-01-15', 'date_from=9999-12-31']) {
      const refused = await staff.get(`${aggregated}?company_id=${id}&${days}`);
      expect([days, refused.status]).toEqual([days, 400]);
      expect(Object.values(refused.body)).toContainEqual(['Enter a valid date']);
      expect((await staff.get(`/api/v6/audit/?company_id=${id}&${days}`)).status).toBe(400);
    }
    // Calls of sessions are not counted.
    expect((await here.sql<{ sum: number }>('select sum(calls) as sum from api_calls where company_id = $1', [id]))[0]?.sum).toBe(3);
  });

  it('[API-006] [EMP-033] stay revoked after their owner is deactivated and reactivated', async () => {
    const { user, caller } = await addProgrammer(companyId);
    const admin = await here.signIn(await here.addUser(companyId, 'admin'));
    const token = await make(caller);
    expect((await call(token, me)).status).toBe(200);
    const one = `/api/v6/workers/${user.id}/`;
    // Activating an active user does not revoke the token.
    expect((await admin.patch(one, { is_active: true })).status).toBe(200);
    expect((await call(token, me)).status).toBe(200);
    for (const is_active of [false, true]) expect((await admin.patch(one, { is_active })).status).toBe(200);
    expect((await call(token, me)).status).toBe(401);
  });
});
