import { beforeAll, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { type Caller, password, type TestUser, useInstallation } from '../../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/api_tokens/';
const legacy = '/api/access_token/';
const me = '/api/internal/users/me/';

let companyId: number;
let user: TestUser;
let owner: Caller;
beforeAll(async () => {
  companyId = await here.addCompany({ features: { has_api: true } });
  user = await here.addUser(companyId, 'admin');
  await here.sql('update users set api_manager = true where id = $1', [user.id]);
  owner = await here.signIn(user);
});

const statusOf = async (secret: string) => (await here.program(secret).get(me)).status;
const make = async (name: string) => (await owner.post(path, { name, password })).body as { id: number; access_token: string };

it('[API-001] [API-006] keeps named tokens beside each other and beside the one without a name', async () => {
  const [zapier, n8n] = [await make('Zapier'), await make('n8n')];
  const unnamed = (await owner.post(legacy, { password })).body.access_token;
  for (const secret of [zapier.access_token, n8n.access_token, unnamed]) expect(await statusOf(secret)).toBe(200);
  expect((await owner.get(path)).body.tokens.map(({ name }: { name: string }) => name)).toEqual(['', 'n8n', 'Zapier']);
  expect((await owner.post(path, { name: 'zapier', password })).body).toEqual({ name: ['This name is already in use'] });
  expect((await owner.post(path, { name: ' ', password })).status).toBe(400);
  expect((await owner.post(path, { name: 'Make' })).status).toBe(400);
  expect((await owner.delete(`${path}${zapier.id}/`)).status).toBe(200);
  expect([await statusOf(zapier.access_token), await statusOf(n8n.access_token), await statusOf(unnamed)]).toEqual([401, 200, 200]);
  expect((await owner.delete(legacy)).status).toBe(200);
  expect([await statusOf(n8n.access_token), await statusOf(unnamed)]).toEqual([200, 401]);
  await here.sql('update users set is_active = false where id = $1', [user.id]);
  expect(await statusOf(n8n.access_token)).toBe(401);
  await here.sql('update users set is_active = true where id = $1', [user.id]);
});

it('[API-003] shows the last use of a token, to the minute', async () => {
  const { id, access_token: secret } = await make('Reports');
  const lastUse = async () =>
    (await owner.get(path)).body.tokens.find((token: { id: number }) => token.id === id).last_used_at as string | null;
  expect(await lastUse()).toBeNull();
  await statusOf(secret);
  const first = await lastUse();
  expect(first).toBe(here.clock.now().toISOString());
  here.clock.advance(minuteMs / 2);
  await statusOf(secret);
  expect(await lastUse()).toBe(first);
  here.clock.advance(minuteMs);
  await statusOf(secret);
  expect(await lastUse()).toBe(here.clock.now().toISOString());
});

it('[DEC-14] names the token in the event log, and the browser otherwise', async () => {
  const { access_token: secret } = await make('Integration');
  const named = { name: 'By a program' };
  expect((await here.program(secret).post('/api/internal/departments/', named)).status).toBe(200);
  expect((await owner.post('/api/internal/departments/', { name: 'By a person' })).status).toBe(200);
  const { entries } = (await owner.get('/api/v6/audit/?kind=settings_changed')).body;
  expect(entries.slice(0, 2)).toMatchObject([
    { method: 'session', token: null },
    { method: 'token', token: 'Integration', user: { id: user.id } },
  ]);
  const [made] = (await owner.get('/api/v6/audit/?kind=token_created')).body.entries;
  expect(made).toMatchObject({ values: { name: [null, 'Integration'] }, method: 'session' });
});

it('[API-007] shows administrators that a colleague has tokens, and replaces all of them', async () => {
  const colleague = await here.addUser(companyId, 'worker');
  await here.sql('update users set api_manager = true where id = $1', [colleague.id]);
  const caller = await here.signIn(colleague);
  const { access_token: secret } = (await caller.post(path, { name: 'Own', password })).body;
  const shown = (await owner.get(`/api/v6/workers/${colleague.id}/`)).body.api_key;
  expect(shown).toMatchObject({ last_four: secret.slice(-4) });
  expect((await caller.get('/api/v6/user/security/')).body.api_token).toMatchObject({ last_four: secret.slice(-4) });
  const replaced = await owner.post(`/api/v6/workers/${colleague.id}/generate-api-token/`, { password });
  expect(replaced.status).toBe(200);
  expect([await statusOf(secret), await statusOf(replaced.body.access_token)]).toEqual([401, 200]);
});
