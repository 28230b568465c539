import { beforeAll, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { dayMs } from '@headwater/domain/time/durations';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { upsertProfiles } from './store/write.ts';

const here = useInstallation();

let caller: Caller;
let admin: Caller;
let closed: number;

const person = (first: string, last: string, contacts: { type: 'email' | 'phone' | 'telegram'; value: string }[]) =>
  profileData.parse({
    first_name: first,
    last_name: last,
    contacts: contacts.map((contact) => ({ ...contact, source: 'linkedin' as const })),
  });
const addCommon = async (...data: ReturnType<typeof person>[]) =>
  (await here.application.database.asSystem((tx) => upsertProfiles(tx, data, { companyId: null, createdBy: null }))).ids;

beforeAll(async () => {
  await here.application.startSearchTasks();
  await here.application.startWorker();
  const company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  admin = await here.signIn(await here.addUser(company, 'admin'));
  const [id] = await addCommon(
    person('Vera', 'Lisova', [
      { type: 'email', value: 'vera.lisova@gmail.com' },
      { type: 'phone', value: '+7 912 555-01-77' },
    ]),
  );
  closed = id ?? 0;
});

const matches = async (body: object) => (await caller.post('/api/v6/profiles/create/matches/', body)).body.matches as { id: number }[];
const search = async (text: string): Promise<number> =>
  (await caller.get(`/api/v6/profiles/?q=${encodeURIComponent(JSON.stringify([`name:${text}`]))}`)).body.total;
const entries = () => here.sql(`select target_id from audit_entries where kind = 'contact_confirmed'`);

describe('a closed contact of the common base', () => {
  it('is confirmed only together with the name', async () => {
    const contacts = [{ type: 'phone', value: '8 912 555 01 77' }];
    expect(await matches({ contacts })).toEqual([]);
    for (const name of ['Vera', 'Lisova', 'Anna Lisova', 'Vera Petrova', 'Vera Anna'])
      expect(await matches({ name, contacts })).toEqual([]);
    expect(await entries()).toEqual([]);
    for (const name of ['Vera Lisova', 'лисова ВЕРА', 'Vera Lisova Ivanovna'])
      expect(await matches({ name, contacts })).toMatchObject([{ id: closed, same: [{ type: 'phone' }] }]);
    const { body } = await caller.post('/api/v6/profiles/create/matches/', { contacts: Array.from({ length: 6 }, () => contacts[0]) });
    expect(Object.keys(body)).toEqual(['contacts']);
  });

  it('leaves one entry a day in the audit log', async () => {
    here.clock.advance(dayMs);
    await here.sql('truncate contact_guesses');
    const before = (await entries()).length;
    const contacts = [{ type: 'email', value: 'veralisova@googlemail.com' }];
    for (let time = 0; time < 3; time += 1) expect(await matches({ name: 'Vera Lisova', contacts })).toMatchObject([{ id: closed }]);
    expect((await entries()).length).toBe(before + 1);
    const { body } = await admin.get('/api/v6/audit/?kind=contact_confirmed');
    expect(body.entries[0]).toMatchObject({ kind: 'contact_confirmed', target: { kind: 'profile', id: closed } });
  });

  it('[SRCH-050] is found by a whole address, a hundred a day for a person', async () => {
    here.clock.advance(dayMs);
    expect(await search('Vera.Lisova+jobs@gmail.com')).toBe(1);
    await here.sql(
      `insert into contact_guesses (company_id, user_id, day, guess)
       select company_id, user_id, day, decode(md5(n::text), 'hex') from contact_guesses, generate_series(1, 98) n where day = $1`,
      [here.clock.now().toISOString().slice(0, 10)],
    );
    expect(await search('guess@gmail.com')).toBe(0);
    // An address counts once a day. Above the limit a new one is not compared.
    expect(await search('veralisova@gmail.com')).toBe(1);
    expect(await search('+7 912 555 01 77')).toBe(0);
    expect((await caller.get(`/api/v6/profiles/?q=${encodeURIComponent('["name:+7 912 555 01 77"]')}`)).body.excluded_items).toEqual([
      { kind: 'term', text: "Contacts you have not opened (today's limit of 100 is used up)" },
    ]);
    expect(await matches({ name: 'Vera Lisova', contacts: [{ type: 'phone', value: '+79125550177' }] })).toEqual([]);
    here.clock.advance(dayMs);
    expect(await search('+7 912 555 01 77')).toBe(1);
  });

  it('is not limited once it is open, and plain words count as names', async () => {
    for (let index = 0; index < 120; index += 1) await search(`name${index}`);
    const guesses = await here.sql('select from contact_guesses where day = $1', [here.clock.now().toISOString().slice(0, 10)]);
    expect(guesses.length).toBeLessThan(3);
  });

  it('forgets guesses after a day', async () => {
    here.clock.advance(3 * dayMs);
    await here.sql(`select graphile_worker.add_job('delete_contact_guesses')`);
    await until(async () => expect(await here.sql('select from contact_guesses')).toEqual([]));
  });
});

describe('keys of an earlier release', () => {
  it('are computed again, once, and equal values of one person stay', async () => {
    const [first = 0, second = 0] = await addCommon(
      person('Olga', 'Kirova', [
        { type: 'email', value: 'olga.kirova@gmail.com' },
        { type: 'telegram', value: 'https://t.me/s/olga_kirova' },
      ]),
      person('Petr', 'Sokol', [{ type: 'email', value: 'petrsokol@gmail.com' }]),
    );
    const former = `update profile_contacts set normalized = lower(value) where profile_id = any($1)`;
    await here.sql(former, [[first, second]]);
    await here.sql(
      `insert into profile_contacts (profile_id, type, value, normalized) values ($1, 'email', 'petr.sokol@gmail.com', 'petr.sokol@gmail.com')`,
      [second],
    );
    const links = ['https://ru.linkedin.com/in/olga-k?trk=x', 'https://facebook.com/photo.php?fbid=1'].map((url) => ({
      url,
      domain: 'x.com',
    }));
    await here.sql(`update profiles set data = jsonb_set(data, '{links}', $2) where id = $1`, [first, JSON.stringify(links)]);
    await here.sql(`delete from profile_link_keys where profile_id = $1`, [first]);
    await here.sql(`insert into profile_link_keys (profile_id, is_change, key) values ($1, false, 'ru.linkedin.com/in/olga-k?trk=x')`, [
      first,
    ]);
    await here.sql(`insert into profile_link_keys (profile_id, is_change, key) values ($1, false, 'facebook.com/photo.php')`, [first]);
    await here.sql('delete from identity_key_runs');
    await here.sql(`select graphile_worker.add_job('refresh_identity_keys')`);
    await until(async () => expect(await here.sql('select from identity_key_runs where finished_at is not null')).toHaveLength(1));
    const keys = await here.sql<{ normalized: string }>('select normalized from profile_contacts where profile_id = any($1) order by id', [
      [first, second],
    ]);
    expect(keys.map(({ normalized }) => normalized)).toEqual([
      'olgakirova@gmail.com',
      'olga_kirova',
      'petrsokol@gmail.com',
      'petr.sokol@gmail.com',
    ]);
    expect(await here.sql('select key from profile_link_keys where profile_id = $1 order by key', [first])).toEqual([
      { key: 'facebook.com/photo.php?fbid=1' },
      { key: 'linkedin.com/in/olga-k' },
    ]);
  });
});
