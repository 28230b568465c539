import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { useSharedInstallation } from '../../../../test/installation.ts';
import { useTemporaryFolder } from '../../../../test/temporary-folder.ts';
import { localFiles } from '#platform/files/local.ts';
import { visibleProfileIds } from '../public.ts';
import { importFiles } from './import-files.ts';

const installation = useSharedInstallation();
const folder = useTemporaryFolder('import');

const lines: string[] = [];
const screen = { write: (text: string) => lines.push(text) };
const run = (files: string[], more: { company?: number; again?: boolean } = {}) => {
  const { application, clock, signing } = installation;
  const store = localFiles(installation.filesFolder);
  return importFiles({ files, database: application.database, clock, dataDir: join(folder, 'data'), store, signing, screen, ...more });
};
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const jsonLines = (people: object[]) => people.map((person) => `${JSON.stringify(person)}\n`).join('');

const ada: ProfileInput = {
  external_key: 'src:ada',
  first_name: 'Ada',
  last_name: 'Byron',
  locations: [{ city: 'Москва' }],
  positions: [{ title: 'Developer', company: 'Яндекс', start: '2020-01', is_current: true }],
  skills: [{ name: 'ReactJS' }, { name: 'Embroidery of flags' }],
  educations: [{ institution: 'МГУ' }],
  contacts: [
    { type: 'email', value: 'Ada@Example.TEST' },
    { type: 'phone', value: '8 (912) 555-01-42' },
    { type: 'telegram', value: 'https://t.me/Ada_byron' },
  ],
};

describe('import of JSON lines', () => {
  it('[RSLT-008] keeps the rest of a text that is cut through an emoji or holds a NUL, and the rest of its record', async () => {
    const basics = { name: 'Hedy Lamarr', email: 'hedy@cut.test', summary: `${'a'.repeat(9_999)}😀` };
    const own = { external_key: 'cut:own', first_name: 'Ann\0a', positions: [{ title: 'Half of \ud83d' }] };
    const result = await run([file('cut.jsonl', jsonLines([{ basics }, own, { ...ada, external_key: 'cut:ada' }]))]);
    expect(result).toMatchObject({ imported: 3, failed: 0, exitCode: 0 });
    const rows = await installation.sql<{ data: { about?: string; first_name: string; positions: { title: string }[] } }>(
      "select data from profiles where external_key = 'cut:own' or data ->> 'first_name' = 'Hedy' order by data ->> 'first_name' desc",
    );
    expect(rows.map(({ data }) => data.about ?? data.positions[0]?.title)).toEqual(['a'.repeat(9_999), 'Half of ']);
    expect(rows[1]?.data.first_name).toBe('Anna');
  });

  it('[RSLT-008] writes profiles, resolves names to reference ids and stores contacts separately', async () => {
    const result = await run([file('one.jsonl', jsonLines([ada]))]);
    expect(result).toMatchObject({ imported: 1, failed: 0, exitCode: 0 });
    const [row] = await installation.sql<{ id: number; company_id: number | null; data: Record<string, never> }>(
      "select id, company_id, data from profiles where external_key = 'src:ada'",
    );
    expect(row?.company_id).toBeNull();
    expect(row?.data).not.toHaveProperty('contacts');
    const data = row?.data as unknown as Record<string, Record<string, unknown>[]>;
    expect(data.locations?.[0]).toMatchObject({ country_code: 'RU', city_id: 524901 });
    expect(data.locations?.[0]?.lat).toBeCloseTo(55.75, 1);
    expect(data.positions?.[0]?.company_id).toEqual(expect.any(Number));
    expect(data.educations?.[0]?.university_id).toEqual(expect.any(Number));
    expect(data.skills?.map((skill) => skill.skill_id)).toEqual([expect.any(Number), null]);
    const contacts = await installation.sql('select type, normalized from profile_contacts where profile_id = $1 order by type', [row?.id]);
    expect(contacts).toEqual([
      { type: 'email', normalized: 'ada@example.test' },
      { type: 'phone', normalized: '79125550142' },
      { type: 'telegram', normalized: 'ada_byron' },
    ]);
    expect(await installation.sql('select 1 as one from search_changes where profile_id = $1', [row?.id])).toHaveLength(1);
  });

  it('updates a known key, announces only changes, and skips a known file', async () => {
    const changes = () => installation.sql<{ count: number }>('select count(*)::int as count from search_changes');
    const before = (await changes())[0]?.count ?? 0;
    await run([join(folder, 'one.jsonl')]);
    expect(lines.join('')).toContain('was imported before');
    await run([join(folder, 'one.jsonl')], { again: true });
    expect((await changes())[0]?.count).toBe(before);
    await run([file('two.jsonl', jsonLines([{ ...ada, headline: 'Countess' }]))]);
    const rows = await installation.sql<{ headline: string }>(
      "select data->>'headline' as headline from profiles where external_key = 'src:ada'",
    );
    expect(rows).toEqual([{ headline: 'Countess' }]);
    expect((await changes())[0]?.count).toBe(before + 1);
  });

  it('imports the rest of a file with broken records and lists each with its line and a reason', async () => {
    const content = [
      JSON.stringify({ first_name: 'Good', last_name: 'One' }),
      'not json',
      '',
      JSON.stringify({ first_name: 'Bad', skills: [{ name: '' }] }),
      '[]',
      JSON.stringify({ headline: 'nobody' }),
      JSON.stringify({ first_name: 'Good', last_name: 'Two' }),
    ].join('\n');
    const path = file('mixed.jsonl', content);
    const result = await run([path]);
    expect(result).toMatchObject({ imported: 2, failed: 4, exitCode: 2, errorFiles: [`${path}.errors.jsonl`] });
    const failures = readFileSync(`${path}.errors.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; reason: string });
    expect(failures.map((failure) => failure.line)).toEqual([2, 4, 5, 6]);
    expect(failures[0]?.reason).toMatch(/^the line is not JSON/);
    expect(failures[1]?.reason).toMatch(/^skills\[0\]\.name: /);
    expect(failures[2]?.reason).toBe('the record is not a JSON object');
    expect(failures[3]?.reason).toBe('the record has no name, no contact and no position');
  });

  it('resumes a killed import without duplicates', async () => {
    const people = Array.from({ length: 1200 }, (_, index) => ({ first_name: 'P', last_name: `N${index}` }));
    const path = file('long.jsonl', jsonLines(people));
    await run([path]);
    // The state after a kill behind the first batch.
    await installation.sql("update imports set records_done = 500, imported = 500, finished_at = null where file_name = 'long.jsonl'");
    await installation.sql("delete from profiles where data->>'last_name' in ('N1', 'N900')");
    const result = await run([path]);
    expect(result).toMatchObject({ imported: 1200, failed: 0 });
    const [count] = await installation.sql<{ all: number; first: number; later: number }>(
      `select count(*)::int as all, count(*) filter (where data->>'last_name' = 'N1')::int as first,
        count(*) filter (where data->>'last_name' = 'N900')::int as later from profiles where data->>'first_name' = 'P'`,
    );
    expect(count).toEqual({ all: 1199, first: 0, later: 1 });
  });

  it('reads gzip files, reports a truncated one, and keeps its readable part', async () => {
    const people = Array.from({ length: 3000 }, (_, index) => ({
      external_key: `gz:${index}`,
      first_name: 'Gz',
      last_name: `Number ${Math.sin(index)}`,
    }));
    const packed = gzipSync(jsonLines(people));
    const cut = file('cut.jsonl.gz', packed.subarray(0, packed.length - 200));
    const broken = await run([cut]);
    expect(broken.exitCode).toBe(2);
    expect(broken.imported).toBeGreaterThan(1000);
    expect(readFileSync(`${cut}.errors.jsonl`, 'utf8')).toContain('the file is damaged');
    expect(await run([file('whole.jsonl.gz', packed)])).toMatchObject({ imported: 3000, failed: 0, exitCode: 0 });
  });

  it('writes to the private base of one company, hidden from other companies', async () => {
    const first = await installation.addCompany();
    const second = await installation.addCompany();
    await run([file('own.jsonl', jsonLines([{ external_key: 'own:1', first_name: 'Own', last_name: 'Person' }]))], { company: first });
    const seenBy = (company: number) =>
      installation.application.database.inCompany(company, async (tx) => {
        const [row] = await installation.sql<{ id: number }>("select id from profiles where external_key = 'own:1'");
        return (await visibleProfileIds(tx, [row?.id ?? 0])).size;
      });
    expect(await seenBy(first)).toBe(1);
    expect(await seenBy(second)).toBe(0);
    expect(await run([join(folder, 'own.jsonl')], { company: 999_999 })).toMatchObject({ exitCode: 2 });
  });

  it('never restores an erased person', async () => {
    await installation.sql("update profiles set deleted_at = now(), data = '{}' where external_key = 'src:ada'");
    await run([file('again.jsonl', jsonLines([{ ...ada, headline: 'Back?' }]))]);
    const [row] = await installation.sql<{ data: object }>("select data from profiles where external_key = 'src:ada'");
    expect(row?.data).toEqual({});
  });
});

describe('import of JSON Resume', () => {
  it('[RSLT-008] reads one resume per file, and lists of resumes', async () => {
    const resume = {
      basics: {
        name: 'Grace Hopper',
        label: 'Admiral',
        email: 'grace@navy.test',
        phone: '+1 212 555 0142',
        location: { city: 'New York', countryCode: 'US' },
      },
      work: [{ name: 'Navy', position: 'Programmer', startDate: '1943-12-01', endDate: '1966-12-31', highlights: ['Wrote a compiler'] }],
      education: [{ institution: 'Yale University', studyType: 'PhD', area: 'Mathematics', endDate: '1934' }],
      skills: [{ name: 'Languages', keywords: ['COBOL', 'Fortran'] }],
      languages: [{ language: 'English', fluency: 'Native speaker' }],
    };
    expect(await run([file('grace.json', JSON.stringify(resume, null, 2))])).toMatchObject({ imported: 1, failed: 0 });
    const [row] = await installation.sql<{ data: Record<string, never> }>("select data from profiles where data->>'last_name' = 'Hopper'");
    expect(row?.data).toMatchObject({
      first_name: 'Grace',
      headline: 'Admiral',
      positions: [{ title: 'Programmer', company: 'Navy', start: '1943-12', end: '1966-12' }],
      educations: [{ institution: 'Yale University', level: 'doctor', end_year: 1934 }],
      skills: [{ name: 'COBOL' }, { name: 'Fortran' }],
      languages: [{ code: 'en', level: 'native' }],
    });
    const list = [resume, { basics: { name: 'Alan Turing', email: 'alan@park.test' } }, 5];
    expect(await run([file('list.json', JSON.stringify(list, null, 1))])).toMatchObject({ imported: 2, failed: 1, exitCode: 2 });
  });

  it('says once at the end where to review possible duplicates, and only after new people', async () => {
    const one = file('one.jsonl', jsonLines([{ first_name: 'One', last_name: 'Of many' }]));
    const other = file('other.jsonl', jsonLines([{ first_name: 'Other', last_name: 'Of many' }]));
    lines.length = 0;
    await run([one, other]);
    expect(lines.filter((line) => line.includes('duplicates'))).toEqual([
      'Headwater looks for possible duplicates while it runs. Review them under Search, Duplicates (/duplicates).\n',
    ]);
    expect(lines.at(-1)).toContain('/duplicates');
    lines.length = 0;
    await run([join(folder, 'nobody.jsonl')]);
    expect(lines.join('')).not.toContain('duplicates');
  });

  it('reports a missing path and imports the other', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    const result = await run([
      join(folder, 'nothing.jsonl'),
      join(folder, 'empty'),
      file('ok.jsonl', jsonLines([{ first_name: 'O', last_name: 'K' }])),
    ]);
    expect(result).toMatchObject({ imported: 1, failed: 1, exitCode: 2 });
    expect(lines.join('')).toContain('there is no such file or folder');
  });
});

describe('import of resume files', () => {
  it('[FILE-006] [FILE-007] imports a folder, gives one reason for each failed file, and imports the rest', async () => {
    const samples = fileURLToPath(new URL('../../../../test/resumes/', import.meta.url));
    const inbox = join(folder, 'inbox');
    mkdirSync(join(inbox, 'below'), { recursive: true });
    const taken = [
      'jobmatch-en.txt',
      'richard-single.odt',
      'ru-kuznetsov-hh.rtf',
      'scorelia-corrupt_file.pdf',
      'scorelia-password_protected.pdf',
    ];
    for (const name of taken) cpSync(join(samples, name), join(inbox, name));
    cpSync(join(samples, 'rm-two-column.pdf'), join(inbox, 'below', 'resume'));
    writeFileSync(join(inbox, 'empty.pdf'), '');
    writeFileSync(join(inbox, 'huge.pdf'), Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10 * 1024 * 1024)]));
    writeFileSync(join(inbox, 'letter.txt'), 'Dear Sir or Madam,\nI would like to work with you.\nJohn Doe, john@example.test');
    writeFileSync(join(inbox, 'photo.jpg'), Buffer.from('ffd8ffe000104a46494600010101006000600000ffd9', 'hex'));
    const result = await run([inbox]);
    expect(result).toMatchObject({ imported: 4, failed: 6, exitCode: 2, errorFiles: [`${inbox}.errors.jsonl`] });
    const failures = readFileSync(`${inbox}.errors.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; reason: string });
    expect(Object.fromEntries(failures.map(({ file: path, reason }) => [basename(path), reason]))).toEqual({
      'empty.pdf': 'the file is empty',
      'huge.pdf': 'the file is larger than 10 MB',
      'letter.txt': 'the text does not look like a resume',
      'photo.jpg': 'this kind of file is not supported: use PDF, DOCX, DOC, RTF, ODT, TXT, ODS, CSV or JSON',
      'scorelia-corrupt_file.pdf': 'the file is damaged and cannot be read',
      'scorelia-password_protected.pdf': 'the file is protected with a password',
    });
    const [row] = await installation.sql<{ data: object; key: string }>(
      "select data, external_key as key from profiles where data->>'last_name' = 'Кузнецов'",
    );
    expect(row?.data).toMatchObject({ locations: [{ country_code: 'RU' }], positions: [{ start: '2018-03', is_current: true }, {}] });
    expect(row?.key).toMatch(/^file:[0-9a-f]{64}$/);
    // Imported files stay; failed ones are tried again.
    lines.length = 0;
    expect(await run([inbox])).toMatchObject({ imported: 4, failed: 6 });
    expect(lines.join('').match(/was imported before/g)).toHaveLength(4);
    expect(readFileSync(`${inbox}.errors.jsonl`, 'utf8').trim().split('\n')).toHaveLength(6);
  });

  it('[FILE-001] [FILE-002] [FILE-003] [FILE-004] [FILE-021] keeps the file with the profile once, and opens it with the contacts', async () => {
    const samples = fileURLToPath(new URL('../../../../test/resumes/', import.meta.url));
    const path = join(folder, 'Резюме Поповой.txt');
    cpSync(join(samples, 'ru-popova.txt'), path);
    for (const again of [false, true]) expect(await run([path], { again })).toMatchObject({ imported: 1, failed: 0 });
    const [row] = await installation.sql<{ id: number }>("select id from profiles where data->>'last_name' = 'Попова'");
    const id = row?.id ?? 0;
    const company = await installation.addCompany();
    const caller = await installation.signIn(await installation.addUser(company, 'worker'));
    const list = async () => (await caller.get(`/api/internal/profiles/${id}/resumes/`)).body.resumes;
    const [closed, ...more] = await list();
    expect(more).toEqual([]);
    expect(closed).toMatchObject({
      type: 'file-based profile',
      filename: 'Резюме Поповой.txt',
      user_name: null,
      url: null,
      is_own: false,
      enrichable: false,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const download = `/api/files/v1/${closed.file_id}/download/`;
    expect(await caller.get(download)).toMatchObject({ status: 403, body: { detail: 'Open the contacts to read this resume' } });
    await caller.get(`/api/v6/profiles/${id}/get-contacts/`);
    expect((await list())[0].url).toBe(download);
    expect((await caller.get(download)).body).toBe(readFileSync(path, 'utf8'));
    // The file belongs to the common base, so no company removes it.
    const admin = await installation.signIn(await installation.addUser(company, 'admin'));
    expect((await admin.delete(`/api/files/v1/${closed.file_id}/`)).status).toBe(403);
  });

  it('[FILE-021] keeps the file of a private base inside its company, open to those who may see resumes', async () => {
    const company = await installation.addCompany();
    const path = join(folder, 'private.txt');
    writeFileSync(path, `${readFileSync(fileURLToPath(new URL('../../../../test/resumes/jobmatch-en.txt', import.meta.url)), 'utf8')}\n`);
    expect(await run([path], { company })).toMatchObject({ imported: 1 });
    const [row] = await installation.sql<{ id: number; profile: number }>(
      'select id, attached_id as profile from files where company_id = $1',
      [company],
    );
    const own = await installation.signIn(await installation.addUser(company, 'worker'));
    const other = await installation.signIn(await installation.addUser(await installation.addCompany(), 'admin'));
    expect((await own.get(`/api/internal/profiles/${row?.profile}/resumes/`)).body.resumes).toMatchObject([
      { filename: 'private.txt', is_own: true },
    ]);
    expect((await own.get(`/api/files/v1/${row?.id}/download/`)).status).toBe(200);
    for (const part of ['', 'download/']) expect((await other.get(`/api/files/v1/${row?.id}/${part}`)).status).toBe(404);
    expect((await other.delete(`/api/files/v1/${row?.id}/`)).status).toBe(404);
  });
});

describe('import of tables', () => {
  it('[IMP-001] writes the people of a table once, and lists the rows that were left out', async () => {
    const table = file(
      'people.csv',
      'Имя;Почта;Должность\nАнна Орлова;anna@command.test;Аналитик\n;;Инженер\nОлег Котов;oleg@command.test;Инженер\n',
    );
    const company = await installation.addCompany();
    expect(await run([table], { company })).toMatchObject({ imported: 2, failed: 1, exitCode: 2 });
    expect(await run([table], { company, again: true })).toMatchObject({ imported: 2, failed: 1 });
    const rows = await installation.sql<{ name: string }>(
      "select data ->> 'last_name' as name from profiles where company_id = $1 order by 1",
      [company],
    );
    expect(rows.map(({ name }) => name)).toEqual(['Котов', 'Орлова']);
    expect(readFileSync(`${table}.errors.jsonl`, 'utf8')).toContain('"line":3,"reason":"the row has no name and no contact"');
  });

  it('[IMP-001] reports a damaged workbook', async () => {
    expect(await run([file('damaged.xlsx', 'PK\u0003\u0004 not a workbook at all')])).toMatchObject({
      imported: 0,
      failed: 1,
      exitCode: 2,
    });
  });
});
