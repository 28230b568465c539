import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const smtp = await startSmtpServer();
const here = useInstallation({ HEADWATER_SMTP_URL: smtp.url });
afterAll(() => smtp.stop());

const path = '/api/savedqueries/';
let company: number;
let counter = 0;
let stop: () => Promise<void>;

/** A skill of its own for each test keeps results apart. */
const newSkill = () => `Alertable ${(counter += 1)}`;
const addPeople = (skill: string, lastNames: readonly string[]) =>
  Promise.all(lastNames.map((last) => addProfiles(here, 1, { input: { first_name: 'Vera', last_name: last, skills: [{ name: skill }] } })));

interface Person {
  user: TestUser;
  who: Caller;
}

async function newPerson(language: 'en' | 'ru' = 'en', inCompany = company): Promise<Person> {
  const user = await here.addUser(inCompany, 'worker', { language });
  return { user, who: await here.signIn(user) };
}

const save = async ({ who }: Person, skill: string, more: object = {}) =>
  (await good(who.post(path, { name: `People with ${skill}`, query: `["skill:${skill}"]`, ...more }))) as { id: number };

async function indexed(skill: string, total: number, { who }: Person): Promise<void> {
  const find = async () => (await good(who.get(`/api/v6/profiles/?q=["skill:${skill}"]`))).total;
  await expect.poll(find, { timeout: 20_000 }).toBe(total);
}

async function runTask(name: string): Promise<void> {
  await here.sql('select graphile_worker.add_job($1)', [name]);
  await here.application.idle();
}
const check = () => runTask('check_saved_query_alerts');
const checkAt = (moment: string) => {
  here.clock.set(new Date(`2026-12-${moment}:00:00Z`));
  return check();
};

interface Shown {
  id: number;
  search: { id: number; place: string; count: number; failure: string | null; people: { name: string }[] };
}
const noticesOf = async ({ who }: Person) => (await good(who.get('/api/v6/notices/?kind=search'))).notices as Shown[];
const countsOf = async (person: Person) => (await noticesOf(person)).map(({ search }) => search.count);

beforeAll(async () => {
  company = await here.addCompany();
  await here.sql(`update companies set time_zone = 'UTC' where id = $1`, [company]);
  await here.application.search.start();
  const works = [await here.application.startWorker(), await here.application.startSearchTasks()];
  stop = async () => void (await Promise.all(works.map((work) => work.stop())));
});
afterAll(() => stop());
// Wednesday.
beforeEach(() => here.clock.set(new Date('2026-12-02T10:00:00Z')));

describe('alerts of saved searches', () => {
  it('[SAVQ-001] name new people once a day in a notice and an e-mail with a link to the search', async () => {
    const [person, skill] = [await newPerson(), newSkill()];
    await addPeople(skill, ['Before']);
    await indexed(skill, 1, person);
    const { id } = await save(person, skill, { alert: 'daily' });
    await addPeople(skill, ['Newman', 'Newton']);
    await indexed(skill, 3, person);
    await check();
    expect(await noticesOf(person)).toEqual([]);
    here.clock.set(new Date('2026-12-03T06:59:00Z'));
    await check();
    expect(await noticesOf(person)).toEqual([]);
    here.clock.set(new Date('2026-12-03T07:00:00Z'));
    await Promise.all([check(), check()]);
    const place = `/profiles?${new URLSearchParams({ q: `["skill:${skill}"]` }).toString()}`;
    const [notice, ...others] = await noticesOf(person);
    expect([notice, others]).toMatchObject([{ detail: `People with ${skill}`, search: { id, place, count: 2 } }, []]);
    expect(notice?.search.people.map(({ name }) => name).toSorted()).toEqual(['Vera Newman', 'Vera Newton']);
    await runTask('send_notice_digests');
    await runTask('send_notice_digests');
    const [email, ...more] = await smtp.messagesTo(person.user.email);
    expect(more).toEqual([]);
    expect(email?.text).toContain(`2 new people in “People with ${skill}”: Vera New`);
    expect(email?.text).toContain(`http://headwater.test${place}`);
  });

  it('[SAVQ-001] omit people who left the results and returned, were named, or were there when the search was opened', async () => {
    const [person, skill] = [await newPerson(), newSkill()];
    const { id } = await save(person, skill, { alert: 'daily' });
    const [[first = 0] = []] = await addPeople(skill, ['First', 'Second']);
    await indexed(skill, 2, person);
    here.clock.set(new Date('2026-12-03T10:00:00Z'));
    await check();
    expect(await countsOf(person)).toEqual([2]);
    const hide = async (isHidden: boolean) => {
      await here.sql('update profiles set deleted_at = case when $2::boolean then now() end where id = $1', [first, isHidden]);
      await here.sql('insert into search_changes (profile_id) values ($1)', [first]);
      await indexed(skill, isHidden ? 1 : 2, person);
    };
    await hide(true);
    here.clock.set(new Date('2026-12-04T10:00:00Z'));
    await check();
    await hide(false);
    await addPeople(skill, ['Opened']);
    await indexed(skill, 3, person);
    await good(person.who.post(`${path}${id}/open/`));
    here.clock.set(new Date('2026-12-05T10:00:00Z'));
    await check();
    expect(await countsOf(person)).toEqual([2]);
    // An oversized result counts its growth and has no names.
    await here.sql('update saved_queries set alert_seen = null where id = $1', [id]);
    await addPeople(skill, ['Fourth']);
    await indexed(skill, 4, person);
    here.clock.set(new Date('2026-12-06T10:00:00Z'));
    await check();
    expect((await noticesOf(person))[0]?.search).toMatchObject({ count: 1, people: [] });
  });

  it('[SAVQ-001] come on Mondays if weekly, in the language of the owner, and stop when turned off', async () => {
    const [person, skill] = [await newPerson('ru'), newSkill()];
    const { id } = await save(person, skill, { alert: 'weekly' });
    await addPeople(skill, ['Weekly']);
    await indexed(skill, 1, person);
    for (const day of ['03', '04', '05', '06']) {
      here.clock.set(new Date(`2026-12-${day}T12:00:00Z`));
      await check();
    }
    expect(await noticesOf(person)).toEqual([]);
    here.clock.set(new Date('2026-12-07T12:00:00Z'));
    await check();
    expect(await countsOf(person)).toEqual([1]);
    await runTask('send_notice_digests');
    expect((await smtp.messagesTo(person.user.email))[0]?.text).toContain(`1 новый человек в поиске «People with ${skill}»: Vera Weekly`);
    expect(await good(person.who.patch(`${path}${id}/`, { alert: 'off' }))).toMatchObject({ alert: 'off' });
    await addPeople(skill, ['Late']);
    await indexed(skill, 2, person);
    here.clock.set(new Date('2026-12-14T12:00:00Z'));
    await check();
    expect(await countsOf(person)).toEqual([1]);
    // Turned on again, it names only people of later.
    await good(person.who.patch(`${path}${id}/`, { alert: 'daily' }));
    here.clock.set(new Date('2026-12-15T12:00:00Z'));
    await check();
    expect(await countsOf(person)).toEqual([1]);
  });

  it('[SAVQ-001] tell the owner once why they failed, and wait for the next day', async () => {
    const [person, skill] = [await newPerson(), newSkill()];
    const { id } = await save(person, skill, { alert: 'daily' });
    const setQuery = (query: string) => here.sql('update saved_queries set query = $2 where id = $1', [id, query]);
    await setQuery('["skill:');
    for (const moment of ['03T08', '03T09', '04T08']) await checkAt(moment);
    expect(await noticesOf(person)).toMatchObject([{ detail: `People with ${skill}`, search: { id, count: 0, failure: 'invalid' } }]);
    await runTask('send_notice_digests');
    const [email] = await smtp.messagesTo(person.user.email);
    expect(email?.text).toContain(`The alert of “People with ${skill}” could not be checked`);
    // Corrected, it continues the next day, and a new failure is a new notice.
    await setQuery(`["skill:${skill}"]`);
    await addPeople(skill, ['Corrected']);
    await indexed(skill, 1, person);
    await checkAt('04T09');
    expect(await countsOf(person)).toEqual([0]);
    await checkAt('05T08');
    await setQuery('["skill:');
    await checkAt('06T08');
    expect((await noticesOf(person)).map(({ search }) => search.failure)).toEqual(['invalid', null, 'invalid']);
  });

  it('[SAVQ-001] skip deactivated users, users without search, and deleted searches', async () => {
    const people = [await newPerson(), await newPerson(), await newPerson(), await newPerson()] as const;
    const [active, inactive, demoted, deleter] = people;
    const skill = newSkill();
    const saved = await Promise.all(people.map((person) => save(person, skill, { alert: 'daily' })));
    await addPeople(skill, ['Found']);
    await indexed(skill, 1, active);
    await here.sql('update users set is_active = false where id = $1', [inactive.user.id]);
    await here.sql(`update users set role = 'hm' where id = $1`, [demoted.user.id]);
    await good(deleter.who.delete(`${path}${saved[3]?.id}/`));
    here.clock.set(new Date('2026-12-03T10:00:00Z'));
    await check();
    expect(
      await here.sql(`select user_id from notices where kind = 'search' and object_id = any($1)`, [saved.map(({ id }) => id)]),
    ).toEqual([{ user_id: active.user.id }]);
    await good(active.who.delete(`${path}${saved[0]?.id}/`));
    expect(await noticesOf(active)).toEqual([]);
  });
});

describe('shared searches', () => {
  it('[SAVQ-007] are listed for colleagues without their alerts, and changed only by their owner', async () => {
    const [owner, colleague, foreign] = [await newPerson(), await newPerson(), await newPerson('en', await here.addCompany())];
    const skill = newSkill();
    const { id } = await save(owner, skill, { alert: 'daily', is_shared: true });
    const shared = async ({ who }: Person) =>
      ((await good(who.get(`${path}?of=colleagues&per_page=100`))).saved_queries as { id: number }[]).filter((row) => row.id === id);
    expect(await shared(colleague)).toMatchObject([{ name: `People with ${skill}`, alert: 'off', owner: expect.stringMatching(/\S/) }]);
    expect([await shared(owner), await shared(foreign)]).toEqual([[], []]);
    const own = (await good(colleague.who.get(path))).saved_queries as unknown[];
    expect(own).toEqual([]);
    for (const { who } of [colleague, foreign]) {
      expect((await who.patch(`${path}${id}/`, { alert: 'off', is_shared: false })).status).toBe(404);
      expect((await who.post(`${path}${id}/open/`)).status).toBe(404);
      expect((await who.delete(`${path}${id}/`)).status).toBe(404);
    }
    await good(owner.who.patch(`${path}${id}/`, { is_shared: false }));
    expect(await shared(colleague)).toEqual([]);
    expect((await owner.who.patch(`${path}${id}/`, { alert: 'hourly' })).status).toBe(400);
    await good(owner.who.patch(`${path}${id}/`, { is_shared: true }));
    expect(await shared(colleague)).toHaveLength(1);
    await here.sql('update users set is_active = false where id = $1', [owner.user.id]);
    expect(await shared(colleague)).toEqual([]);
  });
});
