import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayMs } from '@headwater/domain/time/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { deleteOldEvents } from './delete-old.ts';

const path = '/api/events/';
const serviceToken = 'service-token-of-the-extension';

interface Received {
  path: string | undefined;
  type: string | undefined;
  body: string;
}
const received: Received[] = [];
let status = 200;
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ path: request.url, type: request.headers['content-type'], body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end('{}');
  });
});
// The address is a setting, so the port is known before the installation opens.
await new Promise<void>((resolve) => {
  service.listen(0, '127.0.0.1', resolve);
});
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const here = useInstallation({
  HEADWATER_EVENTS_TOKEN: serviceToken,
  HEADWATER_AMPLITUDE_KEY: 'key-of-the-operator',
  HEADWATER_AMPLITUDE_URL: `${url}/2/httpapi`,
  HEADWATER_AMPLITUDE_IDENTIFY_URL: `${url}/identify`,
  HEADWATER_METRICS_TOKEN: 'metrics-token-of-the-test',
});

let user: TestUser;
let caller: Caller;
let me: Record<string, unknown>;
beforeAll(async () => {
  user = await here.addUser(await here.addCompany(), 'worker');
  caller = await here.signIn(user);
  me = (await caller.get('/api/internal/users/me/')).body as Record<string, unknown>;
});
afterAll(() => void service.close());
beforeEach(() => {
  received.length = 0;
  status = 200;
  here.clock.advance(60_000);
});

const base = { Location: 'Folders', Search_Context: null };
const folderCreated = () => ({
  user_id: user.id,
  licence_id: user.companyId,
  event_type: 'Folder: Create',
  time: here.clock.now().getTime(),
  event_properties: { Event_Name: 'Folder: Create', ...base, Folder_Id: 5 } as Record<string, unknown>,
  user_properties: me as Record<string, unknown> | null,
});
type Payload = ReturnType<typeof folderCreated>;
const send = (change: Partial<Payload> = {}, from: Caller = caller) => from.post(path, { payload: { ...folderCreated(), ...change } });
const stored = () =>
  here.sql<{ company_id: number | null; user_id: number | null; event_type: string; properties: object; at: Date }>(
    'select company_id::int, user_id::int, event_type, properties, at from usage_events order by id desc',
  );
const receivedAt = async (place: string) =>
  until(() => {
    const found = received.find((each) => each.path === place);
    if (!found) throw new Error(`nothing arrived at ${place}`);
    return found;
  });

const figures = async () =>
  (await here.app.inject({ url: '/metrics', headers: { authorization: 'Bearer metrics-token-of-the-test' } })).body;
const visit = (name: string) => ({
  user_id: null,
  licence_id: null,
  event_type: name,
  time: 0,
  event_properties: {
    Event_Name: name,
    Location: 'Login',
    Search_Context: null,
    ...(name.startsWith('Folder') ? { Folder_Id: 1 } : {}),
  },
  user_properties: null,
});

describe('usage events', () => {
  it('[EVT-001] [EVT-002] [EVT-003] [EVT-004] [EVT-005] stores an event of a screen', async () => {
    const { event_properties, time } = folderCreated();
    expect(await send()).toMatchObject({ status: 200, body: {} });
    const [event] = await stored();
    expect(event).toEqual({
      company_id: user.companyId,
      user_id: user.id,
      event_type: 'Folder: Create',
      properties: event_properties,
      at: new Date(time),
    });
  });

  it('[EVT-006] [EVT-007] [EVT-008] sends it to the analytics service with the user, without secrets', async () => {
    const secrets = { api_key: 'secret-1', access_token: 'secret-2', password: 'secret-3' };
    await send({ user_properties: { ...me, ...secrets, first_name: 'Somebody', name: 'Somebody Else', email: 'other@example.test' } });
    const { body, type } = await receivedAt('/2/httpapi');
    expect(type).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({
      api_key: 'key-of-the-operator',
      events: [
        {
          user_id: String(user.id),
          event_type: 'Folder: Create',
          event_properties: { Event_Name: 'Folder: Create', Folder_Id: 5 },
          user_properties: { id: user.id, email: user.email, role: 'worker', company: { company_id: user.companyId } },
        },
      ],
    });
    expect(body).not.toMatch(/secret-|Somebody|other@example/);
  });

  it('[EVT-011] [EVT-012] identifies a user once and after each change, as form data', async () => {
    const other = await here.addUser(await here.addCompany(), 'admin');
    const otherCaller = await here.signIn(other);
    const properties = (await otherCaller.get('/api/internal/users/me/')).body as Record<string, unknown>;
    const sent = (more: object = {}) =>
      send({ user_id: other.id, licence_id: other.companyId, user_properties: { ...properties, ...more } }, otherCaller);
    await sent();
    const { type, body } = await receivedAt('/identify');
    expect(type).toContain('application/x-www-form-urlencoded');
    const form = new URLSearchParams(body);
    expect(JSON.parse(form.get('identification') ?? '')).toMatchObject([{ user_id: String(other.id), user_properties: { role: 'admin' } }]);
    await sent();
    await until(() => expect(received.filter((each) => each.path === '/2/httpapi')).toHaveLength(2));
    expect(received.filter((each) => each.path === '/identify')).toHaveLength(1);
    await sent({ can_search: false });
    await until(() => expect(received.filter((each) => each.path === '/identify')).toHaveLength(2));
  });

  it('[EVT-010] answers as usual if the analytics service fails, and counts the failure', async () => {
    status = 500;
    expect((await send()).status).toBe(200);
    await receivedAt('/2/httpapi');
    await until(async () => expect(await figures()).toMatch(/headwater_usage_events\{state="failed"\} [1-9]/));
  });

  it('[EVT-008] keeps an event without destinations in the product', async () => {
    expect((await caller.post(path, { payload: folderCreated(), destinations: [] })).status).toBe(200);
    await send();
    const { body } = await receivedAt('/2/httpapi');
    expect((JSON.parse(body) as { events: object[] }).events).toHaveLength(1);
  });

  it('[EVT-001] takes events of another program with the service token only', async () => {
    expect((await send({}, here.program(serviceToken))).status).toBe(200);
    expect((await send({}, here.program('another-token-of-somebody'))).status).toBe(401);
    expect((await send({ user_id: 999_999 }, here.program(serviceToken))).body).toMatchObject({ 'payload.user_id': [expect.any(String)] });
  });

  it('rejects events for another user, company and name', async () => {
    const other = await here.addUser(user.companyId, 'worker');
    expect((await send({ user_id: other.id })).body).toMatchObject({ 'payload.user_id': [expect.any(String)] });
    expect((await send({ licence_id: user.companyId + 1 })).body).toMatchObject({ 'payload.licence_id': [expect.any(String)] });
    expect((await send({ event_type: 'Folder: Edit' })).status).toBe(400);
    expect((await send({ event_type: 'Folder: Paint' })).status).toBe(400);
    expect((await send({ user_properties: { ...me, id: other.id } })).status).toBe(400);
  });

  it('[EVT-046] takes the events of the sign-in page from visitors, and no other ones', async () => {
    expect((await here.visitor().post(path, { payload: visit('Login: Request Demo') })).status).toBe(200);
    expect((await stored())[0]).toMatchObject({ company_id: null, user_id: null, event_type: 'Login: Request Demo' });
    expect((await here.visitor().post(path, { payload: visit('Folder: Create') })).body).toHaveProperty(['payload.event_type']);
  });

  const personal = ['Grace Hopper', 'grace.hopper@example.test', '+1 202 555 0143', '@grace_h'];
  it.each([
    ...personal.map((value) => [`an unknown property ${value}`, { Event_Name: 'Folder: Create', ...base, Folder_Id: 5, Note: value }]),
    ...personal.map((value) => [`the id ${value}`, { Event_Name: 'Folder: Create', ...base, Folder_Id: value }]),
    ...personal.map((value) => [
      `the place ${value}`,
      { Event_Name: 'Folder: Create', Search_Context: null, Location: value, Folder_Id: 5 },
    ]),
    ...personal.map((value) => [
      `the search ${value}`,
      { Event_Name: 'Folder: Create', Location: 'Search', Folder_Id: 5, Search_Context: { Has_Query: value, Facets: [], Page: 1 } },
    ]),
    ...personal.map((value) => [
      `the facet ${value}`,
      { Event_Name: 'Folder: Create', Location: 'Search', Folder_Id: 5, Search_Context: { Has_Query: true, Facets: [value], Page: 1 } },
    ]),
    ...['grace.hopper@example.test', '+1 202 555 0143', '2025550143', '202.555.01.43'].map((value) => [
      `the status ${value}`,
      { Event_Name: 'Candidate: Change Status', ...base, Profiles_Count: 1, Status_Id_After: 3, Status_Name_After: value },
    ]),
    ...personal.map((value) => [
      `the filter value ${value}`,
      {
        Event_Name: 'Facet: Select',
        ...base,
        Facet_ID: 'lastCompany',
        Is_Checked: true,
        Is_Excluded: false,
        Search_Form_Type: 'v2',
        Filter_Value: value,
      },
    ]),
  ] as [string, Record<string, unknown>][])('[DEC-11] rejects %s', async (_title, event_properties) => {
    const before = (await stored()).length;
    expect((await send({ event_type: String(event_properties.Event_Name), event_properties })).status).toBe(400);
    expect(await stored()).toHaveLength(before);
  });

  it('[DEC-11] does not count actions of staff who act as the user', async () => {
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const before = (await stored()).length;
    expect((await staff.post(`/api/internal/users/${user.id}/login_as/`)).status).toBeLessThan(300);
    expect((await send({}, staff)).status).toBe(200);
    expect(await stored()).toHaveLength(before);
  });

  it('limits the events of a visitor, and of a user', async () => {
    const answers = await Promise.all(Array.from({ length: 320 }, () => send()));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  it('deletes events after a year, and counts those of 30 days for staff', async () => {
    const staff = await here.addUser(await here.addCompany(), 'super_user');
    await send();
    here.clock.advance(31 * dayMs);
    await send({}, await here.signIn(user));
    const { body } = await (await here.signIn(staff)).get('/api/v6/usage-events/');
    expect(body).toEqual({ counts: [{ name: 'Folder: Create', count: 1 }], kept_days: 365, is_sent_to_amplitude: true });
    here.clock.advance(364 * dayMs);
    await deleteOldEvents({ database: here.application.database, clock: here.clock });
    expect(await stored()).toHaveLength(1);
  });
});
