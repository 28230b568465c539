import { beforeAll, describe, expect, it } from 'vitest';
import { duplicatesIn, idsOf, othersOf } from '../../../test/duplicate-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/duplicates/';
const { somebody, add, lookForAll, count } = duplicatesIn(here);

let company: number;
let caller: Caller;
let stranger: Caller;
let strangers: number;
beforeAll(async () => {
  [company, strangers] = [await here.addCompany(), await here.addCompany()];
  caller = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(strangers, 'worker'));
});

const open = (who: Caller, id: number) => who.get(`/api/v6/profiles/${id}/get-contacts/`);
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
    await caller.post(`/api/v6/profiles/${two}/contacts/`, { type: 'email', value: `glafira${count()}@mail.test` });
    await lookForAll();
    // ADR 94: an entered address does not confirm a closed one.
    expect(await idsOf(caller, one)).toEqual([]);
    await open(caller, one);
    const [found] = await othersOf(caller, one);
    expect(found).toMatchObject({ id: two });
    expect(found.reasons[0]).toEqual({ code: 'email', value: `glafira${count()}@mail.test` });
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
    await caller.post(`/api/v6/profiles/${two}/contacts/`, { type: 'email', value: `glafira${count()}@mail.test` });
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
