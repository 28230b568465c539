import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { upload } from '../../../test/upload.ts';
import { upsertProfiles } from './store/write.ts';

const here = useSharedInstallation();

let [anna, boris, rival] = [] as unknown as [Caller, Caller, Caller];
let company = 0;
beforeAll(async () => {
  company = await here.addCompany();
  anna = await here.signIn(await here.addUser(company, 'worker'));
  boris = await here.signIn(await here.addUser(company, 'admin', { language: 'ru' }));
  rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const create = (caller: Caller, body: object) => caller.post('/api/v6/profiles/create/', body);
const uploaded = async (caller: Caller, filename: string, bytes: string) =>
  (await upload(caller, { filename, bytes, fields: { purpose: 'profile' } })).body.id;
const undo = (caller: Caller, id: number) => caller.post(`/api/v6/profiles/${id}/create/undo/`, {});
const ada = { first_name: 'Ada', last_name: 'Lovelace' };

describe('the creation of a profile', () => {
  it('[DEC-13] [PEDT-001] can be undone by its creator, and its file creates a new profile', async () => {
    const fileId = await uploaded(anna, 'undone.csv', `Name;Email;Title\nUnda Undone;unda@undone.example.test;Analyst\n`);
    const { body } = await create(anna, { file_id: fileId });
    expect((await undo(boris, body.id)).status).toBe(409);
    expect((await undo(rival, body.id)).status).toBe(404);
    expect(await undo(anna, body.id)).toMatchObject({ status: 200, body: { id: body.id } });
    expect((await anna.get(`/api/internal/profiles/${body.id}/`)).status).toBe(404);
    expect((await undo(anna, body.id)).status).toBe(404);
    expect(await here.sql(`select 1 from profile_contacts where normalized = 'unda@undone.example.test'`)).toEqual([]);
    expect(await here.sql(`select 1 from search_changes where profile_id = ${body.id}`)).not.toEqual([]);
    const again = await create(anna, { file_id: fileId });
    expect([again.body.created, again.body.id === body.id]).toEqual([true, false]);
  });

  it('[DEC-13] cannot be undone while a colleague works with the profile, after an hour, or without a creator', async () => {
    const [commented, old] = [(await create(anna, ada)).body.id, (await create(anna, ada)).body.id];
    await boris.post(`/api/v6/profiles/${commented}/comments/`, { text: 'Met in London' });
    await here.sql(`update profiles set created_at = now() - interval '61 minutes' where id = ${old}`);
    expect([(await undo(anna, commented)).status, (await undo(anna, old)).status]).toEqual([409, 409]);
    const common = profileData.parse({ first_name: 'Connie', last_name: 'Common' });
    const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [common], { companyId: null, createdBy: null }));
    expect((await undo(anna, Number(ids[0]))).status).toBe(404);
    for (const id of [commented, old]) expect((await anna.get(`/api/internal/profiles/${id}/`)).status).toBe(200);
  });

  it('[DEC-13] cannot be undone if messages to the person or opened contacts would be lost', async () => {
    const held = {
      message: `insert into message_generations (company_id, user_id, profile_id, job_description, progress, is_paid, created_at, updated_at)
        select company_id, created_by, id, 'Analyst', 'done', true, now(), now() from profiles where id = $1`,
      opening: `insert into contact_openings (company_id, user_id, profile_id, month)
        select company_id, created_by, id, date_trunc('month', now()) from profiles where id = $1`,
      report: `insert into profile_reports (company_id, profile_id, created_at, source, reason, text)
        select company_id, id, now(), 'profile', 'outdated', 'Old' from profiles where id = $1`,
      dialog: `with account as (insert into telegram_accounts (company_id, phone_number, telegram_user_id, session, created_at)
          select company_id, '+7999' || lpad(company_id::text, 7, '0'), 1, '', now() from profiles where id = $1 returning id, company_id)
        insert into telegram_dialogs (company_id, account_id, profile_id, created_at, last_at)
        select company_id, id, $1, now(), now() from account`,
    };
    for (const [name, row] of Object.entries(held)) {
      const { id } = (await create(anna, ada)).body;
      await here.sql(row, [id]);
      expect([name, (await undo(anna, id)).status]).toEqual([name, 409]);
    }
  });

  it('[DEC-13] returns 410 to a colleague who changes the profile at the same time', async () => {
    const vacancy = (await boris.post('/api/v6/folders/', { name: 'Engines' })).body.id;
    const works: ((id: number) => Promise<{ status: number; body: unknown }>)[] = [
      (id) => boris.post(`/api/v6/profiles/${id}/comments/`, { text: 'Met in London' }),
      (id) => boris.post('/api/v6/candidates/', { folder_id: vacancy, profiles: [id] }),
    ];
    for (const work of works) {
      const { id } = (await create(anna, ada)).body;
      const client = new Client({ connectionString: here.databaseUrl });
      await client.connect();
      // Like the undo, but slow enough for the other request to interleave.
      await client.query('begin');
      await client.query('delete from profiles where id = $1', [id]);
      const answer = work(id);
      await expect
        .poll(() => here.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .not.toEqual([]);
      await client.query('commit');
      await client.end();
      expect(await answer).toMatchObject({ status: 404, body: { code: 'profile_not_found' } });
    }
  });

  it('is undone once by repeated requests', async () => {
    const { body } = await create(anna, ada);
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(anna, body.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});

const unusedFiles = () =>
  here.sql('select from files where company_id = $1 and attached_to is null and purpose = $2', [company, 'profile']);
const remove = (caller: Caller, id: number) => caller.send({ method: 'DELETE', url: `/api/v6/profiles/${id}/` });
const jobsOf = async (caller: Caller) =>
  (await caller.get('/api/v6/jobs/')).body.jobs as { id: number; kind: string; details: object; result: object; undoable: boolean }[];

describe('recent activity', () => {
  it('[DEC-13] has one entry for the profiles of an import, which undoes those without work of others', async () => {
    const person = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const key = 'import-key-of-this-test';
    const make = async (name: string, body: object = {}) => (await create(person, { first_name: name, ...body })).body.id as number;
    const ids = await Promise.all(['Ada', 'Ben', 'Cem'].map((name) => make(name, { import_key: key })));
    const single = await make('Dora');
    const [ofSingle, ofImport] = await jobsOf(person);
    expect(ofSingle).toMatchObject({ kind: 'profiles_create', details: { person: 'Dora' }, undoable: true });
    expect(ofImport).toMatchObject({ kind: 'profiles_create', details: {}, result: { changed: 3 }, undoable: true });
    expect(await jobsOf(person)).toHaveLength(2);
    await person.post(`/api/v6/profiles/${ids[1]}/comments/`, { text: 'Met in London' });
    expect(await person.post(`/api/v6/jobs/${ofImport?.id}/undo/`, {})).toMatchObject({
      status: 200,
      body: { status: 'undone', result: { undone: 2 } },
    });
    const left = await Promise.all([...ids, single].map(async (id) => (await person.get(`/api/internal/profiles/${id}/`)).status));
    expect(left).toEqual([404, 200, 404, 200]);
    // The next profile of the import is an entry of its own.
    await make('Eve', { import_key: key });
    expect(await jobsOf(person)).toHaveLength(3);
  });

  it('[DEC-13] [FILE-009] undoes an enrichment by a file', async () => {
    const person = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const { id } = (await create(person, ada)).body as { id: number };
    const text = 'Ada Lovelace\nAnalyst\nEmail: ada@enriched.example.test\n\nSkills\nPython, SQL, Excel\n';
    const file = await upload(person, { filename: 'ada.txt', bytes: text, fields: { profile_id: String(id) } });
    expect((await person.post(`/api/v6/profiles/${id}/enrich_by_file/`, { file_id: file.body.id })).status).toBe(200);
    const [job] = await jobsOf(person);
    expect(job).toMatchObject({ kind: 'profile_enrich', details: { person: 'Ada Lovelace' }, undoable: true });
    expect(await person.post(`/api/v6/jobs/${job?.id}/undo/`, {})).toMatchObject({ status: 200, body: { result: { undone: 1 } } });
    expect((await person.get(`/api/internal/profiles/${id}/`)).body.private_fragments).toEqual([]);
  });
});

describe('an own profile', () => {
  it('[PEDT-001] is deleted by its creator or an administrator, with their own edits and comments', async () => {
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    const [one, two] = [(await create(anna, ada)).body.id, (await create(anna, ada)).body.id];
    await anna.post(`/api/v6/profiles/${one}/comments/`, { text: 'Wrong folder' });
    const deletable = async (caller: Caller) => (await caller.get(`/api/internal/profiles/${one}/`)).body.is_deletable;
    expect([await deletable(anna), await deletable(boris), await deletable(colleague)]).toEqual([true, true, false]);
    expect([(await remove(rival, one)).status, (await remove(colleague, one)).status]).toEqual([404, 403]);
    expect([(await remove(anna, one)).status, (await remove(boris, two)).status]).toEqual([200, 200]);
    for (const id of [one, two]) expect((await anna.get(`/api/internal/profiles/${id}/`)).status).toBe(404);
  });

  it('[PEDT-001] is deleted by an administrator with the file and the comments of its creator, but not with work of others', async () => {
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    const [deletable, commented] = await Promise.all(
      ['ida', 'eda'].map(async (name) => {
        const fileId = await uploaded(anna, `${name}.csv`, `Name;Email;Title\n${name} Imported;${name}@imported.example.test;Analyst\n`);
        const { id } = (await create(anna, { file_id: fileId })).body as { id: number };
        await good(anna.post(`/api/v6/profiles/${id}/comments/`, { text: 'From the fair' }));
        return id;
      }),
    );
    await good(colleague.post(`/api/v6/profiles/${commented}/comments/`, { text: 'Met in London' }));
    const before = (await unusedFiles()).length;
    expect((await remove(boris, deletable ?? 0)).status).toBe(200);
    expect((await unusedFiles()).length).toBe(before + 1);
    expect(await remove(boris, commented ?? 0)).toMatchObject({ status: 409, body: { code: 'profile_in_use' } });
  });

  it('[PEDT-001] stays while colleagues work with it', async () => {
    const works = [
      ['comments', { text: 'Met in London' }],
      ['tags', { tags: ['Speaker'] }],
      ['tasks', { title: 'Call her', due_on: '2030-01-01' }],
      ['contacts', { type: 'phone', value: '+7 900 123-45-67' }],
    ] as const;
    for (const [path, work] of works) {
      const { id } = (await create(anna, ada)).body as { id: number };
      expect([path, (await boris.post(`/api/v6/profiles/${id}/${path}/`, work)).status]).toEqual([path, 200]);
      expect([path, await remove(anna, id)]).toMatchObject([path, { status: 409, body: { code: 'profile_in_use' } }]);
      expect((await anna.get(`/api/internal/profiles/${id}/`)).status).toBe(200);
    }
  });

  it('[PEDT-001] [DEC-14] is deleted after its removal from a vacancy, with an entry in the event log', async () => {
    const { id } = (await create(anna, ada)).body as { id: number };
    const vacancy = await good(anna.post('/api/v6/folders/', { name: 'Engine' }));
    const { candidates } = await good(anna.post('/api/v6/candidates/', { folder_id: vacancy.id, profiles: [id] }));
    expect((await remove(anna, id)).body.code).toBe('profile_in_use');
    await good(anna.delete('/api/v6/candidates/', { ids: [candidates[0].id] }));
    expect((await remove(anna, id)).status).toBe(200);
    const { entries } = await good(boris.get(`/api/v6/audit/?kind=profile_deleted&target_kind=profile&target_id=${id}`));
    expect(entries).toMatchObject([{ kind: 'profile_deleted', target: { kind: 'profile', id } }]);
  });

  it('[PEDT-001] stays after a colleague removed it from a vacancy, with the history', async () => {
    const { id } = (await create(anna, ada)).body as { id: number };
    const vacancy = await good(boris.post('/api/v6/folders/', { name: 'Loom' }));
    const { candidates } = await good(boris.post('/api/v6/candidates/', { folder_id: vacancy.id, profiles: [id] }));
    await good(boris.delete('/api/v6/candidates/', { ids: [candidates[0].id] }));
    expect((await remove(anna, id)).body.code).toBe('profile_in_use');
  });

  it('[PEDT-001] takes its files along', async () => {
    const { id } = (await create(anna, ada)).body as { id: number };
    await upload(anna, { filename: 'ada.txt', bytes: 'Ada Lovelace', fields: { profile_id: String(id) } });
    const before = (await unusedFiles()).length;
    expect((await remove(anna, id)).status).toBe(200);
    expect((await unusedFiles()).length).toBe(before + 1);
  });
});
