import { beforeAll, describe, expect, it } from 'vitest';
import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { upsertProfiles } from './store/write.ts';

const here = useInstallation();

let counter = 0;
const add = async (more: ProfileInput = {}, companyId: number | null = null) => {
  counter += 1;
  const profile = profileData.parse({
    external_key: `person:${counter}`,
    first_name: 'Ada',
    last_name: 'Lovelace',
    headline: 'Analyst',
    ...more,
  });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [profile], { companyId, createdBy: null }));
  return ids[0] ?? 0;
};

let company: number;
let [anna, boris, rival] = [] as unknown as [Caller, Caller, Caller];
beforeAll(async () => {
  company = await here.addCompany();
  anna = await here.signIn(await here.addUser(company, 'worker'));
  boris = await here.signIn(await here.addUser(company, 'admin', { language: 'ru' }));
  rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const hundred = (item: (index: number) => object) => Array.from({ length: 100 }, (_, index) => item(index));
const privateOf = (id: number) => `/api/v6/profiles/${id}/private/`;
const page = async (caller: Caller, id: number) => (await caller.get(`/api/internal/profiles/${id}/`)).body;
const save = async (caller: Caller, id: number, body: object) => (await caller.post(privateOf(id), body)).body.fragment;
const baseOf = async (id: number) => (await here.sql<{ data: object }>('select data from profiles where id = $1', [id]))[0]?.data;

describe('profile changes of a company', () => {
  it('[CTP-011] [PEDT-007] [PROF-031] [PROF-035] are visible to that company alone, and the common base keeps its data', async () => {
    const id = await add({ skills: [{ name: 'Python', norm_rating: 0.9 }] });
    const before = await baseOf(id);
    const fragment = await save(anna, id, { headline: 'Data engineer', about: 'Knows looms', order_id: 'R-17' });
    expect(fragment).toMatchObject({
      profile_id: id,
      source: 'form',
      fields: ['order_id', 'headline', 'about'],
      created_by: { id: expect.any(Number) },
    });
    expect(await save(rival, id, { headline: 'Countess', first_name: 'Augusta' })).toMatchObject({ fields: ['first_name', 'headline'] });
    expect(await page(anna, id)).toMatchObject({ headline: 'Data engineer', about: 'Knows looms', order_id: 'R-17', name: 'Ada Lovelace' });
    expect(await page(rival, id)).toMatchObject({ headline: 'Countess', about: null, order_id: null, name: 'Augusta Lovelace' });
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect(await page(stranger, id)).toMatchObject({ headline: 'Analyst', name: 'Ada Lovelace', private_fragments: [] });
    expect(await baseOf(id)).toEqual(before);
  });

  it('[PROF-039] are listed on the profile with fields, author and time', async () => {
    const id = await add();
    await save(anna, id, { headline: 'Data engineer' });
    await save(boris, id, { interests: ['Chess'] });
    const { private_fragments: fragments, order_id: orderId } = await page(anna, id);
    expect(orderId).toBeNull();
    expect(fragments).toMatchObject([{ fields: ['headline'] }, { fields: ['interests'] }]);
    expect(fragments[0].created_by.id).not.toBe(fragments[1].created_by.id);
    expect(JSON.stringify(fragments)).not.toContain('Chess');
  });

  it('[CTP-012] [CTP-017] are removed through both paths, which restores the earlier values', async () => {
    const id = await add();
    const first = await save(anna, id, { headline: 'Data engineer' });
    const second = await save(boris, id, { headline: 'Architect' });
    expect((await page(anna, id)).headline).toBe('Architect');
    for (const path of [`/api/v6/private/${second.id}/`, `/api/v6/profiles/${id}/private/${second.id}/`])
      expect((await rival.delete(path)).status).toBe(404);
    expect((await anna.delete(`/api/v6/private/${second.id}/`)).status).toBe(200);
    expect((await page(anna, id)).headline).toBe('Data engineer');
    const other = await add();
    expect((await anna.delete(`/api/v6/profiles/${other}/private/${first.id}/`)).status).toBe(404);
    expect((await anna.delete(`/api/v6/profiles/${id}/private/${first.id}/`)).status).toBe(200);
    expect((await page(anna, id)).headline).toBe('Analyst');
    expect((await anna.delete(`/api/v6/private/${first.id}/`)).status).toBe(404);
    expect(await here.sql('select from profile_overlays where profile_id = $1', [id])).toEqual([]);
  });

  it('[CTP-015] are replaced at their position, and fields can be removed', async () => {
    const id = await add();
    const first = await save(anna, id, { headline: 'Data engineer', about: 'Looms' });
    await save(anna, id, { headline: 'Architect' });
    const path = `/api/v6/profiles/private/${first.id}/`;
    expect((await rival.patch(path, { about: 'Mine' })).status).toBe(404);
    const { body } = await boris.patch(path, { about: 'Engines', headline: 'Engineer' });
    expect(body.fragment).toMatchObject({ id: first.id, fields: ['headline', 'about'] });
    // A later save still wins.
    expect(await page(anna, id)).toMatchObject({ headline: 'Architect', about: 'Engines' });
    expect((await anna.patch(path, { without: ['about'] })).body.fragment.fields).toEqual(['headline']);
    expect((await page(anna, id)).about).toBeNull();
    expect((await anna.patch(path, { without: ['headline'] })).body.fragment).toBeNull();
    expect((await anna.patch(path, { about: 'Gone' })).status).toBe(404);
  });

  it('[PROF-031] are reset to the found values, whatever saves changed them', async () => {
    const id = await add();
    await save(anna, id, { headline: 'Data engineer', about: 'Looms' });
    await save(boris, id, { headline: 'Architect' });
    await save(rival, id, { headline: 'Countess' });
    expect((await anna.post(`${privateOf(id)}restore/`, { fields: ['headline'] })).status).toBe(200);
    expect(await page(anna, id)).toMatchObject({ headline: 'Analyst', about: 'Looms' });
    expect((await page(rival, id)).headline).toBe('Countess');
    const { base, seen, origins, fragments } = (await anna.get(privateOf(id))).body;
    expect([base.headline, seen.headline, seen.about]).toEqual(['Analyst', 'Analyst', 'Looms']);
    expect(origins).toEqual({ about: fragments[0].id });
  });

  it('[PEDT-013] never leave a person without a name when a save is removed', async () => {
    const made = (await anna.post('/api/v6/profiles/private/', { fragments: [{ first_name: 'Ada' }, { about: 'Looms' }] })).body;
    const unnamed = { status: 400, body: { first_name: [expect.any(String)] } };
    expect(await anna.delete(`/api/v6/private/${made.fragments[0].id}/`)).toMatchObject(unnamed);
    expect(await anna.post(`${privateOf(made.id)}restore/`, { fields: ['first_name'] })).toMatchObject(unnamed);
    expect((await anna.delete(`/api/v6/private/${made.fragments[1].id}/`)).status).toBe(200);
    await save(anna, made.id, { last_name: 'Lovelace' });
    expect((await anna.delete(`/api/v6/private/${made.fragments[0].id}/`)).status).toBe(200);
    expect((await page(anna, made.id)).name).toBe('Lovelace');
  });

  it('[PEDT-013] are shown in the editor with long lists, and no list exceeds the limit of the form', async () => {
    const id = await add();
    const long = {
      locations: hundred((index) => ({ city: `City ${index}` })),
      educations: hundred((index) => ({ institution: `School ${index}` })),
      languages: hundred(() => ({ code: 'en' })),
      links: hundred((index) => ({ url: `https://пример.test/${'永'.repeat(200)}/${index}` })),
    };
    await save(anna, id, long);
    const { status, body } = await anna.get(privateOf(id));
    expect([status, body.seen?.locations.length, body.seen?.links.length]).toEqual([200, 100, 100]);
    expect((await anna.post('/api/addlnk/v4/', { profile_id: id, url: 'https://one.test/more' })).status).toBe(400);
    const other = await add();
    expect((await anna.post('/api/addlnk/v4/', { profile_id: other, url: `https://${'a.'.repeat(400)}test/x` })).status).toBe(200);
    expect((await anna.get(privateOf(other))).status).toBe(200);
    // An invalid language code is rejected.
    expect((await anna.post(privateOf(other), { languages: [{ code: '<>' }] })).status).toBe(400);
    const remove = Array.from({ length: 101 }, (_, index) => index + 1);
    expect((await anna.post(privateOf(id), { contacts: { remove } })).status).toBe(400);
  });

  it('[CTP-011] keep read-only data: ratings of skills and marks of sources', async () => {
    const id = await add({ skills: [{ name: 'Python', norm_rating: 0.9, source: 'github' }], hidden_star: false });
    await save(anna, id, {
      skills: [
        { name: 'Rust', norm_rating: 1 },
        { name: 'Python', is_principal: true, norm_rating: 0.1 },
      ],
      hidden_star: true,
    });
    const shown = await page(anna, id);
    expect(shown.skills).toMatchObject([
      { name: 'Rust', norm_rating: null, band: null, source: 'manual' },
      { name: 'Python', norm_rating: 0.9, is_principal: true, band: 'gold', source: 'github' },
    ]);
    expect(shown.hidden_star).toBe(false);
  });

  it('[CTP-011] resolve cities, companies, skills and universities of our lists', async () => {
    const id = await add();
    await save(anna, id, {
      locations: [{ city: 'Berlin' }],
      positions: [{ title: 'CTO', company: 'Google' }],
      links: [{ url: 'GitHub.com/ada' }],
    });
    const { seen } = (await anna.get(privateOf(id))).body;
    expect(seen.locations[0]).toMatchObject({ city: 'Berlin', country_code: 'DE', city_id: expect.any(Number) });
    expect(seen.positions[0].company_id).toEqual(expect.any(Number));
    expect(seen.links).toEqual([{ url: 'https://github.com/ada', domain: 'github.com' }]);
  });

  it('[CTP-011] add and remove contacts of the company in the same save, all or nothing', async () => {
    const id = await add();
    const contacts = {
      add: [
        { type: 'email', value: 'ada@engines.example.test', kind: 'corporate' },
        { type: 'phone', value: '+7 912 555-01-42' },
      ],
    };
    const { body } = await anna.post(privateOf(id), { headline: 'CTO', contacts });
    expect(body.contacts_added).toHaveLength(2);
    const known = (await anna.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts;
    expect(known).toMatchObject([
      { value: 'ada@engines.example.test', kind: 'corporate', is_own: true, source: 'manual' },
      { type: 'phone' },
    ]);
    expect((await rival.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts).toEqual([]);
    const wrong = await boris.post(privateOf(id), { headline: 'CEO', contacts: { add: [{ type: 'email', value: 'no address' }] } });
    expect(wrong).toMatchObject({ status: 400, body: { 'contacts.add.0.value': ['Неверный контакт'] } });
    expect((await page(anna, id)).headline).toBe('CTO');
    await anna.post(privateOf(id), { contacts: { remove: [known[0].id] } });
    expect((await anna.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts).toHaveLength(1);
    // A company cannot remove contacts of another company.
    await rival.post(privateOf(id), { contacts: { remove: [known[1].id] } });
    expect((await anna.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts).toHaveLength(1);
  });
});

describe('a profile of fragments', () => {
  it('[CTP-013] [PROF-035] belongs to the company that created it, and later fragments win', async () => {
    const { status, body } = await anna.post('/api/v6/profiles/private/', {
      fragments: [{ first_name: 'Grace', last_name: 'Hopper', headline: 'Admiral' }, { headline: 'Rear admiral' }],
    });
    expect(status).toBe(200);
    expect(body.fragments).toMatchObject([{ fields: ['first_name', 'last_name', 'headline'] }, { fields: ['headline'] }]);
    expect(await page(boris, body.id)).toMatchObject({ name: 'Grace Hopper', headline: 'Rear admiral', is_own: true });
    expect((await rival.get(`/api/internal/profiles/${body.id}/`)).status).toBe(404);
    expect((await rival.post(privateOf(body.id), { headline: 'Mine' })).status).toBe(404);
    const nameless = await anna.post('/api/v6/profiles/private/', { fragments: [{ headline: 'Nobody' }] });
    expect(nameless).toMatchObject({ status: 400, body: { first_name: ['Enter a name'] } });
  });
});

const skills = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Skill number ${index}` }));

describe('a form', () => {
  const texts = { first_name: 255, last_name: 255, headline: 255, about: 10_000, industry: 255, nick: 255 };
  it.each(Object.entries(texts))('[PEDT-013] holds a %s of up to %s characters', async (field, most) => {
    const id = await add();
    const wrong = await boris.post(privateOf(id), { [field]: 'я'.repeat(most + 1) });
    expect(wrong).toMatchObject({ status: 400, body: { [field]: [expect.stringContaining(String(most).slice(0, 2))] } });
    const other = field === 'first_name' ? { last_name: '' } : field === 'last_name' ? { first_name: '' } : {};
    expect((await boris.post(privateOf(id), { ...other, [field]: 'я'.repeat(most) })).status).toBe(200);
  });

  it('[PEDT-013] holds up to 100 entries a list, and reports errors at their field', async () => {
    const id = await add();
    expect((await anna.post(privateOf(id), { skills: skills(100) })).status).toBe(200);
    expect(await anna.post(privateOf(id), { skills: skills(101) })).toMatchObject({
      status: 400,
      body: { skills: ['At most 100 entries are allowed'] },
    });
    const positions = [
      { title: 'CTO', start: '2024-05', end: '2024' },
      { title: '', start: '2024-13' },
      { title: 'CEO', start: '2024-05', end: '2023' },
    ];
    expect((await boris.post(privateOf(id), { positions })).body).toEqual({
      'positions.1.title': ['Это поле не может быть пустым'],
      'positions.1.start': ['Укажите год или месяц, например 2024 или 2024-05'],
      'positions.2.end': ['Окончание раньше начала'],
    });
    expect((await anna.post(privateOf(id), { links: [{ url: 'javascript:alert(1)' }] })).body).toEqual({
      'links.0.url': ['Enter a valid link'],
    });
    expect((await anna.post(privateOf(id), { first_name: '', last_name: '' })).body).toEqual({ first_name: ['Enter a name'] });
  });

  it('[REQ-049] is rejected with millions of characters, without a trace', async () => {
    const id = await add();
    expect((await anna.post(privateOf(id), { about: 'a'.repeat(9_000_000) })).status).toBe(413);
    expect((await anna.post(privateOf(id), { about: 'a'.repeat(2_000_000) })).status).toBe(400);
    expect((await anna.get(privateOf(id))).body.fragments).toEqual([]);
  });

  it('[REQ-049] [CTP-015] limits a changed save like a new one', async () => {
    const id = await add();
    const positions = hundred((index) => ({ title: `Post ${index}`, description: 'я'.repeat(6000) }));
    const fragment = await save(anna, id, { headline: 'Engineer' });
    expect((await anna.patch(`/api/v6/profiles/private/${fragment.id}/`, { positions })).status).toBe(200);
    expect((await anna.get(privateOf(id))).body.seen.positions).toHaveLength(100);
    expect((await anna.patch(`/api/v6/profiles/private/${fragment.id}/`, { about: 'a'.repeat(9_000_000) })).status).toBe(413);
  });

  it('sent twice in parallel is one save', async () => {
    const id = await add();
    const body = { headline: 'Data engineer', contacts: { add: [{ type: 'email', value: 'twice@example.test' }] } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => anna.post(privateOf(id), body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(answers.filter((answer) => answer.body.fragment !== null)).toHaveLength(1);
    expect((await anna.get(privateOf(id))).body.fragments).toHaveLength(1);
    expect((await anna.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts).toHaveLength(1);
  });

  it('of a second tab reports only fields that were changed in between', async () => {
    const id = await add();
    const after = 0;
    await save(boris, id, { headline: 'Architect', after });
    const stale = await anna.post(privateOf(id), { headline: 'Engineer', after });
    expect(stale).toMatchObject({ status: 400, body: { headline: [expect.stringContaining('Changed meanwhile by')] } });
    expect((await anna.post(privateOf(id), { about: 'Looms', after })).status).toBe(200);
    const { fragments } = (await anna.get(privateOf(id))).body;
    expect((await anna.post(privateOf(id), { headline: 'Engineer', after: fragments.at(-1).id })).status).toBe(200);
    expect(await page(anna, id)).toMatchObject({ headline: 'Engineer', about: 'Looms' });
  });

  it('changes nothing without the permission', async () => {
    const id = await add();
    for (const role of ['hm', 'admin_without_search'] as const) {
      const caller = await here.signIn(await here.addUser(company, role));
      expect((await caller.post(privateOf(id), { headline: 'Mine' })).status).toBe(403);
      expect((await caller.get(privateOf(id))).status).toBe(403);
    }
    expect((await here.visitor().post(privateOf(id), { headline: 'Mine' })).status).toBe(401);
    expect((await anna.get(privateOf(id))).body.fragments).toEqual([]);
  });
});

const found = async (caller: Caller, skill: string) =>
  (await caller.get(`/api/v6/profiles/?q=${encodeURIComponent(`["skill:${skill}"]`)}`)).body.profiles.map((one: { id: number }) => one.id);

describe('readers of profiles', () => {
  it('[PEDT-007] see the changes of their company in cards, candidate lists and tables', async () => {
    const id = await add();
    await save(anna, id, { first_name: 'Zoe', last_name: 'Ziegler', positions: [{ title: 'CTO', company: 'Looms Ltd' }] });
    await save(rival, id, { last_name: 'Rivalova' });
    const listed = async (caller: Caller, name: string) => {
      const folder = (await caller.post('/api/v6/folders/', { name: 'Looms' })).body.id;
      await caller.post('/api/v6/candidates/', { folder_id: folder, profiles: [id] });
      return (await caller.get(`/api/v6/candidates/?folder=${folder}&name=${name}`)).body;
    };
    expect(JSON.stringify(await listed(anna, 'Ziegler'))).toContain('Zoe Ziegler');
    expect(JSON.stringify(await listed(rival, 'Ziegler'))).not.toContain('Ziegler');
    expect(JSON.stringify(await listed(rival, 'Rivalova'))).toContain('Ada Rivalova');
  });

  it('[PEDT-007] find the changes of their company in search, and found values in that of another company', async () => {
    await here.application.search.start();
    const id = await add({ skills: [{ name: 'Fortran' }] });
    await save(anna, id, { skills: [{ name: 'Loom weaving' }] });
    expect(await found(anna, 'Loom weaving')).toEqual([id]);
    expect(await found(rival, 'Loom weaving')).toEqual([]);
    expect(await found(anna, 'Fortran')).toEqual([]);
    expect(await found(rival, 'Fortran')).toEqual([id]);
    expect((await anna.post(`${privateOf(id)}restore/`, { fields: ['skills'] })).status).toBe(200);
    expect(await found(anna, 'Fortran')).toEqual([id]);
  });
});
