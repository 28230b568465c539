import { mailingsIn, recipientsIn } from '../../../test/message-fixtures.ts';
import { describe, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

let counter = 0;
/** Creates a company and a user who exports. */
async function fresh(company: { contacts_per_month_user?: number } = {}) {
  const companyId = await here.addCompany();
  if (company.contacts_per_month_user !== undefined)
    await here.sql('update companies set contacts_per_month_user = $2 where id = $1', [companyId, company.contacts_per_month_user]);
  const user = await here.addUser(companyId, 'worker');
  return { companyId, user, caller: await here.signIn(user) };
}

/** Creates a vacancy with candidates in the given order. */
async function vacancyWith(caller: Caller, inputs: readonly Partial<ProfileInput>[], name = `Designer ${(counter += 1)}`) {
  const profiles = (await Promise.all(inputs.map((input) => addProfiles(here, 1, { input })))).flat();
  const { id } = (await caller.post('/api/v6/folders/', { name })).body as { id: number };
  const candidates: number[] = [];
  for (const profile of profiles) {
    const { body } = await caller.post('/api/v6/candidates/', { folder_id: id, profiles: [profile] });
    candidates.push(body.candidates[0].id);
  }
  return { id, profiles, candidates };
}

const withEmail = (email: string): Partial<ProfileInput> => ({ contacts: [{ type: 'email', value: email }] });
const call = (kind: 'csv' | 'check', of: string) => (caller: Caller, id: number, body: object) =>
  caller.post(`/api/${of}/${id}/candidates/export/${kind}`, body);
const [csv, check] = [call('csv', 'vacancies'), call('check', 'vacancies')];
const [csvOfSequence, checkSequence] = [call('csv', 'sequences'), call('check', 'sequences')];
const lines = (answer: { body: string }) => answer.body.split('\r\n').filter(Boolean);
const openedBy = async (user: TestUser) =>
  (await here.sql<{ count: number }>('select count(*)::int as count from contact_openings where user_id = $1', [user.id]))[0]?.count;

describe('columns of an export', () => {
  it('[EXP-001] are named in the language of the reader', async () => {
    const { companyId, caller } = await fresh();
    const english = (await caller.get('/api/candidates/export/columns')).body.columns;
    expect(english[0]).toEqual({ id: 'name', name: 'Name' });
    expect(english.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['email', 'phone', 'skills', 'status', 'profile']));
    const russian = await here.signIn(await here.addUser(companyId, 'worker', { language: 'ru' }));
    expect((await russian.get('/api/candidates/export/columns')).body.columns[0]).toEqual({ id: 'name', name: 'Имя полностью' });
  });

  it('[ROLE-055] are closed to roles without the export right', async () => {
    const { companyId, caller } = await fresh();
    const { id } = await vacancyWith(caller, [{}]);
    for (const role of ['hm', 'admin_without_search'] as const) {
      const other = await here.signIn(await here.addUser(companyId, role));
      expect((await other.get('/api/candidates/export/columns')).status).toBe(403);
      for (const one of [check, csv]) expect((await one(other, id, { columns: ['name'] })).status).toBe(403);
    }
    expect(await csv(caller, id, { columns: [] })).toMatchObject({ status: 400, body: { columns: [expect.any(String)] } });
    expect(await csv(caller, id, { columns: ['salary'] })).toMatchObject({ status: 400 });
  });
});

describe('hidden contacts of an export', () => {
  it('[EXP-002] [EXP-011] are counted for the chosen columns and candidates, without opened ones', async () => {
    const { caller, user } = await fresh();
    const { id, profiles, candidates } = await vacancyWith(caller, [
      withEmail('a@one.test'),
      withEmail('b@one.test'),
      { contacts: [{ type: 'phone', value: '+7 912 555-01-42' }] },
      {},
    ]);
    expect((await check(caller, id, { columns: ['name', 'email', 'phone'] })).body).toEqual({
      count: 4,
      hidden: 3,
      available: 300,
      total: 300,
    });
    expect((await check(caller, id, { columns: ['email'] })).body).toMatchObject({ count: 4, hidden: 2 });
    expect((await check(caller, id, { columns: ['name'] })).body).toMatchObject({ count: 4, hidden: 0 });
    expect((await check(caller, id, { columns: ['email'], candidate_ids: candidates.slice(1) })).body).toMatchObject({
      count: 3,
      hidden: 1,
    });
    await caller.get(`/api/v6/profiles/${profiles[0]}/get-contacts/`);
    expect(await openedBy(user)).toBe(1);
    expect((await check(caller, id, { columns: ['email'] })).body).toMatchObject({ hidden: 1, available: 299 });
  });

  it('[EXP-004] [CONT-022] refuse the whole export if the quota is insufficient, and open none', async () => {
    const { caller, user } = await fresh({ contacts_per_month_user: 1 });
    const { id } = await vacancyWith(caller, [withEmail('a@two.test'), withEmail('b@two.test')]);
    const refusal = {
      status: 400,
      body: {
        code: 'export_limit',
        hidden: 2,
        available: 1,
        total: 1,
        detail: expect.stringContaining('Not enough limits to open contacts'),
      },
    };
    expect(await check(caller, id, { columns: ['email'] })).toMatchObject({ ...refusal, body: { ...refusal.body, count: 2 } });
    expect(await csv(caller, id, { columns: ['email'] })).toMatchObject(refusal);
    expect(await openedBy(user)).toBe(0);
    const without = await csv(caller, id, { columns: ['email', 'status'], open_contacts: false });
    expect(lines(without)).toEqual(['Email,Status', ',New', ',New']);
    expect(await openedBy(user)).toBe(0);
  });

  it('[EXP-005] are not charged in vain when an emoji crosses the end of the file name', async () => {
    const { caller } = await fresh();
    const { id } = await vacancyWith(caller, [withEmail('a@cut.test')], `${'x'.repeat(79)}🎨 Designer`);
    const answer = await csv(caller, id, { columns: ['email'] });
    expect(lines(answer)).toEqual(['Email', 'a@cut.test']);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`${'x'.repeat(79)}🎨-`);
  });

  it('[CONT-009] [EXP-005] are opened and charged once by concurrent exports', async () => {
    const { caller, user } = await fresh({ contacts_per_month_user: 2 });
    const { id } = await vacancyWith(caller, [withEmail('a@three.test'), withEmail('b@three.test')]);
    const answers = await Promise.all(Array.from({ length: 2 }, () => csv(caller, id, { columns: ['email'] })));
    for (const answer of answers) expect(lines(answer)).toEqual(['Email', 'b@three.test', 'a@three.test']);
    expect(await openedBy(user)).toBe(2);
  });

  it('[ROLE-055] stay closed to a colleague of the user who opened them', async () => {
    const { companyId, caller } = await fresh();
    const { id } = await vacancyWith(caller, [withEmail('a@four.test')]);
    await csv(caller, id, { columns: ['email'] });
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    expect(lines(await csv(colleague, id, { columns: ['email', 'status'], open_contacts: false }))).toEqual(['Email,Status', ',New']);
  });
});

describe('the table of an export', () => {
  it('[EXP-005] contains the chosen columns, newest candidates first, in a file named after the vacancy', async () => {
    const { caller } = await fresh();
    const { id, profiles, candidates } = await vacancyWith(
      caller,
      [
        {
          first_name: 'Анна',
          last_name: 'Ким',
          skills: [{ name: 'Go' }, { name: 'SQL' }],
          languages: [{ code: 'de' }],
          educations: [{ institution: 'МГУ' }],
          contacts: [
            { type: 'email', value: 'anna@five.test' },
            { type: 'email', value: 'kim@five.test' },
          ],
        },
        { first_name: 'Bob', last_name: 'Stone, "Rocky"', positions: [] },
      ],
      'Дизайнер; 2026/11',
    );
    const columns = ['name', 'title', 'city', 'email', 'skills', 'education', 'languages', 'status', 'vacancy', 'profile'];
    const answer = await csv(caller, id, { columns });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' });
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
      /^attachment; filename\*=UTF-8''candidates-Дизайнер; 2026 11-\d{4}-\d\d-\d\d\.csv$/,
    );
    expect(lines(answer)).toEqual([
      'Name,Job title,City,Email,Skills,Education,Languages,Status,Vacancy,Profile link',
      `"Bob Stone, ""Rocky""",,Berlin,,,,,New,Дизайнер; 2026/11,http://headwater.test/profiles/${profiles[1]}`,
      `Анна Ким,Developer,Berlin,"anna@five.test, kim@five.test","Go, SQL",МГУ,German,New,Дизайнер; 2026/11,http://headwater.test/profiles/${profiles[0]}`,
    ]);
    const [first] = candidates;
    expect(lines(await csv(caller, id, { columns: ['name'], candidate_ids: [first] }))).toEqual(['Name', 'Анна Ким']);
    expect(lines(await csv(caller, id, { columns: ['name'], query: 'stone' }))).toHaveLength(2);
    const { statuses } = (await caller.get(`/api/v6/folders/${id}/`)).body;
    await caller.patch(`/api/v6/candidates/${first}/`, { status: statuses[1].id });
    expect(lines(await csv(caller, id, { columns: ['name'], status: [statuses[1].id] }))).toEqual(['Name', 'Анна Ким']);
  });

  it('[EXP-007] [EXP-008] [EXP-009] [EXP-010] uses the chosen encoding, delimiter and formula guards', async () => {
    const { caller } = await fresh();
    const { id } = await vacancyWith(caller, [
      { first_name: '=HYPERLINK("http://x.test")', last_name: '' },
      { first_name: '+7', last_name: '' },
      { first_name: '@SUM(A1)', last_name: '' },
      { first_name: 'Жанна', last_name: '木' },
    ]);
    const bytes = async (body: object) => {
      const options = {
        method: 'POST' as const,
        url: `/api/vacancies/${id}/candidates/export/csv`,
        payload: { columns: ['name', 'status'], ...body },
      };
      const { body: stream } = await caller.send({ ...options, payloadAsStream: true });
      const parts: Uint8Array[] = [];
      for await (const part of stream) parts.push(part as Uint8Array);
      return Buffer.concat(parts);
    };
    const plain = (await bytes({ raw: true })).toString('utf8');
    expect(plain.startsWith('Name,Status\r\nЖанна 木,New\r\n@SUM(A1),New\r\n')).toBe(true);
    // Formulas are guarded unless `raw` is set.
    const guarded = (await bytes({})).toString('utf8');
    expect(guarded).toBe(`Name,Status\r\nЖанна 木,New\r\n'@SUM(A1),New\r\n'+7,New\r\n"'=HYPERLINK(""http://x.test"")",New\r\n`);
    expect((await bytes({ delimiter: 'tab' })).toString('utf8').startsWith('Name\tStatus\r\n')).toBe(true);

    const excel = (await bytes({ excel_compatible: true, delimiter: 'semicolon' })).toString('utf8');
    expect(excel).toBe(
      `\uFEFFsep=;\r\nName;Status\r\nЖанна 木;New\r\n'@SUM(A1);New\r\n'+7;New\r\n"'=HYPERLINK(""http://x.test"")";New\r\n`,
    );
    const cyrillic = await bytes({ encoding: 'windows-1251' });
    expect(cyrillic.subarray(13, 18)).toEqual(Buffer.from([0xc6, 0xe0, 0xed, 0xed, 0xe0]));
    expect(cyrillic.subarray(18, 20).toString('latin1')).toBe(' ?');
    expect(await csv(caller, id, { columns: ['name'], encoding: 'utf-16' })).toMatchObject({
      status: 400,
      body: { encoding: [expect.any(String)] },
    });
  });

  it('[EXP-005] lists every candidate once, and fails when the user loses access during the export', async () => {
    const { companyId, user, caller } = await fresh();
    const { id } = (await caller.post('/api/v6/folders/', { name: 'Many' })).body as { id: number };
    const profiles = await addProfiles(here, 1250, {});
    await here.sql(
      `insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by)
       select $1, $2, profile, (select min(id) from candidate_statuses where company_id = $1), $4 from unnest($3::bigint[]) as profile`,
      [companyId, id, profiles, user.id],
    );
    const rows = lines(await csv(caller, id, { columns: ['profile'] }));
    expect(new Set(rows.slice(1)).size).toBe(1250);
    expect(rows).toHaveLength(1251);

    const options = { method: 'POST' as const, url: `/api/vacancies/${id}/candidates/export/csv`, payload: { columns: ['profile'] } };
    const { body: stream } = await caller.send({ ...options, payloadAsStream: true });
    const reading = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    await reading.next();
    await here.sql('update users set is_active = false where id = $1', [user.id]);
    let seen = 0;
    const broken = (async () => {
      for (let part = await reading.next(); !part.done; part = await reading.next()) seen += String(part.value).split('\r\n').length - 1;
    })();
    await expect(broken).rejects.toThrow(/./);
    expect(seen).toBeLessThan(1250);
  });

  it('[EXP-010] keeps a person in one row when the profile contains line breaks', async () => {
    const { caller } = await fresh();
    const { id } = await vacancyWith(caller, [
      { headline: 'Lead\n=HYPERLINK("http://x.test")\r+1', languages: [{ code: 'zz' }, { code: 'de' }] },
      { headline: '\n@SUM(A1)\u2028' },
    ]);
    const answer = await csv(caller, id, { columns: ['headline', 'languages'], excel_compatible: true });
    expect(lines(answer).slice(2)).toEqual(["'@SUM(A1),", '"Lead =HYPERLINK(""http://x.test"") +1","zz, German"']);
    expect(answer.body).not.toMatch(/[^\r]\n/);
  });

  it('[EXP-005] formats dates in the time zone of the company', async () => {
    const { companyId, caller } = await fresh();
    const { id, candidates } = await vacancyWith(caller, [{}]);
    await here.sql(`update companies set time_zone = 'Asia/Vladivostok' where id = $1`, [companyId]);
    await here.sql(`update candidates set created_at = '2026-03-01T20:00:00Z' where id = $1`, [candidates[0]]);
    expect(lines(await csv(caller, id, { columns: ['added'] }))).toEqual(['Added', '2026-03-02']);
  });

  it('[VAC-054] fails when the vacancy is hidden during the export', async () => {
    const { companyId, user, caller } = await fresh();
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    const { id } = (await caller.post('/api/v6/folders/', { name: 'Hidden meanwhile' })).body as { id: number };
    const profiles = await addProfiles(here, 1100, {});
    await here.sql(
      `insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by)
       select $1, $2, profile, (select min(id) from candidate_statuses where company_id = $1), $4 from unnest($3::bigint[]) as profile`,
      [companyId, id, profiles, user.id],
    );
    const options = { method: 'POST' as const, url: `/api/vacancies/${id}/candidates/export/csv`, payload: { columns: ['profile'] } };
    const { body: stream } = await colleague.send({ ...options, payloadAsStream: true });
    const reading = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    await reading.next();
    await here.sql(`update vacancies set access_type = 'private' where id = $1`, [id]);
    const rest = (async () => {
      for (let part = await reading.next(); !part.done;) part = await reading.next();
    })();
    await expect(rest).rejects.toThrow(/./);
  });

  it('[EXP-003] [EXP-006] contains the candidates of a sequence from vacancies that the user may see', async () => {
    const { companyId, caller, user } = await fresh();
    const { profiles, candidates } = await vacancyWith(caller, [{ last_name: 'One', ...withEmail('one@six.test') }, { last_name: 'Two' }]);
    const { id } = await mailingsIn(here).insert({ company_id: companyId, created_by: user.id, type: 'sequence', name: 'Steps' });
    for (const [index, candidate] of candidates.entries())
      await recipientsIn(here).insert({
        company_id: companyId,
        mailing_id: id,
        profile_id: profiles[index],
        candidate_id: candidate,
        email: '',
        email_key: '',
      });
    expect((await checkSequence(caller, id, { columns: ['email'] })).body).toMatchObject({ count: 2, hidden: 1 });
    expect(lines(await csvOfSequence(caller, id, { columns: ['last_name', 'email'] }))).toEqual([
      'Last name,Email',
      'Two,',
      'One,one@six.test',
    ]);
    expect(lines(await csvOfSequence(caller, id, { columns: ['last_name'], candidate_ids: [candidates[0]] }))).toEqual([
      'Last name',
      'One',
    ]);
    await here.sql(`update vacancies set access_type = 'private' where company_id = $1`, [companyId]);
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    expect(lines(await csvOfSequence(colleague, id, { columns: ['last_name'] }))).toEqual(['Last name']);
    expect((await csvOfSequence(caller, 987_654_321, { columns: ['name'] })).status).toBe(404);
    // Filters that do not apply are rejected, not ignored.
    expect(await csvOfSequence(caller, id, { columns: ['last_name'], status: [1] })).toMatchObject({
      status: 400,
      body: { status: [expect.any(String)] },
    });
  });

  it('[VAC-054] is refused for a vacancy that is hidden from the user', async () => {
    const { companyId, caller } = await fresh();
    const { id } = await vacancyWith(caller, [{}]);
    await here.sql(`update vacancies set access_type = 'private' where id = $1`, [id]);
    const colleague = await here.signIn(await here.addUser(companyId, 'worker'));
    for (const one of [check, csv]) expect((await one(colleague, id, { columns: ['name'] })).status).toBe(403);
  });
});

const foundPath = (kind: string) => `/api/v6/profiles/export/${kind}/`;

describe('an export of found people', () => {
  const search = { query: JSON.stringify(['position:Ropemaker']), filters: '' };

  it('[EXP-001] [EXP-010] [CONT-022] contains the selected people or all search results, after payment for their contacts', async () => {
    const { caller, user } = await fresh({ contacts_per_month_user: 2 });
    const people = [1, 2, 3].map((number) => ({
      first_name: `Rope ${number}`,
      positions: [{ title: 'Ropemaker', company: '=cmd()', is_current: true }],
      contacts: [
        { type: 'email' as const, value: `rope${number}@found.test` },
        { type: 'link' as const, value: `https://rope${number}.test` },
      ],
    }));
    const ids = (await Promise.all(people.map((input) => addProfiles(here, 1, { input })))).flat();
    const columns = ['first_name', 'company', 'email', 'contact_links', 'profile'];
    await here.application.search.start();
    await expect.poll(async () => (await caller.get(`/api/v6/profiles/?q=${encodeURIComponent(search.query)}`)).body.total).toBe(3);
    const all = { search, columns, excel_compatible: true };
    expect(await caller.post(foundPath('check'), all)).toMatchObject({
      status: 400,
      body: { code: 'export_limit', count: 3, hidden: 3, available: 2 },
    });
    expect((await caller.post(foundPath('csv'), all)).status).toBe(400);
    expect(await openedBy(user)).toBe(0);
    const two = { profile_ids: ids.slice(0, 2), columns };
    expect((await caller.post(foundPath('check'), two)).body).toEqual({ count: 2, hidden: 2, available: 2, total: 2 });
    const answer = await caller.post(foundPath('csv'), two);
    expect(answer.headers['content-disposition']).toMatch(/candidates-\d{4}-\d{2}-\d{2}\.csv/);
    expect(lines(answer)).toEqual([
      'First name,Company,Email,Contact links,Profile link',
      `Rope 1,'=cmd(),rope1@found.test,https://rope1.test,http://headwater.test/profiles/${ids[0]}`,
      `Rope 2,'=cmd(),rope2@found.test,https://rope2.test,http://headwater.test/profiles/${ids[1]}`,
    ]);
    expect(await openedBy(user)).toBe(2);
    const whole = lines(await caller.post(foundPath('csv'), { ...all, open_contacts: false }));
    expect(whole).toHaveLength(5);
    expect(whole.slice(2).every((line) => line.includes("'=cmd()"))).toBe(true);
    expect(whole.filter((line) => line.includes('@found.test'))).toHaveLength(2);
  });

  it('[ROLE-055] has no vacancy columns or hidden people, and requires the search and export rights', async () => {
    const { companyId, caller } = await fresh();
    const other = await fresh();
    const [own] = await addProfiles(here, 1, { companyId: other.companyId });
    const [seen] = await addProfiles(here, 1);
    const body = { profile_ids: [own, seen], columns: ['profile'] };
    expect(lines(await caller.post(foundPath('csv'), body))).toHaveLength(2);
    expect((await caller.post(foundPath('csv'), { ...body, columns: ['status'] })).status).toBe(400);
    expect((await caller.post(foundPath('csv'), { columns: ['profile'] })).status).toBe(400);
    const hm = await here.signIn(await here.addUser(companyId, 'hm'));
    for (const kind of ['check', 'csv']) expect((await hm.post(foundPath(kind), body)).status).toBe(403);
  });
});

describe('people edited by two companies', () => {
  it('[EXP-005] [PEDT-007] are exported with the edits of the exporting company', async () => {
    const [one, other] = [await fresh(), await fresh()];
    const [profile] = await addProfiles(here, 1, { input: { first_name: 'Ada', last_name: 'Shared', headline: 'Analyst' } });
    const tables: string[] = [];
    for (const [{ caller }, headline] of [
      [one, 'Goldsmith'],
      [other, 'Tinsmith'],
    ] as const)
      await caller.post(`/api/v6/profiles/${profile}/private/`, { headline, skills: [{ name: `${headline}ing` }] });
    for (const { caller } of [one, other, await fresh()]) {
      const body = { profile_ids: [profile], columns: ['name', 'headline', 'skills'] };
      tables.push(lines(await caller.post('/api/v6/profiles/export/csv/', body)).at(-1) ?? '');
    }
    expect(tables.slice(0, 2)).toEqual(['Ada Shared,Goldsmith,Goldsmithing', 'Ada Shared,Tinsmith,Tinsmithing']);
    expect(tables[2]).toMatch(/^Ada Shared,Analyst,/);
  });
});
