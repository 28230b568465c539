import { beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { hourMs } from '@headwater/domain/time/durations';
import { answerBytes, longPositions } from '../../../test/answer-bytes.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { createLog, type Log } from '#platform/log.ts';
import { findNextDuplicates, startDuplicateFinder } from './public.ts';

const here = useInstallation();
const path = '/api/v6/duplicates/';

let company: number;
let caller: Caller;
let stranger: Caller;
let strangers: number;
beforeAll(async () => {
  [company, strangers] = [await here.addCompany(), await here.addCompany()];
  caller = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(strangers, 'worker'));
});

/** Runs the worker until no change waits. */
async function lookForAll(): Promise<void> {
  for (let rounds = 0; rounds < 20 && (await findNextDuplicates(here.application.database, here.clock.now())); rounds += 1);
}

let counter = 0;
const roots = 'Бар Вол Гром Дуб Жел Зим Кол Лес Мор Нев Озер Пол Руб Сол Тур Фад Хор Цвет Шел Юр'.split(' ');
/** A person with a unique name and job. */
function somebody(more: Partial<ProfileInput> = {}): Partial<ProfileInput> {
  counter += 1;
  const endings = ['ановская', 'ецкая', 'инская', 'уцкая'];
  return {
    first_name: 'Глафира',
    last_name: `${roots[counter % 20]}${endings[Math.floor(counter / 20) % 4]}`,
    locations: [{ city: 'Тверь', country_code: 'RU' }],
    positions: [{ title: 'Архитектор', company: `Мостопроект ${counter}`, start: '2018-04', is_current: true }],
    contacts: [{ type: 'email', value: `glafira${counter}@mail.test` }],
    ...more,
  };
}
const add = async (input: Partial<ProfileInput>, companyId?: number): Promise<number> =>
  (await addProfiles(here, 1, { input, ...(companyId ? { companyId } : {}) }))[0] ?? 0;

const open = (who: Caller, id: number) => who.get(`/api/v6/profiles/${id}/get-contacts/`);
const othersOf = async (who: Caller, id: number) => (await who.get(`/api/v6/profiles/${id}/duplicates/`)).body.duplicates;
const idsOf = async (who: Caller, id: number) => (await othersOf(who, id)).map((one: { id: number }) => one.id);
const pairsOf = async (who: Caller, query = '') =>
  (await who.get(`${path}?per_page=100${query}`)).body.pairs.map((pair: { profiles: { id: number }[] }) =>
    pair.profiles.map(({ id }) => id),
  );

describe('duplicates', () => {
  it('are not found by a contact that many people share', async () => {
    const contacts = [
      { type: 'email' as const, value: 'reception@zavod-shared.test' },
      { type: 'phone' as const, value: '+7 912 555-44-11' },
    ];
    for (let index = 0; index < 12; index += 1) await add(somebody({ contacts }));
    const maria = (city: string, company: string) =>
      add({
        first_name: 'Мария',
        last_name: 'Лопезова',
        locations: [{ city, country_code: 'RU' }],
        positions: [{ title: 'Инженер', company, start: '2019-01', is_current: true }],
        contacts: [...contacts, { type: 'email' as const, value: 'lopezova.shared@mail.test' }].slice(1),
      });
    const [one, other] = [await maria('Омск', 'Омскмаш'), await maria('Пермь', 'Пермьмаш')];
    await lookForAll();
    for (const id of [one, other]) await open(caller, id);
    expect(await idsOf(caller, one)).toEqual([other]);
    for (let index = 0; index < 12; index += 1) await add(somebody({ contacts: [{ type: 'email', value: 'lopezova.shared@mail.test' }] }));
    const [third, fourth] = [await maria('Тула', 'Туламаш'), await maria('Псков', 'Псковмаш')];
    await lookForAll();
    for (const id of [third, fourth]) await open(caller, id);
    expect([await idsOf(caller, third), await idsOf(caller, fourth)]).toEqual([[], []]);
  });

  it('are found beside contacts that a source broke across lines', async () => {
    await add({
      contacts: [
        { type: 'email', value: 'broken@mail.test\n5\tworld\nphone\t' },
        { type: 'phone', value: '+49 30\n1234\t567' },
      ],
    });
    const person = somebody();
    const [one, two] = [await add(person), await add(person)];
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([two]);
  });

  it('are found after an import with a score and reasons, and nothing is merged', async () => {
    const person = somebody();
    const one = await add(person);
    const two = await add({ ...person, contacts: [{ type: 'phone', value: '+79031112233' }] });
    expect((await caller.get(path)).body.is_searching).toBe(true);
    await lookForAll();
    const { body } = await caller.get(`${path}?per_page=100`);
    expect(body).toMatchObject({ is_exact: true, is_searching: false });
    const pair = body.pairs.find(({ profiles }: { profiles: { id: number }[] }) => profiles[0]?.id === one);
    expect(pair).toMatchObject({ score: expect.any(Number), profiles: [{ id: one, is_own: false, cities: ['Tver'] }, { id: two }] });
    expect(pair.score).toBeGreaterThanOrEqual(60);
    expect(pair.reasons).toEqual(
      expect.arrayContaining([
        { code: 'name' },
        { code: 'job', value: expect.stringContaining('Мостопроект') },
        { code: 'city', value: 'Тверь' },
      ]),
    );
    // A pair of the common base is not among those that only the company sees.
    expect(await pairsOf(caller, '&own=true')).not.toContainEqual([one, two]);
    // Contacts that the reader has not opened are masked.
    expect(JSON.stringify(pair)).not.toMatch(/glafira|1112233/);
    expect(await othersOf(caller, two)).toMatchObject([{ id: one, score: pair.score }]);
    expect((await caller.get(`/api/v6/profiles/${one}/contacts/`)).status).toBe(200);
  });

  it('are found if one name is spelt without strokes', async () => {
    const person = somebody({ first_name: 'Łukasz', last_name: 'Wiśniewski-Błażej' });
    const one = await add(person);
    const two = await add({ ...person, first_name: 'Lukasz', last_name: 'Wisniewski-Bla\u00adzej', contacts: [] });
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([two]);
  });

  it('are found after a creation and after an edit, and removed when an edit distinguishes them', async () => {
    const person = somebody();
    const known = await add(person);
    await lookForAll();
    const created = await caller.post('/api/v6/profiles/private/', {
      fragments: [
        { first_name: 'Глафира', last_name: 'Иная', positions: [{ title: 'Архитектор', company: 'Мостопроект', start: '2018-04' }] },
      ],
    });
    const own = created.body.id as number;
    await lookForAll();
    expect(await idsOf(caller, own)).toEqual([]);
    await caller.post(`/api/v6/profiles/${own}/private/`, {
      last_name: person.last_name,
      locations: person.locations,
      positions: person.positions,
    });
    await lookForAll();
    expect(await idsOf(caller, own)).toEqual([known]);
    expect(await pairsOf(caller, '&own=true')).toContainEqual([known, own]);
    await caller.post(`/api/v6/profiles/${own}/private/`, { first_name: 'Прасковья' });
    await lookForAll();
    expect(await idsOf(caller, own)).toEqual([]);
  });

  it('are found after an enrichment added an address of another person', async () => {
    const person = somebody({ positions: [{ title: 'Архитектор', company: 'Проектинститут', start: '2018-04', is_current: true }] });
    const [one, two] = [await add(person), await add({ ...person, last_name: 'Сыромятникова', contacts: [] })];
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([]);
    await caller.post(`/api/v6/profiles/${two}/contacts/`, { type: 'email', value: `glafira${counter}@mail.test` });
    await lookForAll();
    // ADR 94: an entered address does not confirm a closed one.
    expect(await idsOf(caller, one)).toEqual([]);
    await open(caller, one);
    const [found] = await othersOf(caller, one);
    expect(found).toMatchObject({ id: two });
    expect(found.reasons[0]).toEqual({ code: 'email', value: `glafira${counter}@mail.test` });
    // The address belongs to the company alone.
    expect(await idsOf(stranger, one)).toEqual([]);
  });
});

describe('contacts that are closed to the reader', () => {
  it('add no reason and no score until they are opened', async () => {
    const person = somebody({ contacts: [{ type: 'phone', value: '+7 912 777-10-01' }] });
    const closed = await add(person);
    const { contacts: _, ...named } = person;
    const [right, wrong] = [
      await add({ ...named, contacts: [{ type: 'phone', value: '+7 912 777-10-01' }] }, company),
      await add({ ...named, contacts: [{ type: 'phone', value: '+7 912 777-10-02' }] }, company),
    ];
    const guess = await add(somebody({ contacts: [{ type: 'phone', value: '+7 912 777-10-01' }], last_name: person.last_name! }), company);
    await lookForAll();
    const about = async () => new Map((await othersOf(caller, closed)).map((one: { id: number }) => [one.id, one]));
    const before = await about();
    expect([...before.keys()].toSorted()).toEqual([right, wrong]);
    const [one, other] = [before.get(right), before.get(wrong)] as { score: number; reasons: { code: string }[] }[];
    expect(one?.score).toBe(other?.score);
    expect(one?.reasons).toEqual(other?.reasons);
    expect(await pairsOf(caller)).not.toContainEqual([closed, guess]);
    // Contacts of the company alone count as before.
    expect((await othersOf(caller, right)).find(({ id }: { id: number }) => id === guess)?.reasons).toContainEqual({
      code: 'phone',
      value: '+7 912 777-10-01',
    });
    await open(caller, closed);
    expect((await about()).get(right)).toMatchObject({ reasons: expect.arrayContaining([{ code: 'phone', value: '+7 912 777-10-01' }]) });
    expect(await idsOf(caller, closed)).toContain(guess);
    expect(await pairsOf(caller)).toContainEqual([closed, guess]);
  });
});

describe('two companies', () => {
  it('see only their own people among the duplicates of the common base', async () => {
    const person = somebody();
    const base = await add(person);
    const [own, theirs] = [await add(person, company), await add(person, strangers)];
    await lookForAll();
    expect(await idsOf(caller, base)).toEqual([own]);
    expect(await idsOf(stranger, base)).toEqual([theirs]);
    expect(await pairsOf(caller)).not.toContainEqual(expect.arrayContaining([theirs]));
    expect((await caller.get(`/api/v6/profiles/${theirs}/duplicates/`)).status).toBe(404);
    expect((await caller.post(`/api/v6/profiles/${base}/duplicates/${theirs}/`)).status).toBe(404);
  });

  it('see no edits of the other one in any pair, score or reason', async () => {
    const person = somebody();
    const [one, two] = [await add(person), await add({ ...person, contacts: [] })];
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([two]);
    await caller.post(`/api/v6/profiles/${one}/private/`, { first_name: 'Прасковья' });
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([]);
    expect(await pairsOf(caller)).not.toContainEqual([one, two]);
    expect(await idsOf(stranger, one)).toEqual([two]);
    await caller.post(`/api/v6/profiles/${one}/private/restore/`, { fields: ['first_name'] });
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([two]);
  });

  it('do not see a pair with a profile that they hid', async () => {
    const person = somebody();
    const [one, two] = [await add(person), await add(person)];
    await lookForAll();
    await here.sql(`insert into profile_overlays (company_id, profile_id, data, hidden) values (${company}, ${two}, '{}', true)`);
    expect(await idsOf(caller, one)).toEqual([]);
    await here.sql(`insert into search_changes (profile_id) values (${two})`);
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([]);
    expect(await idsOf(stranger, one)).toEqual([two]);
  });
});

describe('a dismissed pair', () => {
  it('is dismissed for the company alone, can be restored, and returns with a new shared address', async () => {
    const person = somebody();
    const [one, two] = [await add(person), await add({ ...person, contacts: [] })];
    await lookForAll();
    expect((await caller.post(`/api/v6/profiles/${two}/duplicates/${one}/`)).status).toBe(200);
    expect(await idsOf(caller, one)).toEqual([]);
    expect(await idsOf(stranger, one)).toEqual([two]);
    await caller.delete(`/api/v6/profiles/${one}/duplicates/${two}/`);
    expect(await idsOf(caller, one)).toEqual([two]);
    await caller.post(`/api/v6/profiles/${one}/duplicates/${two}/`);
    await caller.post(`/api/v6/profiles/${two}/private/`, { headline: 'Ведущий архитектор' });
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([]);
    await caller.post(`/api/v6/profiles/${two}/contacts/`, { type: 'email', value: `glafira${counter}@mail.test` });
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([]);
    await open(caller, one);
    expect(await idsOf(caller, one)).toEqual([two]);
    expect((await caller.post(`/api/v6/profiles/${one}/duplicates/${one}/`)).status).toBe(400);
  });

  it('[PEDT-018] [PEDT-019] is hidden from the company after a merge, and returns after the merge is undone', async () => {
    const person = somebody();
    const [one, two] = [await add(person), await add({ ...person, contacts: [] })];
    const colleague = await here.signIn(await here.addUser(company, 'admin'));
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([two]);
    const merged = await caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [one, two] });
    expect(merged).toMatchObject({ status: 200, body: { profile_id: one } });
    const expectNone = async () => {
      for (const who of [caller, colleague]) {
        expect(await idsOf(who, one)).toEqual([]);
        expect(await pairsOf(who)).not.toContainEqual([one, two]);
      }
    };
    // Immediately, and after the worker has compared both.
    await expectNone();
    await lookForAll();
    await expectNone();
    expect(await idsOf(stranger, one)).toEqual([two]);
    expect((await caller.post(`/api/profiles/${two}/detach/`)).status).toBe(200);
    await lookForAll();
    expect(await idsOf(caller, one)).toEqual([two]);
  });

  it('is hidden from users without search', async () => {
    const manager = await here.signIn(await here.addUser(company, 'hm', { canSearch: false }));
    const [one, two] = [await add(somebody()), await add(somebody())];
    expect((await manager.get(path)).status).toBe(403);
    expect((await manager.get(`/api/v6/profiles/${one}/duplicates/`)).status).toBe(403);
    expect((await manager.post(`/api/v6/profiles/${one}/duplicates/${two}/`)).status).toBe(403);
  });
});

describe('the duplicate search', () => {
  it('removes all data of an erased person', async () => {
    const person = somebody();
    const [one, two] = [await add(person), await add(person)];
    await lookForAll();
    const views = await here.sql<{ id: number }>(`select id from duplicate_views where profile_id = ${two}`);
    expect(views).toHaveLength(1);
    const { database } = here.application;
    await database.asSystem(async (tx) => {
      const { eraseProfile } = await import('#modules/profiles/public.ts');
      await eraseProfile(tx, two, here.clock.now());
    });
    await lookForAll();
    expect(await here.sql(`select from duplicate_keys where view_id = ${views[0]?.id}`)).toEqual([]);
    expect(await here.sql(`select from duplicate_views where profile_id = ${two}`)).toEqual([]);
    expect(await idsOf(caller, one)).toEqual([]);
  });

  it('does not compare people by an address that a whole agency shares', async () => {
    const people = await Promise.all(
      Array.from({ length: 40 }, () => add(somebody({ contacts: [{ type: 'email', value: 'vera@agency.test' }] }))),
    );
    await lookForAll();
    for (const id of people.slice(0, 3)) expect(await othersOf(caller, id)).toEqual([]);
  });

  it('compares people of a company, however many of another company share their address', async () => {
    const contacts = [{ type: 'email' as const, value: 'lidia@agency.test' }];
    // The older company.
    await Promise.all(Array.from({ length: 95 }, () => add(somebody({ contacts }), company)));
    const person = somebody({ contacts, positions: [] });
    const [one, two] = [await add(person, strangers), await add({ ...person, last_name: 'Сыромятникова' }, strangers)];
    await lookForAll();
    expect(await idsOf(stranger, one)).toEqual([two]);
  });

  it('finds the same pairs in one batch as one by one', async () => {
    const people = Array.from({ length: 300 }, () => somebody());
    const firsts = await Promise.all(people.map((person) => add(person)));
    const seconds = await Promise.all(people.map((person) => add({ ...person, contacts: [] })));
    // Each twice, like two waiting changes of one profile.
    await here.sql('insert into search_changes (profile_id) select unnest($1::bigint[])', [[...seconds, ...firsts]]);
    expect(await findNextDuplicates(here.application.database, here.clock.now())).toBe(true);
    expect(await findNextDuplicates(here.application.database, here.clock.now())).toBe(false);
    const pairs = await here.sql<{ low_id: number; high_id: number }>(
      'select low_id, high_id from duplicate_pairs where low_id = any($1) or high_id = any($1)',
      [firsts],
    );
    const expected = firsts.map((first, index) => [first, seconds[index] ?? 0].toSorted((left, right) => left - right).join(' '));
    expect(pairs.map((pair) => `${pair.low_id} ${pair.high_id}`).toSorted()).toEqual(expected.toSorted());
  });

  it('[REQ-049] finds pairs among long profiles, which are read in small parts', async () => {
    const person = somebody();
    const ids: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const named = turn % 5 === 0 ? person : somebody();
      ids.push(await add({ ...named, positions: [...(named.positions ?? []), ...longPositions(99)] }, company));
    }
    const { most } = await answerBytes(here.application.database.pool, lookForAll);
    expect(most).toBeLessThan(3_500_000);
    expect(await idsOf(caller, ids[0] ?? 0)).toEqual([ids[5]]);
  });

  it('writes nothing for changes without identifying data', async () => {
    const person = somebody();
    const one = await add(person);
    await add(person);
    await lookForAll();
    const before = await here.sql(`select id from duplicate_views where profile_id = ${one}`);
    await here.sql(`insert into search_changes (profile_id) values (${one}), (${one})`);
    await lookForAll();
    expect(await here.sql(`select id from duplicate_views where profile_id = ${one}`)).toEqual(before);
  });

  it('runs in a thread, ends with the server and resumes after a restart', { timeout: 60_000 }, async () => {
    const { application, clock } = here;
    const services = { database: application.database, clock, log: createLog('silent') };
    const person = somebody();
    const one = await add(person);
    const other = await add({ ...person, contacts: [] });
    const finder = startDuplicateFinder(services);
    try {
      await expect.poll(() => idsOf(caller, one), { timeout: 30_000 }).toEqual([other]);
    } finally {
      await finder.stop();
    }
    const many = await Promise.all(Array.from({ length: 200 }, () => add(somebody())));
    const stopped = startDuplicateFinder(services);
    await stopped.stop();
    await lookForAll();
    const looked = await here.sql<{ count: number }>('select count(*) as count from duplicate_views where profile_id = any($1)', [many]);
    expect(looked).toEqual([{ count: 200 }]);
  });

  it('sets a failing profile aside for an hour and finds the other pairs', { timeout: 120_000 }, async () => {
    const { application, clock } = here;
    const fatal = await add(somebody(), strangers);
    const person = somebody();
    const [one, two] = [await add(person), await add(person)];
    const others = await addProfiles(here, 400);
    await here.sql(`create function refuse_view() returns trigger language plpgsql as $$
      begin
        if new.profile_id = ${fatal} then raise exception 'no view of this one'; end if;
        return new;
      end $$`);
    await here.sql('create trigger refuse_view before insert on duplicate_views for each row execute function refuse_view()');
    const failed: string[] = [];
    const log = { ...createLog('silent'), warn: (_bindings: unknown, text: string) => failed.push(text) } as unknown as Log;
    /** Number of transactions that compared these people. */
    const looksAt = async (ids: number[]) => {
      const query = 'select count(*) as count, count(distinct xmin::text) as looks from duplicate_views where profile_id = any($1)';
      const counted = () => {
        // The finder pauses after a failure.
        finder.wake();
        return here.sql(query, [ids]);
      };
      await expect.poll(counted, { timeout: 60_000 }).toMatchObject([{ count: ids.length }]);
      return (await here.sql<{ looks: number }>(query, [ids]))[0]?.looks;
    };
    const waiting = () => here.sql('select profile_id from duplicate_changes');
    const finder = startDuplicateFinder({ database: application.database, clock, log });
    try {
      // Single profiles for a while, then normal batches.
      expect(await looksAt(others)).toBeLessThan(120);
      expect(await idsOf(caller, one)).toEqual([two]);
      await expect.poll(waiting).toEqual([{ profile_id: fatal }]);
      expect(failed).toHaveLength(3);
      expect((await caller.get(path)).body.is_searching).toBe(false);
      // Later profiles are compared in normal batches.
      expect(await looksAt(await addProfiles(here, 100))).toBeLessThan(3);
      expect(failed).toHaveLength(3);
      await here.sql('drop function refuse_view() cascade');
      expect(await waiting()).toEqual([{ profile_id: fatal }]);
      clock.advance(hourMs);
      expect(await looksAt([fatal])).toBe(1);
      expect(await waiting()).toEqual([]);
    } finally {
      await finder.stop();
      await here.sql('drop function if exists refuse_view() cascade');
    }
  });
});
