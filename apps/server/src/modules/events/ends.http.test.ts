import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '@headwater/domain/roles';
import { type Answer, type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const me = '/api/internal/users/me/';
const open: Readable[] = [];

let companyId: number;
let admin: Caller;
let staffCompany: number;
let superUser: Caller;
beforeAll(async () => {
  companyId = await here.addCompany();
  admin = await here.signIn(await here.addUser(companyId, 'admin'));
  staffCompany = await here.addCompany({ name: 'Staff' });
  superUser = await here.signIn(await here.addUser(staffCompany, 'super_user'));
});
afterAll(() => {
  for (const stream of open) stream.destroy();
});

/** Opens a stream and waits for its first event. */
async function listen(caller: Caller): Promise<Readable> {
  const { status, body } = await caller.send({ method: 'GET', url: '/api/v6/events/', payloadAsStream: true });
  expect(status).toBe(200);
  const stream = body as Readable;
  open.push(stream);
  await new Promise((resolve) => stream.once('data', resolve));
  stream.resume();
  return stream;
}

const isOver = (stream: Readable) => stream.readableEnded || stream.destroyed;

/** Less than the 15 s between regular checks of a session, which would end the stream as well. */
const immediately = { timeout: 10_000 };

/** Asserts that the action ends the stream. */
async function expectEnd(stream: Readable, act: () => Promise<Answer>): Promise<void> {
  const { status, body } = await act();
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 400), body]);
  await until(() => expect(isOver(stream)).toBe(true), immediately);
}

const newPassword = 'Battery-Staple-9';
const pathOf = ({ id, role }: TestUser) => `/api/v6/${role === 'worker' ? 'workers' : 'admins'}/${id}/`;

async function recovered({ email }: TestUser): Promise<Answer> {
  await here.visitor().post('/api/v6/recover-password/', { email });
  const text = (await here.systemEmailsTo(email)).at(-1)?.text;
  const token = /\/users\/reset\/(\S+)/.exec(text ?? '')?.[1] ?? '';
  return here.visitor().post(`/api/v6/reset-password/${token}/`, { password: newPassword });
}

const acts: [string, Role, (user: TestUser, other: Caller) => Promise<Answer>][] = [
  [
    'changes the password elsewhere',
    'worker',
    (_, other) => other.post('/api/v6/user/password/', { current_password: password, password: newPassword }),
  ],
  ['sets a password by a link', 'worker', (user) => recovered(user)],
  ['gets a password from an administrator', 'worker', (user) => admin.patch(pathOf(user), { password: newPassword })],
  ['gets another address', 'worker', (user) => admin.patch(pathOf(user), { email: `other-${user.email}` })],
  ['is deactivated', 'worker', (user) => admin.patch(pathOf(user), { is_active: false })],
  ['is deleted', 'worker', (user) => admin.delete(pathOf(user))],
  ['is moved', 'worker', (user) => superUser.post(`${pathOf(user)}move/`, { company_id: staffCompany })],
  ['has another role', 'admin', (user) => admin.patch(`${pathOf(user)}switch/`)],
];

describe('a session and its stream end immediately when the user', () => {
  it.each(acts)('[ACC-013] [EMP-033] %s', async (_name, role, act) => {
    const user = await here.addUser(companyId, role);
    const [caller, other] = [await here.signIn(user), await here.signIn(user)];
    await expectEnd(await listen(caller), () => act(user, other));
    expect((await caller.get(me)).status).toBe(401);
  });

  it('[COMP-070] works for a company that is removed', async () => {
    const id = await here.addCompany();
    const caller = await here.signIn(await here.addUser(id, 'worker'));
    await expectEnd(await listen(caller), () => superUser.delete(`/api/v6/companies/${id}/`));
    expect((await caller.get(me)).status).toBe(401);
  });

  it.each([
    ['is blocked', { is_active: false }],
    ['has no license', { paid_till: '2020-01-01T00:00:00Z' }],
    ['has a license in the future', { paid_from: '2999-01-01T00:00:00Z' }],
  ])('[ACC-023] works for a company that %s; the session stays and shows the reason', async (_name, change) => {
    const id = await here.addCompany();
    const caller = await here.signIn(await here.addUser(id, 'worker'));
    await expectEnd(await listen(caller), () => superUser.put(`/api/v6/companies/${id}/`, change));
    expect((await caller.get('/api/v6/events/')).status).toBe(403);
    expect((await caller.get(me)).status).toBe(200);
  });
});

/** Staff who impersonate a user: `own` is the staff account, `target` the user. */
async function acting() {
  const [own, target] = [await here.addUser(staffCompany, 'sales_manager'), await here.addUser(companyId, 'worker')];
  const caller = await here.signIn(own);
  expect((await caller.post(`/api/internal/users/${target.id}/login_as/`)).status).toBe(200);
  return { own, target, caller, stream: await listen(caller) };
}

describe('the stream of staff who impersonate a user ends immediately when', () => {
  it('[ROLE-033] staff return to their account or sign out', async () => {
    const [first, second] = [await acting(), await acting()];
    await expectEnd(first.stream, () => first.caller.post('/api/internal/users/return/'));
    await expectEnd(second.stream, () => second.caller.post('/api/v6/logout/'));
  });

  it.each([
    ['staff are deactivated', { is_active: false }],
    ['staff get another role', { role: 'manager' }],
    ['their password changes', { password: newPassword }],
  ])('[ROLE-033] %s', async (_name, change) => {
    const { own, caller, stream } = await acting();
    await expectEnd(stream, () => superUser.patch(`/api/v6/managers/${own.id}/`, change));
    expect((await caller.get(me)).status).toBe(401);
  });

  it.each([
    ['their session is ended', (elsewhere: Caller, id: number) => elsewhere.delete(`/api/v6/user/sessions/${id}/`)],
    ['all other sessions are ended', (elsewhere: Caller) => elsewhere.post('/api/v6/user/sessions/end-others/')],
  ])('[ROLE-033] [DEC-14] %s from another browser, with an audit entry', async (_name, end) => {
    const { own, target, caller, stream } = await acting();
    const elsewhere = await here.signIn(own);
    const { sessions } = (await elsewhere.get('/api/v6/user/security/')).body;
    const { id } = sessions.find((session: { is_current: boolean }) => !session.is_current);
    await expectEnd(stream, () => end(elsewhere, id));
    expect((await caller.get(me)).status).toBe(401);
    const noted = await here.sql(`select from audit_entries where company_id = $1 and kind = 'acting_ended' and target_id = $2`, [
      companyId,
      target.id,
    ]);
    expect(noted).toHaveLength(1);
  });

  it('[ROLE-033] the user signs out everywhere else, and staff return to their own account', async () => {
    const { own, target, caller, stream } = await acting();
    const person = await here.signIn(target);
    await expectEnd(stream, () => person.post('/api/v6/user/sessions/end-others/'));
    expect((await caller.get(me)).body).toMatchObject({ id: own.id, impersonated_by: null });
  });

  it.each([
    ['deactivates', { is_active: false }],
    ['sets the password of', { password: newPassword }],
  ])('[ROLE-033] [DEC-14] an administrator %s the user; staff return to their own account, with an audit entry', async (_name, change) => {
    const { own, target, caller, stream } = await acting();
    await expectEnd(stream, () => admin.patch(pathOf(target), change));
    expect((await caller.get(me)).body).toMatchObject({ id: own.id, impersonated_by: null });
    const noted = `select from audit_entries where company_id = $1 and kind = 'acting_ended' and target_id = $2`;
    expect(await here.sql(noted, [companyId, target.id])).toHaveLength(1);
  });

  it('[ROLE-033] the company of the user is disabled, and staff return to their own account', async () => {
    const id = await here.addCompany();
    const [own, target] = [await here.addUser(staffCompany, 'sales_manager'), await here.addUser(id, 'worker')];
    const caller = await here.signIn(own);
    await caller.post(`/api/internal/users/${target.id}/login_as/`);
    const elsewhere = await acting();
    await expectEnd(await listen(caller), () => superUser.delete(`/api/v6/companies/${id}/`));
    expect((await caller.get(me)).body).toMatchObject({ id: own.id, impersonated_by: null });
    // An impersonation in another company continues.
    expect((await elsewhere.caller.get(me)).body).toMatchObject({ id: elsewhere.target.id, impersonated_by: expect.anything() });
    expect(isOver(elsewhere.stream)).toBe(false);
  });
});
