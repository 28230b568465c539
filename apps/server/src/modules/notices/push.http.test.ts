import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedMeanwhile } from '../../../test/changed-meanwhile.ts';
import { type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { type Browser, browsersPath, usePushService } from '../../../test/push-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { createPushKeys, resealPushKeys } from './push-keys.ts';
import { startDueTasks, until } from '../../../test/settled.ts';

const service = usePushService();
const here = useInstallation({}, service.open);
const settingsPath = '/api/v6/notices/settings/';

let company: number;
let author: Caller;
let boss: Caller;
let profile: number;
beforeAll(async () => {
  company = await here.addCompany();
  author = await here.signIn(await here.addUser(company, 'worker', { language: 'en' }));
  boss = await here.signIn(await here.addUser(company, 'admin'));
  [profile = 0] = await addProfiles(here, 1, {
    input: { first_name: 'Vera', last_name: 'Push', contacts: [{ type: 'email', value: 'vera@secret.test' }] },
  });
  const worker = await here.application.startWorker();
  afterAll(() => worker.stop());
});

interface Person {
  user: TestUser;
  who: Caller;
  browser: Browser;
}
/** Creates a user with a subscribed browser. */
async function withBrowser(language: 'en' | 'ru' = 'en'): Promise<Person> {
  const user = await here.addUser(company, 'worker', { language });
  const who = await here.signIn(user);
  return { user, who, browser: await service.turnOn(who) };
}

/** Mentions the user in a comment. */
async function mention({ user }: Pick<Person, 'user'>, text = 'look'): Promise<number> {
  const [row] = await here.sql<{ name: string }>(`select first_name || ' ' || last_name as name from users where id = $1`, [user.id]);
  return (await good(author.post(`/api/v6/profiles/${profile}/comments/`, { text: `@${row?.name} ${text} vera@secret.test` }))).id;
}
const waiting = ({ id }: TestUser) =>
  here.sql<{ run_at: Date }>(
    `select run_at from graphile_worker._private_jobs where payload ->> 'userId' = $1 and payload ->> 'subscriptionId' is not null`,
    [String(id)],
  );
/** Waits until the user's tasks are done. */
const settled = ({ user }: Person) =>
  until(async () =>
    expect(await here.sql(`select from graphile_worker._private_jobs where payload ->> 'userId' = $1`, [String(user.id)])).toEqual([]),
  );
const count = async ({ browser }: Person) => (await browser.received()).length;
const known = async (who: Caller) => (await good(who.get(browsersPath))).browsers as { id: number; is_current: boolean }[];

describe('a browser receives the notices of its user', () => {
  it('once, encrypted, in the language of the user, with the content of the list only', async () => {
    const [english, russian] = [await withBrowser(), await withBrowser('ru')];
    await mention(english);
    await mention(russian);
    await until(async () => expect([await count(english), await count(russian)]).toEqual([1, 1]));
    const [notice] = (await good(english.who.get('/api/v6/notices/'))).notices as { id: number }[];
    const [first] = await english.browser.received();
    expect(first?.says).toEqual({
      title: expect.stringMatching(/^Ada User \d+ mentioned you in a comment on Vera Push$/),
      tag: `notice ${notice?.id}`,
      language: 'en',
      address: `/notices/${notice?.id}`,
      place: `/profiles/${profile}`,
    });
    expect(first?.topic).toMatch(/^[\w-]{32}$/);
    expect(first?.ttl).toBeGreaterThan(86_000);
    expect(first?.text).not.toContain('secret.test');
    expect((await russian.browser.received())[0]?.says.title).toContain('упоминает вас в комментарии: Vera Push');
    const opened = await good(english.who.post(`${first?.says.address.replace('/notices', '/api/v6/notices')}/read/`, { is_read: true }));
    expect(opened).toMatchObject({ kind: 'mention', is_read: true, person: { id: profile } });
  });

  it('of the enabled kinds, even if the list does not show them', async () => {
    const [unwanted, elsewhere] = [await withBrowser(), await withBrowser()];
    expect((await good(unwanted.who.get(settingsPath))).settings).toContainEqual({
      kind: 'mention',
      in_app: true,
      email: false,
      push: true,
    });
    await good(unwanted.who.patch(settingsPath, { kind: 'mention', push: false }));
    await good(elsewhere.who.patch(settingsPath, { kind: 'mention', in_app: false }));
    await mention(unwanted);
    await mention(elsewhere);
    await until(async () => expect(await count(elsewhere)).toBe(1));
    expect([await count(unwanted), (await good(elsewhere.who.get('/api/v6/notices/'))).count]).toEqual([0, 0]);
    const [shown] = await elsewhere.browser.received();
    const id = Number(shown?.says.address.split('/').at(-1));
    expect((await good(elsewhere.who.post(`/api/v6/notices/${id}/read/`, { is_read: true }))).id).toBe(id);
  });

  it('as one summary of many notices, in each browser', async () => {
    const person = await withBrowser();
    const other = await service.turnOn(await here.signIn(person.user));
    expect((await known(person.who)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([false, true]);
    await here.sql(
      `insert into notices (company_id, user_id, kind, key, payload, in_app, for_email, for_push, created_at)
       select $1, $2, 'limit', 'flood ' || n, '{"detail": "contacts"}', true, false, true, now() from generate_series(1, 250) n`,
      [company, person.user.id],
    );
    await mention(person);
    await until(async () => expect([await count(person), (await other.received()).length]).toEqual([1, 1]));
    expect((await other.received())[0]?.says).toMatchObject({ title: '251 new notifications', address: '/notices', tag: 'notices' });
  });

  it('except read and deleted ones, and none without a license', async () => {
    const [reader, gone, unpaid] = [await withBrowser(), await withBrowser(), await withBrowser()];
    await here.sql(
      `create function hold() returns trigger language plpgsql as $$ begin new.run_at = now() + interval '1 hour'; return new; end $$`,
    );
    await here.sql(`create trigger hold before insert on graphile_worker._private_jobs for each row execute function hold()`);
    await mention(reader);
    const comment = await mention(gone);
    await mention(unpaid);
    await here.sql('drop trigger hold on graphile_worker._private_jobs');
    await good(reader.who.post('/api/v6/notices/read/', { up_to: 1_000_000 }));
    await good(author.delete(`/api/v6/comments/${comment}/`));
    await here.sql(`update companies set paid_till = now() - interval '1 day' where id = $1`, [company]);
    await here.sql('update graphile_worker._private_jobs set run_at = now() where payload ->> $1 is not null', ['userId']);
    await startDueTasks(here);
    for (const one of [reader, gone, unpaid]) await settled(one);
    await here.sql('update companies set paid_till = null where id = $1', [company]);
    expect([await count(reader), await count(gone), await count(unpaid)]).toEqual([0, 0, 0]);
  });
});

describe('a push service', () => {
  it.each(['push_gone', 'left'])('that reports an ended subscription is not called again: %s', async (how) => {
    const person = await withBrowser();
    if (how === 'left') await person.browser.leave();
    else await service.fault(how);
    await mention(person);
    await until(async () => expect(await known(person.who)).toEqual([]));
    await settled(person);
  });

  it.each([
    ['push_limit', 3500],
    ['push_error', 10],
  ])('that is busy is retried after the requested time without delaying others: %s', async (fault, seconds) => {
    const [person, other] = [await withBrowser(), await withBrowser()];
    here.clock.set(new Date());
    await service.fault(fault, { milliseconds: 3_600_000 });
    await mention(person);
    await until(async () => expect((await waiting(person.user))[0]?.run_at.getTime()).toBeGreaterThan(Date.now() + seconds * 1000));
    await mention(other);
    await until(async () => expect(await count(other)).toBe(1));
    await here.sql(`update graphile_worker._private_jobs set run_at = now() where payload ->> 'userId' = $1`, [String(person.user.id)]);
    await startDueTasks(here);
    await until(async () => expect(await count(person)).toBe(1));
    await settled(person);
    expect(await here.sql('select failed_at from push_subscriptions where user_id = $1', [person.user.id])).toEqual([{ failed_at: null }]);
  });

  it('that refuses a message is not called again', async () => {
    const person = await withBrowser();
    await service.fault('push_refuse');
    await mention(person);
    await until(async () => expect((await good(person.who.get('/api/v6/notices/'))).count).toBe(1));
    await settled(person);
    expect([await count(person), (await known(person.who)).length]).toEqual([0, 1]);
  });

  it('is called again after a crash and replaces the message', async () => {
    const person = await withBrowser();
    await mention(person);
    await until(async () => expect(await count(person)).toBe(1));
    await settled(person);
    const [{ id: notice } = { id: 0 }] = (await good(person.who.get('/api/v6/notices/'))).notices as { id: number }[];
    const again = { companyId: company, userId: person.user.id, subscriptionId: person.browser.id, noticeIds: [notice], tries: 0 };
    const payload = JSON.stringify({ ...again, raisedAt: here.clock.now().toISOString() });
    await here.sql(`select from graphile_worker.add_job('send_push', $1::json)`, [payload]);
    await settled(person);
    expect(await count(person)).toBe(1);
  });
});

describe('browsers', () => {
  it('end with their session: sign-out, remote end, new password, deactivation', async () => {
    const [leaving, ended, renewed, off] = [await withBrowser(), await withBrowser(), await withBrowser(), await withBrowser()];
    await leaving.who.get('/logout/');
    await good((await here.signIn(ended.user)).post('/api/v6/user/sessions/end-others/'));
    const kept = await service.turnOn(await here.signIn(renewed.user));
    const last = await here.signIn(renewed.user);
    const own = await service.turnOn(last);
    const words = { password: 'Correct-Horse-8', password_repeat: 'Correct-Horse-8' };
    await good(last.post('/api/v6/user/password/', { current_password: password, ...words }));
    await good(boss.delete(`/api/v6/workers/${off.user.id}/`));
    for (const person of [leaving, ended, renewed]) await mention(person);
    await until(async () => expect((await own.received()).length).toBe(1));
    for (const person of [leaving, ended, renewed, off]) await settled(person);
    expect(await Promise.all([leaving, ended, renewed, off].map(count))).toEqual([0, 0, 0, 0]);
    expect(await kept.received()).toEqual([]);
    const left = await here.sql('select id from push_subscriptions where user_id = any($1)', [
      [leaving, ended, renewed, off].map(({ user }) => user.id),
    ]);
    expect(left).toEqual([{ id: own.id }]);
  });

  it('receive nothing after their session expires', async () => {
    const person = await withBrowser();
    await here.sql(`update sessions set expires_at = now() - interval '1 minute' where user_id = $1`, [person.user.id]);
    await mention(person);
    await settled(person);
    expect(await count(person)).toBe(0);
  });

  it('are removed individually, by their user only', async () => {
    const [person, other] = [await withBrowser(), await withBrowser()];
    expect((await other.who.delete(`${browsersPath}${person.browser.id}/`)).status).toBe(404);
    await good(person.who.delete(`${browsersPath}${person.browser.id}/`));
    expect(await known(person.who)).toEqual([]);
  });

  it('are replaced on a new subscription, also of another user, and limited to ten', async () => {
    const person = await withBrowser();
    const again = await service.turnOn(person.who);
    expect((await known(person.who)).map(({ id }) => id)).toEqual([again.id]);
    const { push_key: key } = await good(person.who.get(settingsPath));
    const address = await service.subscribe(key);
    const next = await withBrowser();
    await good(person.who.post(browsersPath, address));
    await good(next.who.post(browsersPath, address));
    expect([(await known(person.who)).length, (await known(next.who)).length]).toEqual([0, 1]);
    for (let index = 0; index < 11; index += 1) await service.turnOn(await here.signIn(next.user));
    expect(await known(next.who)).toHaveLength(10);
  });

  it('require a public TLS endpoint and keys on the curve', async () => {
    const who = await here.signIn(await here.addUser(company, 'worker'));
    const { push_key: key } = await good(who.get(settingsPath));
    const address = await service.subscribe(key);
    const wrong: [object, string][] = [
      [{ endpoint: 'http://push.example.com/a' }, 'endpoint'],
      [{ endpoint: 'http://127.0.0.1:1/push/a' }, 'endpoint'],
      ...[
        'localhost',
        'push.localhost.',
        'printer.local',
        'push.internal',
        'router',
        '127.0.0.1:9',
        '127.1',
        '2130706433',
        '0x7f.0.0.1',
        '10.0.0.5',
        '172.16.0.1',
        '192.168.1.1',
        '169.254.169.254',
        '100.64.0.1',
        '0.0.0.0',
        '[::1]',
        '[::ffff:10.0.0.5]',
        '[fd00::1]',
        '[fe80::1]',
      ].map((host): [object, string] => [{ endpoint: `https://${host}/push` }, 'endpoint']),
      [{ endpoint: 'https://me:word@push.example.com/a' }, 'endpoint'],
      [{ endpoint: 'file:///etc/passwd' }, 'endpoint'],
      [{ endpoint: `https://push.example.com/${'a'.repeat(1000)}` }, 'endpoint'],
      [{ p256dh: 'BA' }, 'endpoint'],
      [{ p256dh: '?' }, 'p256dh'],
      [{ auth: 'A'.repeat(100) }, 'auth'],
    ];
    for (const [change, field] of wrong) {
      const answer = await who.post(browsersPath, { ...address, ...change });
      expect([change, answer]).toMatchObject([change, { status: 400, body: { [field]: [expect.any(String)] } }]);
    }
    await good(who.post(browsersPath, { ...address, endpoint: 'https://push.example.com/a' }));
    // The endpoint's host is resolved on sending: a loopback address is not called, and its
    // subscription is removed.
    const user = await here.addUser(company, 'worker');
    const inside = await here.signIn(user);
    await good(inside.post(browsersPath, { ...address, endpoint: 'https://push.example.com/b' }));
    await here.sql(`update push_subscriptions set endpoint = 'https://127.0.0.1:9/push' where user_id = $1`, [user.id]);
    await mention({ user });
    await until(async () => expect(await known(inside)).toEqual([]));
  });

  it('are subscribed by the user only, not by impersonating staff or with a token', async () => {
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    const { user } = await withBrowser();
    await good(staff.post(`/api/internal/users/${user.id}/login_as/`));
    expect((await good(staff.get(settingsPath))).push_key).toBeNull();
    expect([(await staff.get(browsersPath)).status, (await staff.post(browsersPath, {})).status]).toEqual([403, 403]);
  });
});

const box = (...bytes: number[]) => createSecretBox(bytes.map((byte) => Buffer.alloc(32, byte)));

const read = (secrets: ReturnType<typeof box>, setting?: string) =>
  createPushKeys({
    database: here.application.database,
    clock: here.clock,
    secrets,
    log: { error: () => undefined } as never,
    setting,
  })();

it('rejects a subscription of a session that ended during the request', async () => {
  const user = await here.addUser(company, 'worker');
  const who = await here.signIn(user);
  const address = await service.subscribe((await good(who.get(settingsPath))).push_key);
  const ended = sql`delete from sessions where user_id = ${user.id}`;
  expect((await changedMeanwhile(here, ended, () => who.post(browsersPath, address))).status).toBe(401);
  expect(await here.sql('select from push_subscriptions where user_id = $1', [user.id])).toEqual([]);
});

describe('the key of the installation', () => {
  it('is generated once, survives a rotation of the secret key, and can be configured', async () => {
    const { database } = here.application;
    await here.sql(`delete from installation where key = 'push_keys'`);
    const first = await read(box(1));
    expect(await read(box(1))).toEqual(first);
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
    expect(JSON.stringify(await here.sql(`select value from installation where key = 'push_keys'`))).not.toContain(first.privateKey);
    const reseal = () => resealPushKeys(database, box(2, 1), here.clock);
    expect([await reseal(), await reseal()]).toEqual([
      { resealed: 1, lost: 0 },
      { resealed: 0, lost: 0 },
    ]);
    expect(await read(box(2))).toEqual(first);
    expect((await read(box(2), Buffer.alloc(32, 7).toString('base64url'))).publicKey).not.toBe(first.publicKey);
    expect((await read(box(3))).publicKey).not.toBe(first.publicKey);
  });
});
