import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '@headwater/domain/time/durations';
import { linesOf } from '../../../test/enrichment-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';
import { importsPath, importTable, previewTable, uploadTable } from '../../../test/table-fixtures.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

let company: number;
let recruiter: TestUser;
let caller: Caller;
let unique = 0;
let tasks: { stop(): Promise<void> };
beforeAll(async () => {
  await here.application.search.start();
  tasks = await here.application.startSearchTasks();
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
});
afterAll(() => tasks.stop());
beforeEach(() => void (unique += 1));

const mail = (name: string) => `${name}.${unique}@table.test`;
const csv = (rows: readonly string[][]) =>
  rows.map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\n');

async function profileOf(email: string): Promise<{ id: number; name: unknown[]; data: Record<string, unknown> } | undefined> {
  const [row] = await here.sql<{ id: number; data: Record<string, unknown> }>(
    `select p.id, p.data || coalesce(o.data, '{}') as data from profiles p join profile_contacts c on c.profile_id = p.id
     left join profile_overlays o on o.profile_id = p.id and o.company_id = p.company_id
     where c.normalized = $1 and p.company_id = $2 and p.deleted_at is null`,
    [email, company],
  );
  return row && { id: row.id, data: row.data, name: [row.data['first_name'], row.data['last_name']] };
}
const phonesOf = async (id: number) =>
  (
    await here.sql<{ normalized: string }>(`select normalized from profile_contacts where profile_id = $1 and type = 'phone' order by 1`, [
      id,
    ])
  ).map((row) => row.normalized);

describe('the preview of a table', () => {
  it('[IMP-003] [IMP-002] shows the first 20 rows as profiles with the problems of their cells, and writes nothing', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => [
      `Person ${'abcdefghijklmnopqrstuvwxy'[index]}`,
      index === 1 ? 'no mail' : mail(`p${index}`),
      index === 2 ? 'soon' : '2020-01',
      'Acme',
    ]);
    const before = await here.sql('select count(*) from profiles');
    const id = await uploadTable(caller, csv([['Candidate', 'E-mail', 'Start date', 'Company'], ...rows]));
    const { status, body } = await previewTable(caller, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      table: 'csv',
      encoding: 'utf-8',
      delimiter: 'comma',
      header_line: 1,
      columns: ['full_name', 'email', 'start', 'company'],
      count: 25,
      is_counted: true,
      preset: null,
    });
    expect(body.rows).toHaveLength(20);
    expect(body.rows[0]).toMatchObject({
      line: 2,
      left_out: null,
      problems: [],
      person: { name: 'Person a', position: 'Acme', contacts: [mail('p0')] },
    });
    expect(body.rows[1].problems).toEqual([{ column: 1, problem: 'email' }]);
    expect(body.rows[2].problems).toEqual([{ column: 2, problem: 'date' }]);
    const other = await previewTable(caller, id, { columns: ['ignore', 'email', 'ignore', 'tags'] });
    expect(other.body.rows[0].person).toMatchObject({ name: '', tags: ['Acme'] });
    expect(await here.sql('select count(*) from profiles')).toEqual(before);
  });

  it('[IMP-001] refuses files that are too large, of another kind, damaged or incomplete, in both languages', async () => {
    const large = await caller.post(importsPath, { file_name: 'a.xlsx', size: 10 * 1024 ** 3 });
    expect([large.status, large.body.size]).toEqual([400, ['The file is larger than 200 MB']]);
    expect((await caller.post(importsPath, { file_name: 'a.exe', size: 10 })).body.file_name).toEqual([
      'Choose a CSV, TSV, XLSX, ODS, VCF or ZIP file',
    ]);
    const { body } = await caller.post(importsPath, { file_name: 'a.csv', size: 1000 });
    expect((await previewTable(caller, body.id)).body.detail).toBe('The file was not uploaded completely. Upload it again');
    const broken = await uploadTable(caller, zipSync({ 'a.txt': strToU8('x') }).subarray(0, 40), 'a.xlsx');
    expect((await previewTable(caller, broken)).body.file).toEqual(['The file is damaged. Save it again and upload the new file']);
    await here.sql(`update users set language = 'ru' where id = $1`, [recruiter.id]);
    expect((await previewTable(caller, broken)).body.file).toEqual(['Файл повреждён. Сохраните его заново и загрузите ещё раз']);
    await here.sql(`update users set language = 'en' where id = $1`, [recruiter.id]);
    const stranger = await here.signIn(await here.addUser(company, 'admin'));
    expect((await previewTable(stranger, broken)).status).toBe(404);
  });

  it('[IMP-004] remembers the columns by the header, for the company', async () => {
    const header = [`Who ${unique}`, `Where to write ${unique}`, 'Remark'];
    const table = csv([header, ['Ann Lee', mail('remembered'), 'x']]);
    const columns = ['full_name', 'email', 'tags'];
    await importTable(caller, table, { columns });
    const again = await previewTable(caller, await uploadTable(caller, csv([header, ['Bob Ray', mail('other'), 'y']])));
    expect(again.body).toMatchObject({ columns, is_remembered: true, rows: [{ person: { tags: ['y'] } }] });
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await previewTable(stranger, await uploadTable(stranger, table))).body.is_remembered).toBe(false);
  });
});

describe('an import of a table', () => {
  it('[IMP-009] [IMP-002] writes people with tags and comments into a vacancy, with mapped statuses', async () => {
    const vacancy = await fillVacancy(here, caller, { profiles: 0 });
    const { statuses } = (await caller.get('/api/v6/status_collection/statuses/')).body;
    const rows = [
      [
        'Фамилия',
        'Имя',
        'Почта',
        'Телефон',
        'Должность',
        'Компания',
        'Начало',
        'Город',
        'Навыки',
        'Языки',
        'Зарплата',
        'Комментарий',
        'Теги',
        'Источник',
        'Дата добавления',
        'Этап',
      ],
      [
        'Петров',
        'Иван',
        mail('ivan'),
        '8 916 123-45-67',
        'Аналитик',
        'Ромашка',
        '03.2020',
        'Казань',
        'SQL; Python',
        'английский B2',
        '150 000 руб',
        'Перезвонить',
        'vip, data',
        'hh.ru',
        '01.02.2024',
        'Звонок',
      ],
      ['Орлова', 'Анна', mail('anna'), '', 'Тестировщик', '', '', '', '', '', '', '', '', '', '', statuses[2].name],
    ];
    const { status, body } = await importTable(caller, csv(rows), {
      folder_id: vacancy.id,
      statuses: [{ value: 'звонок', status: statuses[1].id }],
      tags: ['import'],
    });
    expect([status, body.created, body.left_out, body.job.status]).toEqual([200, 2, 0, 'done']);
    const ivan = await profileOf(mail('ivan'));
    expect(ivan?.data).toMatchObject({
      first_name: 'Иван',
      last_name: 'Петров',
      positions: [{ title: 'Аналитик', company: 'Ромашка', start: '2020-03', is_current: true }],
      locations: [{ country_code: 'RU' }],
      languages: [{ code: 'en', level: 'intermediate' }],
      salary: { amount: 150_000, currency: 'RUB' },
    });
    expect(await phonesOf(ivan?.id ?? 0)).toEqual(['79161234567']);
    const tags = await here.sql<{ name: string }>(
      'select name from tags join profile_tags on tag_id = id where profile_id = $1 order by 1',
      [ivan?.id],
    );
    expect(tags.map(({ name }) => name)).toEqual(['data', 'import', 'vip']);
    const [comment] = await here.sql<{ text: string }>('select text from comments where profile_id = $1', [ivan?.id]);
    expect(comment?.text).toBe('Перезвонить\nSource: hh.ru\nAdded on 2024-02-01');
    const candidates = await here.sql<{ status_id: number }>('select status_id from candidates where vacancy_id = $1 order by profile_id', [
      vacancy.id,
    ]);
    expect(candidates.map((row) => row.status_id)).toEqual([statuses[1].id, statuses[2].id]);
  });

  it('[IMP-008] handles known people as chosen: skip, fill in, replace', async () => {
    const rows = (phone: string, title: string, city: string) =>
      csv([
        ['Name', 'Email', 'Phone', 'Title', 'City'],
        ['Ann Lee', mail('known'), phone, title, city],
      ]);
    expect((await importTable(caller, rows('', 'Engineer', ''))).body.created).toBe(1);
    const known = await profileOf(mail('known'));
    const skipped = await importTable(caller, rows('+16502530001', 'Boss', 'Berlin'));
    expect([skipped.body.created, skipped.body.known, skipped.body.changed]).toEqual([0, 1, 0]);
    expect(await phonesOf(known?.id ?? 0)).toEqual([]);
    const filled = await importTable(caller, rows('+16502530001', 'Boss', 'Berlin'), { duplicates: 'fill' });
    expect([filled.body.created, filled.body.changed]).toEqual([0, 1]);
    expect(await profileOf(mail('known'))).toMatchObject({
      id: known?.id,
      data: { headline: 'Engineer', locations: [{ city: 'Berlin' }] },
    });
    expect(await phonesOf(known?.id ?? 0)).toEqual(['16502530001']);
    const replaced = await importTable(caller, rows('', 'Boss', 'Paris'), { duplicates: 'replace' });
    expect(replaced.body.changed).toBe(1);
    expect((await profileOf(mail('known')))?.data).toMatchObject({ headline: 'Boss', locations: [{ city: 'Paris' }] });
    await caller.post(`/api/v6/jobs/${replaced.body.job.id}/undo/`);
    expect((await profileOf(mail('known')))?.data).toMatchObject({ headline: 'Engineer', locations: [{ city: 'Berlin' }] });
  });

  it('[IMP-008] knows people by external id and link, and does not merge by a shared phone', async () => {
    const rows = [
      ['Candidate ID', 'Name', 'Phone', 'LinkedIn'],
      [`X${unique}`, 'Ann Lee', '+16502530099', ''],
      ['', 'Bob Ray', '+16502530099', `linkedin.com/in/bob-ray-${unique}`],
      ['', 'Robert Ray', '', `https://www.linkedin.com/in/bob-ray-${unique}/`],
    ];
    const first = await importTable(caller, csv(rows));
    expect([first.body.created, first.body.left_out]).toEqual([2, 1]);
    const again = await importTable(
      caller,
      csv([rows[0] ?? [], [`X${unique}`, 'Anne Lee', '', ''], ['', 'Bobby Ray', '', `linkedin.com/in/bob-ray-${unique}`]]),
    );
    expect([again.body.created, again.body.known]).toEqual([0, 2]);
  });

  it('[IMP-007] is undone for an hour, except people that users have worked with', async () => {
    const vacancy = await fillVacancy(here, caller, { profiles: 0 });
    const table = csv([
      ['Name', 'Email', 'Notes', 'Tags'],
      ['Ann Lee', mail('undone'), 'note', 'tag'],
      ['Bob Ray', mail('kept'), 'note', 'tag'],
    ]);
    const { body } = await importTable(caller, table, { folder_id: vacancy.id });
    const kept = await profileOf(mail('kept'));
    await caller.post(`/api/v6/profiles/${kept?.id}/comments/`, { text: 'we talked' });
    expect((await caller.post(`/api/v6/jobs/${body.job.id}/undo/`)).body).toMatchObject({ status: 'undone', result: { undone: 1 } });
    expect([await profileOf(mail('undone')), (await profileOf(mail('kept')))?.id]).toEqual([undefined, kept?.id]);
    expect((await importTable(caller, table)).body).toMatchObject({ created: 1, known: 1 });
    const late = await importTable(
      caller,
      csv([
        ['Name', 'Email'],
        ['Cid Fox', mail('late')],
      ]),
    );
    here.clock.advance(hourMs + 1);
    expect((await caller.post(`/api/v6/jobs/${late.body.job.id}/undo/`)).status).toBe(409);
  });

  it('[IMP-007] has a file of the rows that were left out, which can be imported again', async () => {
    const table = `Name,Email,Company\nAnn Lee,${mail('ann')},Acme\n,,Ink\nBob Ray,"${mail('bob')}"x,Ink\nAnn Lee,${mail('ann')},Other\n`;
    const { body } = await importTable(caller, table);
    expect(body).toMatchObject({ done: 4, created: 1, left_out: 3 });
    const file = await caller.get(`${importsPath}${body.id}/left_out/`);
    expect(linesOf(file)).toEqual([
      'Name,Email,Company,Line of the file,Reason',
      ',,Ink,3,No name and no contact',
      `Bob Ray,"""${mail('bob')}""x",Ink,4,Text after a closing quotation mark`,
      `Ann Lee,${mail('ann')},Other,5,The same person is in an earlier row`,
    ]);
    const corrected = String(file.body)
      .replace(',,Ink,3', `Cid Fox,${mail('cid')},Ink,3`)
      .replace(`"""${mail('bob')}""x"`, mail('bob'));
    expect((await importTable(caller, corrected)).body).toMatchObject({ created: 2, known: 1 });
    expect((await profileOf(mail('bob')))?.name).toEqual(['Bob', 'Ray']);
  });

  it('[IMP-007] [DEC-14] skips erased people, and keeps neither their row nor the table', async () => {
    const table = csv([
      ['Name', 'Email'],
      ['Ann Lee', mail('erased')],
      ['Bob Ray', mail('stays')],
    ]);
    await importTable(caller, table);
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    const ann = await profileOf(mail('erased'));
    await importTable(caller, table);
    await admin.post(`/api/v6/profiles/${ann?.id}/erasure/`);
    await until(async () => expect((await admin.get(`/api/internal/profiles/${ann?.id}/`)).status).toBe(410), { timeout: 60_000 });
    const stored = await here.sql<{ text: string }>(`select left_out::text || coalesce(changes::text, '') as text from table_import_parts`);
    expect(stored.filter(({ text }) => String(text).includes(mail('erased')))).toEqual([]);
    const { body } = await importTable(caller, table);
    expect(body).toMatchObject({ created: 0, erased: 1, known: 1 });
    expect(String((await caller.get(`${importsPath}${body.id}/left_out/`)).body)).toContain(',,2,The person was erased on request');
  });

  it('[IMP-006] attaches the resumes of an archive to the rows that name them', async () => {
    const rtf = String.raw`{\rtf1 Ann Lee, engineer of pumps and other machines}`;
    const bytes = zipSync({
      'people.csv': strToU8(
        csv([
          ['Name', 'Email', 'Resume file'],
          ['Ann Lee', mail('ann'), 'Ann Lee.rtf'],
          ['Bob Ray', mail('bob'), 'missing.pdf'],
        ]),
      ),
      'cv/Ann Lee.rtf': strToU8(rtf),
    });
    const { body } = await importTable(caller, bytes, { fileName: 'base.zip' });
    expect(body.created).toBe(2);
    const ann = await profileOf(mail('ann'));
    const files = await here.sql(`select filename, size from files where attached_to = 'profile' and attached_id = $1`, [ann?.id]);
    expect(files).toEqual([{ filename: 'Ann Lee.rtf', size: rtf.length }]);
    await caller.post(`/api/v6/jobs/${body.job.id}/undo/`);
    expect(await profileOf(mail('ann'))).toBeUndefined();
  });

  it('[IMP-001] is refused without a column that identifies people, and starts once', async () => {
    const id = await uploadTable(
      caller,
      csv([
        ['Company', 'City'],
        ['Acme', 'Berlin'],
      ]),
    );
    const answer = await caller.post(`${importsPath}${id}/start/`, { columns: ['company', 'city'], header_line: 1 });
    expect(answer.body.columns).toEqual(['Choose at least one column with a name, an e-mail, a phone or a link']);
    const other = await uploadTable(caller, csv([['Name'], [`Ann Once${unique}`]]));
    const both = await Promise.all(
      [1, 2].map(() => caller.post(`${importsPath}${other}/start/`, { columns: ['full_name'], header_line: 1 })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
