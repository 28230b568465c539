import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Acme, acmeIntegration, startAcme } from '../../../test/acme-integration.ts';
import { testIntegrations, type TestUser, useInstallation } from '../../../test/installation.ts';
import { createSecretBox, type SecretBox } from '#platform/crypto/secrets.ts';
import { createLog } from '#platform/log.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { type ConnectionInput, renewTokens, resealConnections } from './connections.ts';
import {
  checkConnection,
  type Connection,
  type ConnectionServices,
  disconnect,
  findConnection,
  openConnection,
  openSecret,
  saveConnection,
} from './public.ts';

let acme: Acme;
testIntegrations.push(acmeIntegration(() => acme));
const settings = { HEADWATER_ACME_CLIENT_ID: 'acme-client', HEADWATER_ACME_CLIENT_SECRET: 'acme-secret' };
const here = useInstallation(settings);
const [key, newerKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
let admin: TestUser;

beforeAll(async () => {
  acme = await startAcme();
});
beforeEach(async () => {
  acme.refuses = false;
  admin = await here.addUser(await here.addCompany(), 'admin');
});
afterAll(() => acme.stop());

function services(box: SecretBox = createSecretBox([key])): ConnectionServices {
  const [integration] = [acmeIntegration(() => acme).configure(settings)];
  const reach = {
    clock: here.clock,
    sandboxUrl: undefined,
    sandboxClient: undefined,
    refreshPeople: async () => undefined,
    openCaller: () => createCaller({ timeoutMs: 5000, allows: () => true }),
  };
  return {
    database: here.application.database,
    clock: here.clock,
    secrets: box,
    log: createLog('silent'),
    integrations: new Map([[integration.name, integration.open(reach)]]),
  };
}

const inCompany: ConnectionServices['database']['inCompany'] = (...parameters) => here.application.database.inCompany(...parameters);
const save = (input: Partial<ConnectionInput> = {}) =>
  inCompany(admin.companyId, (tx) =>
    saveConnection(tx, services(), {
      companyId: admin.companyId,
      userId: admin.id,
      integration: 'acme',
      secret: { apiKey: 'the key' },
      settings: { site: 'eu' },
      account: { id: '17', name: 'Acme Ltd.' },
      ...input,
    }),
  );
const find = (companyId = admin.companyId) => inCompany(companyId, (tx) => findConnection(tx, companyId, 'acme'));
const tokens = (refresh: string) => ({ access: `access of ${refresh}`, refresh, expiresAt: new Date(0).toISOString(), scopes: [] });
/** The service accepts the last refresh token that it gave. */
const validRefresh = () => (acme.refreshes.length === 0 ? 'refresh 0' : `refresh ${acme.refreshes.length}`);

it('is active once per company and integration, and keeps its webhook address when it is connected again', async () => {
  const first = await save();
  expect(first).toMatchObject({
    state: 'connected',
    settings: { site: 'eu' },
    external_id: '17',
    external_name: 'Acme Ltd.',
    created_by: admin.id,
  });
  here.clock.advance(1000);
  const again = await save({ secret: { apiKey: 'another key' }, settings: {} });
  expect(again).toMatchObject({ id: first.id, webhook_key: first.webhook_key, settings: {}, updated_at: here.clock.now() });
  expect(openSecret(createSecretBox([key]), again)).toEqual({ apiKey: 'another key' });
  const other = await here.addCompany();
  expect([await find(), await find(other)]).toMatchObject([{ id: first.id }, undefined]);
  await inCompany(admin.companyId, (tx) => disconnect(tx, again, here.clock.now()));
  expect(await find()).toBeUndefined();
  expect(await here.sql('select state, secret from connections where id = $1', [first.id])).toEqual([
    { state: 'disconnected', secret: null },
  ]);
  const fresh = await save();
  expect(fresh.id).not.toBe(first.id);
  expect(fresh.webhook_key).not.toBe(first.webhook_key);
});

it('seals its secret for its company and integration', async () => {
  const connection = await save();
  expect(connection.secret).not.toContain('the key');
  const box = createSecretBox([key]);
  expect(openSecret(box, connection)).toEqual({ apiKey: 'the key' });
  expect(() => openSecret(box, { ...connection, company_id: connection.company_id + 1 })).toThrow('cannot be opened');
  expect(() => openSecret(box, { ...connection, integration: 'other' })).toThrow('cannot be opened');
});

it('is resealed with the newest key', async () => {
  await here.sql('delete from connections');
  await save();
  const lost = createSecretBox([randomBytes(32)]).seal('{}', 'x');
  const [{ id }] = (await here.sql<{ id: number }>(
    `insert into connections (company_id, integration, secret, webhook_key, created_at, updated_at) values ($1, 'lost', $2, 'k', now(), now()) returning id::int`,
    [admin.companyId, lost],
  )) as [{ id: number }];
  expect(await resealConnections(here.application.database, createSecretBox([newerKey, key]), here.clock)).toEqual({
    resealed: 1,
    lost: 1,
  });
  expect(openSecret(createSecretBox([newerKey]), (await find()) as Connection)).toEqual({ apiKey: 'the key' });
  await here.sql('delete from connections where id = $1', [id]);
});

it('renews its tokens once if two workers need them at the same time', async () => {
  const used = tokens(validRefresh());
  const connection = await save({ secret: { tokens: used, webhookKey: 'w' } });
  const before = acme.refreshes.length;
  // Two processes have separate services.
  const [first, second] = await Promise.all([renewTokens(services(), connection, used), renewTokens(services(), connection, used)]);
  expect(acme.refreshes.slice(before)).toEqual([used.refresh]);
  expect(second).toEqual(first);
  const stored = openSecret(createSecretBox([key]), (await find()) as Connection);
  expect(stored).toEqual({ tokens: first, webhookKey: 'w' });
  const session = openConnection(services(), connection).session;
  expect(session?.tokens()).toEqual(used);
  expect(await renewTokens(services(), connection, used)).toEqual(first);
  expect(acme.refreshes).toHaveLength(before + 1);
});

it('is broken with the reason of the service if a refresh is refused, and asks no more', async () => {
  const used = tokens('revoked');
  const connection = await save({ secret: { tokens: used } });
  const before = acme.refreshes.length;
  await expect(renewTokens(services(), connection, used)).rejects.toMatchObject({ kind: 'denied', message: 'The grant was revoked' });
  expect(await find()).toMatchObject({ state: 'broken', failure: 'The grant was revoked' });
  await expect(renewTokens(services(), connection, used)).rejects.toMatchObject({ kind: 'denied' });
  expect(acme.refreshes).toHaveLength(before + 1);
});

it('is checked, broken, and works again after a check that passes', async () => {
  const connection = await save();
  acme.refuses = true;
  here.clock.advance(60_000);
  expect(await checkConnection(services(), connection)).toBe(false);
  expect(await find()).toMatchObject({ state: 'broken', failure: 'The key was revoked', last_checked_at: here.clock.now() });
  acme.refuses = false;
  here.clock.advance(60_000);
  expect(await checkConnection(services(), connection)).toBe(true);
  expect(await find()).toMatchObject({ state: 'connected', failure: null, last_checked_at: here.clock.now() });
});

it('stays connected if a worker with the previous key is refused after a user has connected again', async () => {
  const old = await save();
  here.clock.advance(1000);
  await save({ secret: { apiKey: 'another key' } });
  acme.refuses = true;
  expect(await checkConnection(services(), old)).toBe(false);
  expect(await find()).toMatchObject({ state: 'connected', failure: null });
});

it('[DEC-14] is in the audit log when a user connects or disconnects, but not when a worker checks it', async () => {
  const caller = await here.signIn(admin);
  const connection = await save();
  await checkConnection(services(), connection);
  here.clock.advance(1000);
  const again = await save();
  await inCompany(admin.companyId, (tx) => disconnect(tx, again, here.clock.now()));
  const { body } = await caller.get('/api/v6/audit/?kind=settings_changed');
  const values = { integration: [null, 'acme'] };
  expect(body.entries).toMatchObject([
    { target: { name: 'connections' }, values: { ...values, removed: [false, true] } },
    { target: { name: 'connections' }, values, user: { id: admin.id } },
    { target: { name: 'connections' }, values },
  ]);
  expect(body.entries).toHaveLength(3);
});
