import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { csvForm } from '../../../test/enrichment-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { importsPath, importTable, previewTable, uploadTable } from '../../../test/table-fixtures.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

let company: number;
let caller: Caller;
let colleague: Caller;
let unique = 0;
let tasks: { stop(): Promise<void> };
beforeAll(async () => {
  await here.application.search.start();
  tasks = await here.application.startSearchTasks();
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  colleague = await here.signIn(await here.addUser(company, 'worker'));
});
afterAll(() => tasks.stop());
beforeEach(() => void (unique += 1));

const mail = (name: string) => `${name}.${unique}@same.test`;
const csv = (...rows: string[][]) => rows.map((row) => row.join(',')).join('\n');
const header = ['ID', 'Name', 'Email', 'Phone', 'City'];

interface Stored {
  id: number;
  name: string;
  city: string | null;
}

async function stored(email: string): Promise<Stored | undefined> {
  const [row] = await here.sql<Stored>(
    `select p.id, concat_ws(' ', p.data->>'first_name', p.data->>'last_name') as name, p.data->'locations'->0->>'city' as city
     from profiles p join profile_contacts c on c.profile_id = p.id where c.normalized = $1 and p.company_id = $2 and p.deleted_at is null`,
    [email, company],
  );
  return row;
}

describe('people of tables', () => {
  it('[IMP-008] with equal ids in unrelated tables stay apart', async () => {
    const first = csv(['ID', 'Name', 'Email'], [`${unique}`, 'Anna Smith', mail('anna')]);
    const second = csv(['ID', 'Name', 'Email', 'City'], [`${unique}`, 'Carl Young', mail('carl'), 'Bonn']);
    await importTable(caller, first);
    expect((await importTable(caller, second, { duplicates: 'fill' })).body).toMatchObject({ created: 1, changed: 0 });
    // An equal header, and another person with the id.
    const third = csv(['ID', 'Name', 'Email'], [`${unique}`, 'Diana Prince', mail('diana')]);
    expect((await importTable(caller, third, { duplicates: 'replace' })).body).toMatchObject({ created: 0, changed: 0, left_out: 1 });
    expect((await stored(mail('anna')))?.name).toBe('Anna Smith');
    expect((await importTable(caller, first)).body).toMatchObject({ known: 1 });
  });

  it('[IMP-008] that were merged are known by both ids', async () => {
    const rows = (city: string) =>
      csv(header, [`A${unique}`, 'Vera Long', mail('vera'), '', city], [`B${unique}`, 'Vera Long', mail('long'), '', city]);
    await importTable(caller, rows('Berlin'));
    const [one, other] = [await stored(mail('vera')), await stored(mail('long'))];
    const merged = await caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [one?.id, other?.id] });
    expect(merged.status).toBe(200);
    expect((await importTable(caller, rows('Paris'))).body).toMatchObject({ created: 0, known: 2 });
    expect((await here.sql(`select from profiles where company_id = $1 and data::text like '%Paris%'`, [company])).length).toBe(0);
  });

  it('[IMP-008] are known by a phone number together with the whole name', async () => {
    const phone = `+1650253${String(1000 + unique)}`;
    await importTable(caller, csv(['Name', 'Phone'], ['Mary Stone', phone]));
    const again = csv(['Name', 'Phone', 'City'], ['Mary Stone', phone, 'Kyoto'], ['Mary Hill', phone, 'Kyoto']);
    expect((await importTable(caller, again)).body).toMatchObject({ created: 1, known: 1 });
  });

  it('[IMP-007] keep what colleagues added when the import is undone', async () => {
    const table = csv(
      ['Name', 'Email', 'Notes'],
      ['Ann Call', mail('call'), 'from the fair'],
      ['Bob Talk', mail('talk'), 'from the fair'],
      ['Cid Rest', mail('rest'), 'from the fair'],
    );
    const { body } = await importTable(caller, table);
    const [call, talk] = [await stored(mail('call')), await stored(mail('talk'))];
    const added = await colleague.post(`/api/v6/profiles/${call?.id}/contacts/`, { type: 'phone', value: `+1650254${1000 + unique}` });
    expect(added.status).toBe(200);
    expect((await colleague.post(`/api/v6/profiles/${talk?.id}/comments/`, { text: 'we talked' })).status).toBe(200);
    expect((await caller.post(`/api/v6/jobs/${body.job.id}/undo/`)).body).toMatchObject({ status: 'undone', result: { undone: 1 } });
    expect([(await stored(mail('call')))?.id, (await stored(mail('talk')))?.id, await stored(mail('rest'))]).toEqual([
      call?.id,
      talk?.id,
      undefined,
    ]);
    const notes = await here.sql<{ text: string }>(`select text from comments where profile_id = $1 order by id`, [talk?.id]);
    expect(notes.map(({ text }) => text)).toEqual(['from the fair', 'we talked']);
  });

  it('[IMP-009] are imported without a vacancy that was deleted since', async () => {
    const vacancy = await fillVacancy(here, caller, { profiles: 0 });
    const rows = Array.from({ length: 250 }, (_, at) => [`Eve Gone${at}`, mail(`gone${at}`)]);
    const started = await importTable(caller, csv(['Name', 'Email'], ...rows), { folder_id: vacancy.id });
    expect(started.body.created).toBe(0);
    await here.sql('update vacancies set deleted_at = now() where id = $1', [vacancy.id]);
    const worker = await here.application.startWorker();
    await here.application.idle();
    await worker.stop();
    expect((await caller.get(`/api/v6/jobs/${started.body.job.id}/`)).body).toMatchObject({ status: 'done', result: { created: 250 } });
  });
});

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('headwater-temporary-'));
const copies = () => folders().filter((name) => readdirSync(join(tmpdir(), name)).includes('file'));

describe('the file of an import', () => {
  it('[IMP-003] is read again after a piece was replaced', async () => {
    const id = await uploadTable(caller, csv(['Name'], ['Ann Old']));
    expect((await previewTable(caller, id)).body.rows[0].person.name).toBe('Ann Old');
    const form = csvForm(Buffer.from(csv(['Name'], ['Bob New'])), { fileName: 'people.csv', number: '0' });
    await caller.send({ method: 'POST', url: `${importsPath}${id}/pieces/`, ...form });
    expect((await previewTable(caller, id)).body.rows[0].person.name).toBe('Bob New');
  });

  it('[DEC-14] leaves this machine some minutes after the last preview', async () => {
    const before = new Set(copies());
    await previewTable(caller, await uploadTable(caller, csv(['Name'], ['Ann Left'])));
    const made = copies().filter((name) => !before.has(name));
    expect(made.length).toBeGreaterThan(0);
    here.clock.advance(11 * minuteMs);
    await until(() => expect(folders().filter((name) => made.includes(name))).toEqual([]));
  });
});
