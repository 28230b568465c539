import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { enrich } from '../../../test/enrichment-fixtures.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { localFiles } from '#platform/files/local.ts';
import { importFiles } from '#modules/profiles/import/import-files.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation();
const temporary = useTemporaryFolder('banned');
const path = '/api/v6/banned_links/';

let caller: Caller;
let other: Caller;
let staff: Caller;
beforeAll(async () => {
  caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
  await here.application.search.start();
});

let counter = 0;
const fresh = () => `https://github.com/banned-${(counter += 1)}`;
const linkOf = (url: string) => ({ url, domain: new URL(url).hostname });
const ban = async (url: string) => expect(await staff.post(path, { url })).toMatchObject({ status: 200, body: { url } });
const unban = (url: string, who = staff) => who.delete(`${path}?url=${encodeURIComponent(url)}`);
const profileOf = async (id: number | undefined, who = caller) => (await who.get(`/api/internal/profiles/${id}/`)).body;
const shownLinks = async (id: number | undefined, who = caller) =>
  (await profileOf(id, who)).display_links.map(({ url }: { url: string }) => url) as string[];
const raw = (name: string) => `https://ru.people.test/Иван_${name}`;
const encoded = (name: string) => `${encodeURI(raw(name))}/`;
const shownOf = async (typed: string, banned: string) => {
  const [profile] = await addProfiles(here, 1, { input: { links: [linkOf(typed)] } });
  await ban(banned);
  return shownLinks(profile);
};
const stored = async (id: number | undefined) =>
  JSON.stringify([
    await here.sql('select data from profiles where id = $1', [id]),
    await here.sql('select data from profile_overlays where profile_id = $1', [id]),
    await here.sql('select value from profile_contacts where profile_id = $1', [id]),
  ]);

describe('the list of banned links', () => {
  it('[BAN-002] [BAN-003] [BAN-004] [BAN-005] [BAN-006] bans and unbans every spelling of a link', async () => {
    const url = fresh();
    await ban(url);
    const listed = await staff.get(`${path}?search=${encodeURIComponent(url)}`);
    expect(listed.body).toMatchObject({ count: 1, links: [{ url, banned_by: { name: expect.stringContaining('Ada') } }] });
    expect(await unban(`http://www.${url.slice('https://'.length).toUpperCase()}/`)).toMatchObject({ status: 200 });
    expect((await staff.get(`${path}?search=${encodeURIComponent(url)}`)).body.count).toBe(0);
  });

  it('[BAN-009] reports an invalid link at its field', async () => {
    const url = fresh();
    await ban(url);
    for (const bad of ['', 'no link', 'ftp://files.test/a'])
      expect(await staff.post(path, { url: bad })).toMatchObject({ status: 400, body: { url: [expect.any(String)] } });
    expect(await staff.post(path, { url: `${url}/` })).toMatchObject({ status: 400, body: { url: ['This link is already banned'] } });
    expect(await unban(fresh())).toMatchObject({ status: 400, body: { url: ['This link is not banned'] } });
  });

  it('[ROLE-037] [ROLE-007] rejects everyone but staff', async () => {
    const companyId = await here.addCompany();
    const sales = await here.signIn(await here.addUser(companyId, 'sales_manager'));
    expect((await sales.get(path)).status).toBe(200);
    const roles = ['worker', 'admin', 'admin_without_search', 'hm', 'manager'] as const;
    for (const role of roles) {
      const who = await here.signIn(await here.addUser(companyId, role));
      expect((await who.get(path)).status).toBe(403);
      expect((await who.post(path, { url: fresh() })).status).toBe(403);
      expect((await unban(fresh(), who)).status).toBe(403);
    }
    expect((await here.visitor().get(path)).status).toBe(401);
  });
});

describe('a banned link', () => {
  it('[BAN-010] is hidden on all profiles of all companies until it is unbanned', async () => {
    const [url, kept, own] = [fresh(), fresh(), fresh()];
    const contacts = [{ type: 'link' as const, value: url }];
    const [profile] = await addProfiles(here, 1, { input: { first_name: 'Vera', links: [linkOf(url), linkOf(kept)], contacts } });
    await caller.post(`/api/v6/profiles/${profile}/private/`, { links: [{ url }, { url: kept }, { url: own }] });
    const { id: vacancy } = (await caller.post('/api/v6/folders/', { name: 'Links' })).body;
    await caller.post('/api/v6/candidates/', { folder_id: vacancy, profiles: [profile] });
    await ban(url);
    expect(await shownLinks(profile)).toEqual([kept, own]);
    expect(await shownLinks(profile, other)).toEqual([kept]);
    const places = [
      await profileOf(profile),
      (await caller.get(`/api/v6/profiles/${profile}/private/`)).body,
      (await caller.post(`/api/vacancies/${vacancy}/candidates/export/csv`, { columns: ['name', 'links'] })).body,
    ];
    for (const place of places) {
      expect(JSON.stringify(place)).not.toContain(url.slice('https://'.length));
      expect(JSON.stringify(place)).toContain(kept.slice('https://'.length));
    }
    await unban(url);
    expect(await shownLinks(profile)).toEqual([url, kept, own]);
    expect(await shownLinks(profile, other)).toEqual([url, kept]);
  });

  it('[BAN-010] is hidden when it is the address of a whole site', async () => {
    const [profile] = await addProfiles(here, 1, { input: { links: [linkOf('https://vera-site.test')] } });
    await ban('https://vera-site.test');
    expect(await shownLinks(profile)).toEqual([]);
  });

  it('[BAN-010] is hidden in percent-encoded and decoded spellings', async () => {
    expect(await shownOf(raw('one'), encoded('one'))).toEqual([]);
    expect(await shownOf(encoded('two'), raw('two'))).toEqual([]);
    expect(await shownOf('https://people.test/vera', 'https://people.test/%76er%61')).toEqual([]);
    expect(await staff.post(path, { url: encoded('two').toLowerCase() })).toMatchObject({ status: 400 });
    expect((await unban(raw('one').toUpperCase())).status).toBe(200);
    // Encoded separators and invalid sequences are not decoded.
    for (const [typed, other] of [
      ['https://people.test/a%2Fb', 'https://people.test/a/b'],
      ['https://people.test/c%23d', 'https://people.test/c'],
      ['https://people.test/e%FF', 'https://people.test/e%FE'],
    ] as const)
      expect(await shownOf(typed, other)).toEqual([typed]);
    const hostile = ['%', '%D0', '%D0%', '%ZZ', '%00', '%D0%98%FF', '%25%36%31'].map((end) => `https://people.test/hostile/${end}`);
    for (const url of hostile) await ban(url);
    for (const url of hostile) expect((await unban(url)).status).toBe(200);
  });

  it('[BAN-010] stays stored when other links are saved', async () => {
    const [url, kept, added] = [fresh(), fresh(), fresh()];
    const [profile] = await addProfiles(here, 1, { input: { links: [linkOf(url), linkOf(kept)] } });
    await ban(url);
    const save = (links: string[]) => caller.post(`/api/v6/profiles/${profile}/private/`, { links: links.map((each) => ({ url: each })) });
    expect((await save([kept])).body.fragment).toBeNull();
    await save([kept, added]);
    expect(await shownLinks(profile)).toEqual([kept, added]);
    await unban(url);
    expect((await shownLinks(profile)).toSorted()).toEqual([url, kept, added].toSorted());
  });

  it('[BAN-010] finds no profile by search or by link', async () => {
    const url = fresh();
    const [profile] = await addProfiles(here, 1, { input: { links: [linkOf(url)], contacts: [{ type: 'link', value: url }] } });
    const found = async () => {
      const q = JSON.stringify([`name:${url}`]);
      const { body } = await caller.get(`/api/v6/profiles/?${new URLSearchParams({ q }).toString()}`);
      return body.total as number;
    };
    const byLink = () => caller.get(`/api/v6/profiles/proxy/?url=${encodeURIComponent(url)}`);
    const matches = async () => (await caller.post('/api/v6/profiles/create/matches/', { contacts: [], links: [url] })).body.matches.length;
    await until(async () => (await found()) === 1);
    expect((await byLink()).body).toEqual({ id: profile });
    expect(await matches()).toBe(1);
    await ban(url);
    expect((await byLink()).status).toBe(404);
    expect(await matches()).toBe(0);
    await until(async () => (await found()) === 0);
    await unban(url);
    expect((await byLink()).body).toEqual({ id: profile });
    await until(async () => (await found()) === 1);
  });

  it('[BAN-010] [PEDT-017] is rejected in all forms', async () => {
    const url = fresh();
    const [profile] = await addProfiles(here, 1);
    await ban(url);
    const typed = `${url}/`;
    const contact = { type: 'link', value: typed };
    const refused: [string, object, string][] = [
      ['/api/addlnk/v4/', { profile_id: profile, url: typed }, 'url'],
      [`/api/v6/profiles/${profile}/private/`, { links: [{ url: fresh() }, { url: typed }] }, 'links.1.url'],
      [`/api/v6/profiles/${profile}/private/`, { contacts: { add: [contact], remove: [] } }, 'contacts.add.0.value'],
      [`/api/v6/profiles/${profile}/contacts/`, contact, 'value'],
      ['/api/v6/profiles/create/', { first_name: 'A', links: [{ url: typed }] }, 'links.0.url'],
      ['/api/v6/profiles/create/', { first_name: 'A', contacts: [contact] }, 'contacts.0.value'],
      ['/api/v6/profiles/create/', { first_name: 'A', link: typed }, 'link'],
      ['/api/v6/profiles/private/', { fragments: [{ first_name: 'A', links: [{ url: typed }] }] }, 'fragments.0.links.0.url'],
    ];
    for (const [to, body, field] of refused)
      expect([to, await caller.post(to, body)]).toMatchObject([
        to,
        { status: 400, body: { [field]: ['This link is banned and cannot be added'] } },
      ]);
    expect(await stored(profile)).not.toContain(url);
  });

  it('[BAN-010] is dropped from parsed files and imports', async () => {
    const [url, kept] = [fresh(), fresh()];
    await ban(url);
    const file = (name: string) =>
      upload(caller, {
        filename: name,
        bytes: `Name,Email,Links\nLena Linked ${name},${name}@x.test,${url} ${kept}\n`,
        fields: { purpose: 'profile' },
      });
    const { body: uploaded } = await file('a.csv');
    const made = await caller.post('/api/v6/profiles/create/', { file_id: uploaded.id });
    expect(made).toMatchObject({ status: 200, body: { created: true } });
    expect(await stored(made.body.id)).not.toContain(url);
    expect(await stored(made.body.id)).toContain(kept);
    const lines = join(temporary, 'people.jsonl');
    const person = {
      external_key: 'ban:one',
      first_name: 'Ira',
      links: [linkOf(url), linkOf(kept)],
      contacts: [{ type: 'link', value: url }],
    };
    writeFileSync(lines, `${JSON.stringify(person)}\n`);
    const { application, clock, signing } = here;
    const store = localFiles(here.filesFolder);
    const screen = { write: () => undefined };
    const dataDir = join(temporary, 'data');
    expect(await importFiles({ files: [lines], database: application.database, clock, dataDir, store, signing, screen })).toMatchObject({
      imported: 1,
    });
    const [row] = await here.sql<{ id: number }>("select id from profiles where external_key = 'ban:one'");
    expect(await stored(row?.id)).not.toContain(url);
    expect(await shownLinks(row?.id)).toEqual([kept]);
  });

  it('[BAN-010] is dropped from an enrichment and matches no profile', async () => {
    const [url, kept] = [fresh(), fresh()];
    const of = (email: string, link: string) =>
      addProfiles(here, 1, { input: { links: [linkOf(link)], contacts: [{ type: 'email', value: email }] } });
    const [[known], [linked]] = [await of('known@ban.test', fresh()), await of('linked@ban.test', url)];
    await caller.get(`/api/v6/profiles/${known}/get-contacts/`);
    await ban(url);
    const worker = await here.application.startWorker();
    const rows = ['known@ban.test,', 'known@ban.test,+79161112233'].map((row, at) => row.replace(',', `,${at === 0 ? url : kept},`));
    const { body } = await enrich(caller, [...rows, `,${url},+79164445566`].join('\n'), 'email,link,phone');
    await until(async () => {
      const { requests } = (await caller.get('/api/v6/enrichment_requests/')).body;
      expect(requests.find(({ id }: { id: number }) => id === body.id)).toMatchObject({ state: 'done' });
    });
    await worker.stop();
    expect(await stored(known)).not.toContain(url);
    expect(await stored(known)).toContain(kept);
    expect(await stored(linked)).not.toContain('4445566');
  });
});
