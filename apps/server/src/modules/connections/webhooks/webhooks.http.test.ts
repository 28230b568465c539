import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, acmeIntegration, leverLikeIntegration, startAcme } from '../../../../test/acme-integration.ts';
import { testIntegrations, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { startDueTasks, until } from '../../../../test/settled.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { AccessLost } from '../integration-port.ts';
import { type Connection, disconnect, findConnection, saveConnection } from '../public.ts';
import type { ConnectionInput } from '../connections.ts';
import { pruneWebhooks } from './process.ts';

let acme: Acme;
testIntegrations.push(
  acmeIntegration(() => acme),
  leverLikeIntegration(),
);
const keyOfSecrets = Buffer.alloc(32, 5);
const here = useInstallation({
  HEADWATER_SECRET_KEY: keyOfSecrets.toString('base64'),
  HEADWATER_ACME_CLIENT_ID: 'acme-client',
  HEADWATER_ACME_CLIENT_SECRET: 'acme-secret',
});
const webhookKey = 'key of the webhooks';
let user: TestUser;
const workers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  acme = await startAcme();
  user = await here.addUser(await here.addCompany(), 'admin');
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  Object.assign(acme, { refuses: false, beforeHandling: () => undefined });
  acme.handled.length = 0;
  await here.sql('delete from webhook_events');
});
afterAll(() => acme.stop());

const startWorker = async () => void workers.push(await here.application.startWorker());

const save = (companyId: number, more: Partial<ConnectionInput> = {}): Promise<Connection> =>
  here.application.database.inCompany(companyId, (tx) =>
    saveConnection(
      tx,
      { secrets: createSecretBox([keyOfSecrets]), clock: here.clock },
      { companyId, userId: user.id, integration: 'acme', secret: { webhookKey }, ...more },
    ),
  );
const connect = async (integration = 'acme', more: Partial<ConnectionInput> = {}) =>
  save(await here.addCompany(), { integration, ...more });
const activeOf = ({ company_id: companyId, integration }: Connection) =>
  here.application.database.inCompany(companyId, (tx) => findConnection(tx, companyId, integration));

const sign = (content: string, key = webhookKey) => createHmac('sha256', key).update(content).digest('hex');
const addressOf = ({ integration, webhook_key: key }: Connection) => `/api/webhooks/${integration}/${key}`;

const requestOf = (url: string, payload: string | Readable, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url,
  payload,
  headers: { host: 'headwater.test', 'content-type': 'application/json', ...headers },
});

async function post(...request: Parameters<typeof requestOf>) {
  const answer = await here.app.inject(requestOf(...request));
  return { status: answer.statusCode, body: answer.json<object>(), headers: answer.headers };
}

function deliveryOf(connection: Connection, text: string, headers: Record<string, string> = {}): Parameters<typeof requestOf> {
  const body = JSON.stringify({ text });
  const own = { 'acme-delivery': text, 'acme-event': 'hired', 'acme-signature': `sha256=${sign(body)}` };
  return [addressOf(connection), body, { ...own, ...headers }];
}

const deliver = (...delivery: Parameters<typeof deliveryOf>) => post(...deliveryOf(...delivery));

interface EventRow {
  state: string;
  attempts: number;
  has_body: boolean;
  failure: string | null;
}
const eventsOf = ({ id }: Connection) =>
  here.sql<EventRow>(
    'select state, attempts, body is not null as has_body, failure from webhook_events where connection_id = $1 order by id',
    [id],
  );

/** The queue compares with the time of the database, the handlers with the clock. */
async function advance(minutes: number): Promise<void> {
  here.clock.advance(minutes * 60_000);
  await here.sql(`update graphile_worker._private_jobs set run_at = now() where run_at > now() and payload ->> 'connectionId' is not null`);
  await startDueTasks(here);
}

describe('a webhook', () => {
  it('is stored before its answer, and processed with its headers', async () => {
    const connection = await connect();
    const answer = await deliver(connection, 'first');
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await eventsOf(connection)).toMatchObject([{ state: 'waiting', has_body: true }]);
    await startWorker();
    await until(async () => expect(await eventsOf(connection)).toMatchObject([{ state: 'processed', has_body: false }]));
    expect(acme.handled).toEqual(['hired first']);
  });

  it('is refused with a wrong, missing or foreign signature', async () => {
    const connection = await connect();
    const body = JSON.stringify({ text: 'x' });
    const wrong = [sign(`${body} `), sign(body, 'another key'), `${sign(body)}00`, sign(body).slice(2), '', 'Ω', sign('')];
    for (const signature of wrong.map((hex) => `sha256=${hex}`))
      expect(await deliver(connection, 'x', { 'acme-signature': encodeURI(signature) })).toMatchObject({
        status: 401,
        body: { code: 'webhook_signature', detail: 'The signature of the webhook is invalid' },
      });
    expect(await deliver(connection, 'x', { 'acme-signature': sign(body) })).toMatchObject({ status: 401 });
    expect(await post(addressOf(connection), body, { 'acme-delivery': '1' })).toMatchObject({ status: 401 });
    expect(await deliver(connection, 'x', { 'acme-signature': 'sha256=' + sign(body), 'x-language': 'ru' })).toMatchObject({ status: 200 });
    expect(await eventsOf(connection)).toHaveLength(1);
  });

  it('is refused if the connection has no key', async () => {
    const connection = await connect();
    await save(connection.company_id, { secret: {} });
    const body = JSON.stringify({ text: 'x' });
    expect(await deliver(connection, 'x', { 'acme-signature': `sha256=${sign(body, '')}` })).toMatchObject({ status: 401 });
  });

  it('is signed over bytes that a parser would change', async () => {
    const connection = await connect();
    const body = '{ "text":"\\u003cé>",\t"text2":1e3 }';
    const headers = {
      'acme-delivery': 'bytes',
      'acme-signature': `sha256=${sign(body).toUpperCase()}`,
      'content-type': 'text/plain; charset=latin1',
    };
    expect(await post(addressOf(connection), body, headers)).toMatchObject({ status: 200 });
  });

  it('counts once if it is delivered again, also at the same time', async () => {
    const connection = await connect();
    const other = await connect();
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(connection, 'again')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await deliver(other, 'again');
    await startWorker();
    await until(() => expect(acme.handled).toHaveLength(2));
    expect(await deliver(connection, 'again')).toMatchObject({ status: 200 });
    await here.application.idle();
    expect(acme.handled).toHaveLength(2);
    expect([await eventsOf(connection), await eventsOf(other)]).toMatchObject([[{ state: 'processed' }], [{ state: 'processed' }]]);
  });

  it('has at most 1 MB, whether its size is declared or not', async () => {
    const connection = await connect();
    const chunked = { 'transfer-encoding': 'chunked' };
    const large = JSON.stringify({ text: 'x'.repeat(1024 ** 2) });
    const headers = { 'acme-delivery': 'large', 'acme-signature': `sha256=${sign(large)}` };
    expect(await post(addressOf(connection), large, headers)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(await post(addressOf(connection), Readable.from([large]), { ...headers, ...chunked })).toMatchObject({ status: 413 });
    const fitting = JSON.stringify({ text: 'x'.repeat(1024 ** 2 - 11) });
    expect(Buffer.byteLength(fitting)).toBe(1024 ** 2);
    const signed = { 'acme-delivery': 'fitting', 'acme-signature': `sha256=${sign(fitting)}` };
    expect(await post(addressOf(connection), Readable.from([fitting]), { ...signed, ...chunked })).toMatchObject({ status: 200 });
  });

  it('is processed in order by another process after its own process ended between storing and processing', async () => {
    const connection = await connect();
    const receiving = here.openAgain();
    const app = await receiving.createHttp();
    for (const text of ['1', '2']) expect((await app.inject(requestOf(...deliveryOf(connection, text)))).statusCode).toBe(200);
    await app.close();
    await receiving.close();
    expect(await eventsOf(connection)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    await startWorker();
    await until(() => expect(acme.handled).toEqual(['hired 1', 'hired 2']));
  });
});

describe('processing', () => {
  it('keeps the order of a connection while an event is retried, and lets other connections pass', async () => {
    const [connection, other] = [await connect(), await connect()];
    let failures = 2;
    acme.beforeHandling = (text) => {
      if (text === 'a' && failures > 0) {
        failures -= 1;
        throw new Error('the service is down');
      }
    };
    for (const text of ['a', 'b', 'c']) await deliver(connection, text);
    await startWorker();
    await deliver(other, 'z');
    await until(() => expect(acme.handled).toEqual(['hired z']));
    await deliver(connection, 'd');
    await here.application.idle();
    expect(await eventsOf(connection)).toMatchObject([{ state: 'waiting', attempts: 1, failure: 'the service is down' }, {}, {}, {}]);
    await advance(0.5);
    await until(async () => expect(await eventsOf(connection)).toMatchObject([{ attempts: 2 }, {}, {}, {}]));
    await advance(2);
    await until(() => expect(acme.handled).toEqual(['hired z', 'hired a', 'hired b', 'hired c', 'hired d']));
  });

  it('marks an event as failed after a day, then processes the next one', async () => {
    const connection = await connect();
    acme.beforeHandling = (text) => {
      if (text === 'poison') throw new Error('cannot be read');
    };
    for (const text of ['poison', 'good']) await deliver(connection, text);
    await startWorker();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await until(async () => expect(await eventsOf(connection)).toMatchObject([{ attempts: attempt }, {}]));
      await advance(720);
    }
    await until(() => expect(acme.handled).toEqual(['hired good']));
    expect(await eventsOf(connection)).toMatchObject([{ state: 'failed', has_body: true }, { state: 'processed' }]);
  });

  it('waits while the connection is broken, and resumes when it is connected again', async () => {
    const connection = await connect();
    acme.refuses = true;
    for (const text of ['a', 'b']) await deliver(connection, text);
    await startWorker();
    const stateOf = () => here.sql('select state, failure from connections where id = $1', [connection.id]);
    await until(async () => expect(await stateOf()).toEqual([{ state: 'broken', failure: 'The key was revoked' }]));
    expect(await deliver(connection, 'c')).toMatchObject({ status: 200 });
    await here.application.idle();
    expect(await eventsOf(connection)).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'waiting', attempts: 0 })));
    acme.refuses = false;
    here.clock.advance(1000);
    await save(connection.company_id);
    await until(() => expect(acme.handled).toEqual(['hired a', 'hired b', 'hired c']));
    expect(await stateOf()).toEqual([{ state: 'connected', failure: null }]);
  });

  it.each(['x\u0000', '{"text": 7}', '{"text"', ''])('marks an event that cannot be read as failed without retries: %j', async (body) => {
    const connection = await connect();
    const headers = { 'acme-delivery': 'poison', 'acme-event': 'hired', 'acme-signature': `sha256=${sign(body)}` };
    expect(await post(addressOf(connection), body, headers)).toMatchObject({ status: 200 });
    await deliver(connection, 'good');
    await startWorker();
    await until(() => expect(acme.handled).toEqual(['hired good']));
    const [failed] = await eventsOf(connection);
    expect(failed).toMatchObject({ state: 'failed', attempts: 1, has_body: true, failure: expect.stringMatching(/./) });
    expect(await activeOf(connection)).toMatchObject({ state: 'connected', failed_events: 1, event_failure: failed?.failure });
  });

  it.each([
    ['a NUL', 'refused: \u0000'],
    ['half a character', 'cut \ud83d'],
    ['a long text', 'x'.repeat(5000)],
  ])('retries an event after an error with %s', async (_name, reason) => {
    const connection = await connect();
    let failures = 1;
    acme.beforeHandling = () => {
      failures -= 1;
      if (failures >= 0) throw new Error(reason);
    };
    for (const text of ['a', 'b']) await deliver(connection, text);
    await startWorker();
    await until(async () => expect(await eventsOf(connection)).toMatchObject([{ state: 'waiting', attempts: 1 }, {}]));
    await advance(0.5);
    await until(() => expect(acme.handled).toEqual(['hired a', 'hired b']));
  });

  it('marks a connection as broken when the service refuses access with characters that cannot be stored', async () => {
    const connection = await connect();
    acme.beforeHandling = () => {
      throw new AccessLost('revoked \u0000\ud83d');
    };
    await deliver(connection, 'a');
    await startWorker();
    await until(async () => expect(await activeOf(connection)).toMatchObject({ state: 'broken', failure: 'revoked ' }));
  });

  it('waits while the company has no license, and resumes', async () => {
    const connection = await connect();
    await deliver(connection, 'a');
    const setActive = (isActive: boolean) =>
      here.sql('update companies set is_active = $2 where id = $1', [connection.company_id, isActive]);
    await setActive(false);
    expect(await deliver(connection, 'b')).toMatchObject({ status: 404 });
    await startWorker();
    await here.application.idle();
    expect(await eventsOf(connection)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await setActive(true);
    await advance(60);
    await until(() => expect(acme.handled).toEqual(['hired a']));
  });

  it('ends when the company is deleted', async () => {
    const connection = await connect();
    await deliver(connection, 'a');
    await here.sql('update companies set deleted_at = now() where id = $1', [connection.company_id]);
    expect(await deliver(connection, 'b')).toMatchObject({ status: 404 });
    await startWorker();
    await here.application.idle();
    expect(acme.handled).toEqual([]);
  });

  it('drops events of an account when the company connects another one', async () => {
    const account = { id: 'A', name: 'First' };
    const connection = await connect('acme', { account });
    acme.refuses = true;
    await deliver(connection, 'of A');
    await startWorker();
    await until(async () => expect(await activeOf(connection)).toMatchObject({ state: 'broken' }));
    acme.refuses = false;
    here.clock.advance(1000);
    const other = await save(connection.company_id, { account: { id: 'B', name: 'Second' } });
    expect(other).toMatchObject({ external_id: 'B', state: 'connected' });
    expect([other.id === connection.id, other.webhook_key === connection.webhook_key]).toEqual([false, false]);
    expect(await deliver(connection, 'late of A')).toMatchObject({ status: 404 });
    await deliver(other, 'of B');
    await until(() => expect(acme.handled).toEqual(['hired of B']));
    expect(await save(connection.company_id, { account: { id: 'B', name: 'Renamed' } })).toMatchObject({ id: other.id });
  });

  it('forgets events after 30 days, except those that wait', async () => {
    const connection = await connect();
    await deliver(connection, 'old');
    await startWorker();
    await until(() => expect(acme.handled).toEqual(['hired old']));
    acme.refuses = true;
    await deliver(connection, 'waiting');
    await until(async () => expect(await activeOf(connection)).toMatchObject({ state: 'broken' }));
    here.clock.advance(31 * 86_400_000);
    await pruneWebhooks({ database: here.application.database, clock: here.clock });
    expect(await eventsOf(connection)).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('the address', () => {
  it('is unknown for another integration, a wrong key, and after a disconnect', async () => {
    const connection = await connect();
    const { webhook_key: key } = connection;
    for (const path of [`acme/${key}x`, `lever_like/${key}`, `none/${key}`, `acme/${'x'.repeat(400)}`, 'acme/%D0%B6'])
      expect(await post(`/api/webhooks/${path}`, '{}')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await post('/api/webhooks/acme/%00', '{}')).status).toBe(400);
    await here.application.database.inCompany(connection.company_id, (tx) => disconnect(tx, connection, here.clock.now()));
    expect(await deliver(connection, 'x')).toMatchObject({ status: 404 });
    expect(await eventsOf(connection)).toEqual([]);
  });

  it('answers a confirmation of the service with its header, and stores nothing', async () => {
    const connection = await connect();
    const answer = await post(addressOf(connection), '', { 'acme-confirm': 'their secret' });
    expect([answer.status, answer.headers['acme-confirm']]).toEqual([200, 'their secret']);
    expect(await eventsOf(connection)).toEqual([]);
  });

  it.each(['{', '', '\u0000', '{"token":7}', '[]', 'null', '"\ud800"', '{"token":"\\u0000","signature":{}}'])(
    'answers 4xx to rubbish in the body: %j',
    async (body) => {
      const [lever, connection] = [await connect('lever_like'), await connect()];
      const { status } = await post(addressOf(lever), body);
      expect([400, 401]).toContain(status);
      expect((await post(addressOf(connection), body)).status).toBe(401);
      const headers = { 'acme-signature': `sha256=${sign(body)}` };
      expect((await post(addressOf(connection), body, headers)).status).toBe(400);
      expect((await post(addressOf(connection), body, { ...headers, 'content-encoding': 'gzip' })).status).toBe(415);
    },
  );

  it('accepts signatures inside of the body, and remembers their token', async () => {
    const connection = await connect('lever_like');
    const triggeredAt = 1_700_000_000_000;
    const body = (data: string) => JSON.stringify({ token: 't\u0000', triggeredAt, signature: sign(`t\u0000${triggeredAt}`), data });
    expect(await post(addressOf(connection), body('first'))).toMatchObject({ status: 200 });
    expect(await post(addressOf(connection), body('replayed with other data'))).toMatchObject({ status: 200 });
    expect(await eventsOf(connection)).toHaveLength(1);
  });
});
