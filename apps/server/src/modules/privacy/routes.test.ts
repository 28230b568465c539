import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMessage, answersIn } from '../../../test/message-fixtures.ts';
import { enrich } from '../../../test/enrichment-fixtures.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { localFiles } from '#platform/files/local.ts';
import { erasePeopleHandler } from './erase-people.ts';
import { importFiles } from '#modules/profiles/import/import-files.ts';
import { poll } from '../../../test/settled.ts';

const here = useInstallation();
const temporary = useTemporaryFolder('erased');
/** A unique word. */
const canary = 'zqxjkvw';
/** DEC-14; with a margin for a busy machine. */
const minute = { timeout: 60_000 };
const email = `${canary}@candidates.test`;

let acme: number;
let adminUser: TestUser;
let admin: Caller;
let worker: Caller;
let tasks: { stop(): Promise<void> };

beforeAll(async () => {
  acme = await here.addCompany();
  adminUser = await here.addUser(acme, 'admin');
  admin = await here.signIn(adminUser);
  worker = await here.signIn(await here.addUser(acme, 'worker'));
  tasks = await here.application.startSearchTasks();
});
afterAll(() => tasks.stop());

const person = (more: Partial<ProfileInput> = {}): Partial<ProfileInput> => ({
  external_key: `${canary}-key`,
  first_name: 'Anna',
  last_name: canary,
  about: `I am ${canary}`,
  positions: [{ title: `Chief ${canary}`, company: `${canary} Consulting`, start: '2020-01', is_current: true }],
  skills: [{ name: `${canary} sorting` }],
  links: [{ url: `https://people.test/${canary}`, domain: 'people.test' }],
  contacts: [
    { type: 'email', value: email },
    { type: 'phone', value: '+49 30 1234567' },
    { type: 'telegram', value: `@${canary}` },
  ],
  ...more,
});

const addPerson = async (companyId: number | undefined, more: Partial<ProfileInput> = {}) => {
  const scope = companyId === undefined ? {} : { companyId };
  return (await addProfiles(here, 1, { ...scope, input: person(more) }))[0] ?? 0;
};

async function upload(url: string, fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const sent = new Response(form);
  const payload = Buffer.from(await sent.arrayBuffer());
  return admin.send({ method: 'POST', url, headers: { 'content-type': sent.headers.get('content-type') ?? '' }, payload });
}

/** Creates data of each kind about a person in use. */
async function useProfile(profile: number): Promise<void> {
  const { id: folder } = await good(admin.post('/api/v6/folders/', { name: 'Engineers' }));
  const { candidates } = await good(admin.post('/api/v6/candidates/', { folder_id: folder, profiles: [profile] }));
  await good(admin.post(`/api/v6/profiles/${profile}/comments/`, { text: `Spoke with ${canary}`, candidate_id: candidates[0].id }));
  await good(admin.post(`/api/v6/folders/${folder}/shortlist/`, { ids: [candidates[0].id] }));
  await good(admin.post(`/api/v6/candidates/${candidates[0].id}/review/`, { decision: 'approved', comment: `Invite ${canary}` }));
  await good(admin.post(`/api/v6/profiles/${profile}/fit_notes/`, { verdict: 'fits', text: `${canary} leads teams` }));
  await good(admin.post(`/api/v6/profiles/${profile}/tasks/`, { title: `Call ${canary}`, due_on: '2026-12-01' }));
  await good(admin.get(`/api/internal/profiles/${profile}/`));
  await good(admin.post(`/api/v6/profiles/${profile}/tags/`, { tags: [`Knows ${canary}`] }));
  await good(admin.post('/api/v6/profiles/tags/', { profiles: [profile], add: [`Knows ${canary}`], remove: [`Not ${canary}`] }));
  await good(admin.post(`/api/profiles/${profile}/links/`, {}));
  await good(
    admin.post('/api/bug_reports/', { profile_id: profile, source: 'profile', reason: 'other', text: `Is ${canary}`, query: canary }),
  );
  await good(admin.post(`/api/v6/profiles/${profile}/private/`, { about: `Called herself ${canary}` }));
  await good(upload('/api/files/v1/', { file: new File([`${canary}\nEngineer`], `${canary}.txt`), profile_id: String(profile) }));
  // Another row has only the phone number, in a usual notation.
  const table = new File([`${email},${canary}\nsomebody@else.test,+49 (30) 123-45-67\nothers@else.test,x\n`], 'people.csv');
  await good(upload('/api/v6/enrichment_requests/', { file: table, name: `People ${canary}`, columns: 'email,ignore' }));
  const message = await addMessage(here, {
    company: acme,
    user: adminUser.id,
    profile,
    email,
    message: { subject: `Hello ${canary}`, html: `<p>${canary}</p>`, body_text: canary, state: 'sent', sent_at: new Date() },
  });
  const single = await addMessage(here, {
    company: acme,
    user: adminUser.id,
    profile,
    email,
    mailing: { type: 'single', name: `Offer for ${canary}` },
    message: { subject: `Offer for ${canary}`, body_text: canary, state: 'sent', sent_at: new Date() },
  });
  const offer = await good(upload('/api/v6/mailing_attachments/', { file: new File([`Dear ${canary}`], `Offer ${canary}.txt`) }));
  await here.sql('insert into mailing_files (company_id, mailing_id, file_id, position) values ($1, $2, $3, 0)', [
    acme,
    single.mailing,
    offer.id,
  ]);
  await answersIn(here).insert({
    company_id: acme,
    incoming_key: canary,
    message_id: message.id,
    kind: 'reply',
    from_address: email,
    subject: canary,
    own_text: `Regards, ${canary}`,
    received_at: new Date(),
  });
  await here.sql(
    `insert into contact_checks (company_id, profile_id, email_key, is_valid, found_by, checked_at) values ($1, $2, $3, true, 'answer', now())`,
    [acme, profile, email],
  );
  await good(admin.post('/api/v6/messaging/suppressions/', { addresses: email, note: canary }));
  await here.application.search.start();
  for (const words of [email, canary]) {
    await good(admin.get(`/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify([`name:${words}`]) }).toString()}`));
  }
}

/** Tables with the word in their rows, as text or as bytes. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await here.sql<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const hex = Buffer.from(word).toString('hex');
    const [row] = await here.sql<{ found: boolean }>(`select exists (select from ${name} as t where t::text ilike any($1)) as found`, [
      [`%${word}%`, `%${hex}%`],
    ]);
    if (row?.found) found.push(name);
  }
  return found;
}

/** Files of the installation (index, snapshot, uploads) that contain the word. */
function filesWith(word: string): string[] {
  const folder = dirname(here.filesFolder);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(word) || readFileSync(path).includes(word));
}

const stageOf = async (profile: number) =>
  (await good(admin.get('/api/v6/erasures/'))).erasures.find((one: { profile_id: number }) => one.profile_id === profile);

describe('a person of the company', () => {
  let profile: number;

  beforeAll(async () => {
    profile = await addPerson(acme);
    await useProfile(profile);
  });

  it('[DEC-14] is exported completely to admins alone: data, files and a readable page', async () => {
    expect((await worker.get(`/api/v6/profiles/${profile}/personal_data/`)).status).toBe(403);
    const stream = await admin.send({ method: 'GET', url: `/api/v6/profiles/${profile}/personal_data/`, payloadAsStream: true });
    expect(stream.headers['content-type']).toBe('application/zip');
    const chunks: Buffer[] = [];
    for await (const chunk of stream.body) chunks.push(chunk);
    const entries = unzipSync(Buffer.concat(chunks));
    const data = JSON.parse(strFromU8(entries['personal-data.json'] ?? new Uint8Array()));
    expect(data.profile.last_name).toBe(canary);
    expect(data.rows.contacts.map((row: { value: string }) => row.value)).toContain(email);
    for (const section of [
      'checks',
      'changes',
      'candidates',
      'comments',
      'reviews',
      'fit_notes',
      'tasks',
      'messages',
      'replies',
      'suppressions',
      'files',
      'views',
      'tags',
      'links',
      'reports',
    ])
      expect([section, data.rows[section].length]).toEqual([section, section === 'messages' ? 2 : 1]);
    const [file] = data.rows.files;
    expect(strFromU8(entries[file.file] ?? new Uint8Array())).toBe(`${canary}\nEngineer`);
    expect(strFromU8(entries['personal-data.html'] ?? new Uint8Array())).toContain(`Spoke with ${canary}`);
  });

  it('[DEC-14] is erased by admins of the company alone, after a preview of the deleted data', async () => {
    expect(await good(admin.get(`/api/v6/profiles/${profile}/erasure/`))).toEqual({
      candidates: 1,
      comments: 1,
      contacts: 3,
      files: 1,
      messages: 2,
      systems: [],
    });
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await stranger.post(`/api/v6/profiles/${profile}/erasure/`)).status).toBe(404);
    expect((await worker.post(`/api/v6/profiles/${profile}/erasure/`)).status).toBe(403);
  });

  it('[DEC-14] [PROF-076] leaves no trace within a minute in tables, files and index; a repeated request is one erasure', async () => {
    expect(await tablesWith(canary)).toContain('public.profiles');
    // Simulates an index that was saved since.
    await here.application.search.renew();
    expect(filesWith(canary).filter((path) => path.includes('/search/')).length).toBeGreaterThan(0);
    const answers = await Promise.all([1, 2].map(() => admin.post(`/api/v6/profiles/${profile}/erasure/`)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
    await poll(() => stageOf(profile), minute).toMatchObject({ stage: 'done', counts: { messages: 2, files: 1 } });
    expect(await tablesWith(canary)).toEqual([]);
    expect(await tablesWith('123-45-67')).toEqual([]);
    expect(await tablesWith('others@else.test')).toEqual(['public.enrichment_parts']);
    expect(filesWith(canary)).toEqual([]);
    expect(await admin.get(`/api/internal/profiles/${profile}/`)).toMatchObject({ status: 410, body: { code: 'profile_deleted' } });
    expect((await good(admin.get('/api/v6/profiles/'))).profiles.map((one: { doc_id: number }) => one.doc_id)).not.toContain(profile);
  });

  it('[DEC-14] is not restored by an import with any identifying value; other people are imported', async () => {
    const file = join(temporary, 'people.jsonl');
    const people: ProfileInput[] = [
      person(),
      { first_name: 'A.', last_name: 'Other', contacts: [{ type: 'email', value: email.toUpperCase() }] },
      { first_name: 'A.', last_name: canary, contacts: [{ type: 'phone', value: '+49 (30) 123-4567' }] },
      { first_name: 'A.', last_name: 'Other', links: [{ url: `http://www.people.test/${canary}/`, domain: 'people.test' }] },
      { first_name: 'Colleague', last_name: 'With the same telephone', contacts: [{ type: 'phone', value: '+49 30 1234567' }] },
    ] as ProfileInput[];
    writeFileSync(file, people.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const store = localFiles(here.filesFolder);
    const services = {
      database: here.application.database,
      clock: here.clock,
      signing: here.signing,
      store,
      screen: { write: () => undefined },
    };
    const count = async () =>
      (
        await here.sql<{ data: { first_name: string } }>('select data from profiles where company_id = $1 and deleted_at is null', [acme])
      ).map(({ data }) => data.first_name);
    await importFiles({ ...services, files: [file], company: acme, dataDir: temporary });
    expect(await count()).toEqual(['Colleague']);
    const refused = { status: 409, body: { code: 'person_erased' } };
    const again = { first_name: 'Anna', contacts: [{ type: 'email', value: email }] };
    expect(await admin.post('/api/v6/profiles/create/', again)).toMatchObject(refused);
    expect(await admin.post('/api/v6/profiles/create/', { text: `Anna Again\nEngineer\n${email}` })).toMatchObject(refused);
    const links = [{ url: `https://people.test/${canary}` }];
    expect(await admin.post('/api/v6/profiles/private/', { fragments: [{ first_name: 'Anna' }, { links }] })).toMatchObject(refused);
    // The erasure does not bind another company.
    const other = await here.addCompany();
    await importFiles({ ...services, files: [file], company: other, dataDir: temporary });
    const [row] = await here.sql<{ count: string }>('select count(*) from profiles where company_id = $1', [other]);
    expect(Number(row?.count)).toBe(5);
  });
});

const search = (caller: Caller, words: string) =>
  good(caller.get(`/api/v6/profiles/?${new URLSearchParams({ q: JSON.stringify([`name:${words}`]) }).toString()}`));
const searchesOf = async (company: number) =>
  (await here.sql<{ query: string }>('select query from search_queries where company_id = $1 order by id', [company])).map(
    ({ query }) => query,
  );
const rowsOf = async (company: number) =>
  (await here.sql<{ rows: [number, string[]][] }>('select rows from enrichment_parts where company_id = $1', [company])).flatMap(
    ({ rows }) => rows.map(([, cells]) => cells),
  );

describe('data written about a person during the erasure', () => {
  it('[DEC-14] is erased as well, after an import that began before', async () => {
    const profile = await addPerson(acme, { external_key: 'late-key', last_name: 'Late', contacts: [] });
    const { id } = await good(admin.post(`/api/v6/profiles/${profile}/erasure/`));
    await poll(() => stageOf(profile), minute).toMatchObject({ stage: 'done' });
    await here.sql('update erasures set finished_at = null where id = $1', [id]);
    const services = { database: here.application.database, clock: here.clock, signing: here.signing, files: localFiles(here.filesFolder) };
    const forgetInIndex = async () => {
      await here.sql(`insert into profile_contacts (profile_id, company_id, type, value, normalized) values ($1, $2, 'email', $3, $3)`, [
        profile,
        acme,
        'late@else.test',
      ]);
      await addMessage(here, {
        company: acme,
        user: adminUser.id,
        profile,
        email: 'late@else.test',
        mailing: { type: 'single', name: 'Offer for late@else.test' },
        message: { subject: 'Offer for late@else.test', state: 'sent', sent_at: new Date() },
      });
    };
    await erasePeopleHandler({ ...services, mergeSteps: [], forgetInIndex }).run({ erasure_ids: [id] }, new AbortController().signal);
    expect(await tablesWith('late@else.test')).toEqual([]);
    expect(await stageOf(profile)).toMatchObject({ stage: 'done' });
  });
});

describe('data of other companies', () => {
  it('[DEC-14] stays, whatever name a company gave to its erased person; so do people with a name or address that contains it', async () => {
    const [mine, theirs] = [await here.addCompany(), await here.addCompany()];
    const own = await here.signIn(await here.addUser(mine, 'admin'));
    const other = await here.signIn(await here.addUser(theirs, 'worker'));
    await here.application.search.start();
    for (const caller of [own, other]) {
      for (const words of ['Machine Learning', 'Machine Learnings', 'ann@else.test', 'jo.ann@else.test']) await search(caller, words);
      await good(
        enrich(caller, 'ann@else.test,x\njoann@else.test,y\nz@else.test,Machine Learning\nz@else.test,Machine Learnings\n', 'email,ignore'),
      );
    }
    const [searches, rows] = [await searchesOf(theirs), await rowsOf(theirs)];
    expect([searches.length, rows.length]).toEqual([4, 4]);
    const contacts = [{ type: 'email', value: 'ann@else.test' }];
    const { id } = await good(own.post('/api/v6/profiles/create/', { first_name: 'Machine', last_name: 'Learning', contacts }));
    await good(own.post(`/api/v6/profiles/${id}/erasure/`));
    await poll(async () => (await good(own.get('/api/v6/erasures/'))).erasures[0]?.stage, minute).toBe('done');
    expect(await searchesOf(theirs)).toEqual(searches);
    expect(await rowsOf(theirs)).toEqual(rows);
    expect((await searchesOf(mine)).map((query) => /name:([^"]*)/.exec(query)?.[1])).toEqual(['Machine Learnings', 'jo.ann@else.test']);
    expect(await rowsOf(mine)).toEqual([[], ['joann@else.test', 'y'], [], ['z@else.test', 'Machine Learnings']]);
  });
});

const create = async (caller: Caller, first_name: string): Promise<number> =>
  (await good(caller.post('/api/v6/profiles/create/', { first_name }))).id;

describe('tags of many people', () => {
  it('[DEC-14] are not revealed by a job once no person of the company has them, whatever tags other companies have', async () => {
    const [mine, theirs] = [await here.addCompany(), await here.addCompany()];
    const own = await here.signIn(await here.addUser(mine, 'admin'));
    const other = await here.signIn(await here.addUser(theirs, 'worker'));
    const [id, colleague, stranger] = [await create(own, 'Olga'), await create(own, 'Vera'), await create(other, 'Olga')];
    const tagAll = (profiles: number[], word: string) => own.post('/api/v6/profiles/tags/', { profiles, add: [word], remove: [] });
    await good(other.post(`/api/v6/profiles/${stranger}/tags/`, { tags: ['Has two sons'] }));
    await good(tagAll([id], 'Has two sons'));
    await good(tagAll([id, colleague], 'Reads German'));
    const jobs = async () =>
      (
        await here.sql<{ input: object }>('select input from jobs where company_id = $1 and kind = $2 order by id', [mine, 'profiles_tag'])
      ).map(({ input }) => input);
    expect(await jobs()).toMatchObject([{ add: ['Has two sons'] }, { add: ['Reads German'] }]);
    await good(own.post(`/api/v6/profiles/${id}/erasure/`));
    await poll(async () => (await good(own.get('/api/v6/erasures/'))).erasures[0]?.stage, minute).toBe('done');
    expect(await jobs()).toMatchObject([{ add: [] }, { add: ['Reads German'] }]);
  });
});

describe('a person of the common base', () => {
  it('[DEC-14] is erased by internal staff for all companies', async () => {
    const profile = await addPerson(undefined, { external_key: 'common-key', last_name: 'Common', contacts: [] });
    const { id: folder } = await good(admin.post('/api/v6/folders/', { name: 'Common' }));
    await good(admin.post('/api/v6/candidates/', { folder_id: folder, profiles: [profile] }));
    expect(await admin.post(`/api/v6/profiles/${profile}/erasure/`)).toMatchObject({ status: 403, body: { code: 'common_base_person' } });
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await good(staff.get(`/api/v6/profiles/${profile}/erasure/`))).candidates).toBe(1);
    await good(staff.post(`/api/v6/profiles/${profile}/erasure/`));
    const erasures = async () => (await good(staff.get('/api/v6/erasures/'))).erasures;
    await poll(erasures, minute).toMatchObject([{ profile_id: profile, stage: 'done' }]);
    expect((await here.sql('select from candidates where profile_id = $1', [profile])).length).toBe(0);
    // Admins see erasures of their own company.
    expect(await stageOf(profile)).toBeUndefined();
  });
});
