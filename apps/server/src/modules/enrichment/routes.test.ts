import iconv from 'iconv-lite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { enrich, linesOf, previewCsv } from '../../../test/enrichment-fixtures.ts';
import { type Answer, type Caller, type TestUser, useSharedInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { deleteEnrichedFilesHandler } from './delete-files.ts';

const here = useSharedInstallation();
const path = '/api/v6/enrichment_requests/';
let companyId: number;
let user: TestUser;
let caller: Caller;

beforeAll(async () => {
  companyId = await here.addCompany();
  user = await here.addUser(companyId, 'worker');
  caller = await here.signIn(user);
});

const closedPerson = async (contacts: ProfileInput['contacts'], more: Partial<ProfileInput> = {}, company?: number) =>
  (await addProfiles(here, 1, { input: { contacts, ...more }, ...(company ? { companyId: company } : {}) }))[0] ?? 0;
/** A person of a company, or of the common base with contacts that the caller has opened. */
const person = async (...input: Parameters<typeof closedPerson>) => {
  const id = await closedPerson(...input);
  if (input[2] === undefined) await caller.get(`/api/v6/profiles/${id}/get-contacts/`);
  return id;
};
const contactsOf = (profile: number, company = companyId) =>
  here.sql<{ type: string; value: string; source: string }>(
    `select type, value, source from profile_contacts where profile_id = $1 and company_id = $2 order by id`,
    [profile, company],
  );
const quota = async (as = caller) => (await as.get('/api/quotas/my/')).body.quotas_data_enrichment_available as number;
const results = async (id: number, as = caller) => linesOf(await as.get(`/api/v6/enrichment/${id}/results/`));

const refusal = async (content: string | Buffer, more = {}) => (await enrich(caller, content, { columns: 'email', ...more })).body;

describe('the file', () => {
  it('[ENR-005] [ENR-008] [ENR-020] has a preview before its import: seven lines, a type a column, the first line as data', async () => {
    const { status, body } = await previewCsv(caller, iconv.encode('Анна;anna@x.test\n'.repeat(9), 'windows-1251'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ encoding: 'windows-1251', delimiter: 'semicolon', rows: 9, columns: ['ignore', 'email'], fault: null });
    expect(body.lines).toHaveLength(7);
    expect(body.lines[0]).toEqual(['Анна', 'anna@x.test']);
    expect((await previewCsv(caller, 'a;b\n', { delimiter: 'comma' })).body.columns).toHaveLength(1);
  });

  it('[ENR-007] is CSV of at most 10 MB, and not empty', async () => {
    expect(await refusal('a@x.test', { fileName: 'people.xlsx' })).toEqual({ file: ['Choose a CSV file'] });
    expect(await refusal(Buffer.alloc(10 * 1024 * 1024 + 1, 97))).toEqual({ file: ['The file is larger than 10 MB'] });
    expect(await refusal('')).toEqual({ file: ['The file is empty'] });
    expect(await refusal(' \n;;\n')).toEqual({ file: ['The file is empty'] });
    expect(await refusal(iconv.encode('a@x.test\n', 'utf-16le', { addBOM: true }))).toEqual({
      file: ['The file is in UTF-16. Save it as CSV UTF-8 and try again'],
    });
    expect(await refusal('a@x.test\n\0\n')).toEqual({ file: ['CSV parse error'] });
  });

  it('[ENR-012] [ENR-017] with errors and more than two rows is rejected', async () => {
    const broken = 'a@x.test,1\n"b@x.test,2\nc@x.test,3\n';
    expect((await previewCsv(caller, broken)).body.fault).toEqual({ line: 2, reason: 'quote_open' });
    const before = await quota();
    expect(await enrich(caller, broken, 'email,ignore')).toMatchObject({ status: 400, body: { file: ['CSV parse error'] } });
    expect(await quota()).toBe(before);
    const russian = await here.signIn(await here.addUser(companyId, 'worker', { language: 'ru' }));
    expect((await enrich(russian, broken, 'email,ignore')).body).toEqual({ file: ['Не удалось разобрать CSV'] });
  });

  it('[ENR-006] [ENR-012] of two rows is imported, and the error file has the broken one', async () => {
    await person([{ type: 'email', value: 'fine@two.test' }]);
    const { status, body } = await enrich(caller, 'fine@two.test,1\n"broken@two.test,2\n', 'email,ignore');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'done', rows: 2, found: 1, errors: 1, column_count: 2 });
    expect(linesOf(await caller.get(`/api/v6/enrichment/${body.id}/errors/`))).toEqual([
      'Line,Details,Column 1 (Email),Column 2',
      '2,A quotation mark is not closed,"""broken@two.test,2"',
    ]);
  });

  it('[ENR-009] [ENR-010] needs a column with a type; ignored columns do not count', async () => {
    for (const columns of ['ignore', 'ignore,ignore', 'ignore,ignore,email'])
      expect((await enrich(caller, 'a,b\n', columns)).body).toEqual({ columns: ['Choose a type for at least one column'] });
    expect(await enrich(caller, 'a,b\n', 'salary')).toMatchObject({ status: 400, body: { columns: [expect.any(String)] } });
  });
});

describe('enrichment', () => {
  it('[ENR-002] [ENR-003] [ENR-004] [ENR-014] adds missing contacts to people, found by any value', async () => {
    const ann = await person([{ type: 'email', value: 'Ann@Found.test' }], { first_name: 'Ann', last_name: 'Lee' });
    const bo = await person([{ type: 'phone', value: '+7 912 555-02-01' }], { first_name: 'Bo', last_name: 'Ray' });
    const cy = await person([], {
      first_name: 'Cy',
      last_name: 'Orr',
      links: [{ url: 'https://www.LinkedIn.com/in/cy-orr/', domain: 'linkedin.com' }],
    });
    const di = await person([{ type: 'telegram', value: '@di_account' }], { first_name: 'Di', last_name: 'Zed' }, companyId);
    const file = [
      'ann@found.test,,+7 912 555-02-11,,kept as it is',
      ',,8 (912) 555-02-01,@bo_account,',
      'cy@found.test,linkedin.com/in/cy-orr,,,',
      ',,,https://t.me/Di_Account,',
      'nobody@found.test,,,,',
    ].join('\n');
    const { status, body } = await enrich(caller, file, { columns: 'email,link,phone,telegram', name: 'Spring people' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Spring people', file_name: 'people.csv', state: 'done', rows: 5, done: 5, found: 4, added: 4 });
    expect(body.columns).toEqual(['email', 'link', 'phone', 'telegram', 'ignore']);
    expect(await contactsOf(ann)).toEqual([{ type: 'phone', value: '+7 912 555-02-11', source: 'enrichment' }]);
    expect((await results(body.id))[1]).toContain('Phone: +7 912 555-02-11');
    expect((await contactsOf(bo)).map(({ type }) => type)).toEqual(['telegram']);
    expect((await contactsOf(cy)).map(({ type }) => type)).toEqual(['email', 'link']);
    expect(await contactsOf(di)).toEqual([{ type: 'telegram', value: '@di_account', source: 'external' }]);
  });

  it('[ENR-016] returns the rows with the outcome of each', async () => {
    const ann = await person([{ type: 'email', value: 'ann@result.test' }], { first_name: 'Ann', last_name: '=Lee' });
    const file = 'ann@result.test;=1+1;"two\nlines"\nnobody@result.test;;\nno address;;\nann@result.test;;later\n';
    const { body } = await enrich(caller, file, 'email');
    const answer = await caller.get(`/api/v6/enrichment/${body.id}/results/`);
    // DEC-14: the download is logged with its user.
    expect(
      await here.sql(`select from audit_entries where kind = 'exported' and target_kind = 'enrichment' and target_id = $1`, [body.id]),
    ).toHaveLength(1);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(/people-results-\d{4}-\d\d-\d\d\.csv/);
    expect(answer.body).toBe(
      [
        '\uFEFFColumn 1 (Email);Column 2;Column 3;Result;Profile link;Name;Added;Details',
        `ann@result.test;'=1+1;"two\nlines";Found;http://headwater.test/profiles/${ann};Ann =Lee;;`,
        'nobody@result.test;;;Not found;;;;',
        'no address;;;Not read;;;;Not valid: column 1',
        `ann@result.test;;later;Found;http://headwater.test/profiles/${ann};Ann =Lee;;`,
        '',
      ].join('\r\n'),
    );
    expect(linesOf(await caller.get(`/api/v6/enrichment/${body.id}/errors/`)).slice(1)).toEqual(['4;Not valid: column 1;no address;;']);
  });

  it('[ENR-016] [DEC-14] keeps its files for ninety days, and its counts permanently', async () => {
    const { body } = await enrich(caller, 'old@result.test\n', 'email');
    const find = async () => (await caller.get(`${path}?state=done`)).body.requests.find((one: { id: number }) => one.id === body.id);
    expect(Date.parse((await find()).files_until) - Date.parse(body.created_at)).toBe(90 * 86_400_000);
    const nightly = () =>
      deleteEnrichedFilesHandler({ database: here.application.database, clock: here.clock }).run({}, new AbortController().signal);
    await here.sql(`update enrichment_requests set created_at = created_at - interval '89 days' where id = $1`, [body.id]);
    await nightly();
    expect((await caller.get(`/api/v6/enrichment/${body.id}/results/`)).status).toBe(200);
    await here.sql(`update enrichment_requests set created_at = created_at - interval '2 days' where id = $1`, [body.id]);
    await nightly();
    expect(await find()).toMatchObject({ rows: 1, files_until: null });
    expect(await caller.get(`/api/v6/enrichment/${body.id}/results/`)).toMatchObject({
      status: 410,
      body: { code: 'enrichment_files_deleted' },
    });
  });

  it('changes no profile if the values of a row lead to different people', async () => {
    const one = await person([{ type: 'email', value: 'one@many.test' }]);
    const two = await person([{ type: 'phone', value: '+7 912 555-03-01' }]);
    for (let index = 0; index < 3; index += 1) await person([{ type: 'phone', value: '+7 912 555-03-99' }]);
    const { body } = await enrich(caller, 'one@many.test,+79125550301\nnew@many.test,+79125550399\n', 'email,phone');
    expect(body).toMatchObject({ found: 0, ambiguous: 2, added: 0 });
    expect([...(await contactsOf(one)), ...(await contactsOf(two))]).toEqual([]);
    expect((await results(body.id))[1]).toBe(
      "one@many.test,'+79125550301,Several people,,,,The values of this row belong to different people",
    );
  });

  it('finds no person of another company and no erased one, and reveals no closed contact', async () => {
    const foreign = await here.addCompany();
    await person([{ type: 'email', value: 'hidden@other.test' }], {}, foreign);
    const erased = await person([{ type: 'email', value: 'erased@other.test' }]);
    await here.sql('update profiles set deleted_at = now() where id = $1', [erased]);
    const closed = await closedPerson(
      [
        { type: 'email', value: 'closed@other.test' },
        { type: 'phone', value: '+7 912 555-04-01' },
      ],
      { first_name: 'Clara', last_name: 'Closed' },
    );
    const rows = [
      'hidden@other.test',
      'erased@other.test',
      'closed@other.test',
      'closed@other.test,Clara',
      'closed@other.test,Anna Closed',
    ];
    expect((await enrich(caller, rows.join('\n'), 'email')).body).toMatchObject({ found: 0, ambiguous: 0, added: 0 });
    // ADR 94: the row has the name too, in one column or two.
    for (const [name, added] of [
      ['Closed Clara', 1],
      ['Acme,Clara,Closed,Berlin', 0],
    ] as const) {
      const { body } = await enrich(caller, `closed@other.test,${name}\n`, 'email');
      expect(body).toMatchObject({ found: 1, added });
      const file = (await results(body.id)).join('\n');
      expect(file).toContain(`/profiles/${closed}`);
      expect(file).not.toContain('555-04-01');
    }
    expect(
      await here.sql(`select from audit_entries where kind = 'contact_confirmed' and target_id = $1 and company_id = $2`, [
        closed,
        companyId,
      ]),
    ).toHaveLength(1);
    // Opened contacts are known, so nothing is added.
    const reader = await here.signIn(await here.addUser(foreign, 'worker'));
    await reader.get(`/api/v6/profiles/${closed}/get-contacts/`);
    expect((await enrich(reader, 'closed@other.test', 'email')).body).toMatchObject({ found: 1, added: 0 });
  });

  it('compares a hundred closed contacts a day, none that an open contact matches, and reports the row where it stopped', async () => {
    const reader = await here.addUser(companyId, 'worker');
    const as = await here.signIn(reader);
    await person([{ type: 'email', value: 'mine@limit.test' }], {}, companyId);
    const last = await closedPerson([{ type: 'email', value: 'last@limit.test' }], { first_name: 'Lara', last_name: 'Limit' });
    const guesses = Array.from({ length: 100 }, (_each, index) => `guess${index}@limit.test,Lara Limit`);
    const known = Array.from({ length: 50 }, () => 'mine@limit.test,Lara Limit');
    const { body } = await enrich(as, [...known, ...guesses, 'last@limit.test,Lara Limit', 'last@limit.test,'].join('\n'), 'email');
    expect(body).toMatchObject({ rows: 152, found: 50 });
    const said = await results(body.id, as);
    const reason = "Not compared with contacts you have not opened: today's limit of 100 is used up";
    expect(said.at(-2)).toContain(reason);
    expect(said.at(-1)).not.toContain(reason);
    expect(said.filter((line) => line.includes(reason))).toHaveLength(1);
    const contacts = [{ type: 'email', value: 'last@limit.test' }];
    const matches = (named: object) => as.post('/api/v6/profiles/create/matches/', { name: 'Lara Limit', contacts, ...named });
    expect((await matches({})).body).toEqual({
      matches: [],
      notice: "Contacts you have not opened were not compared: today's limit of 100 is used up",
    });
    // Open contacts are compared beyond the limit.
    await as.get(`/api/v6/profiles/${last}/get-contacts/`);
    expect((await matches({})).body).toMatchObject({ matches: [{ id: last }], notice: null });
    expect(await here.sql('select from contact_guesses where user_id = $1', [reader.id])).toHaveLength(100);
  });

  it('removes the name and address of a person who is erased later', async () => {
    const gone = await person([{ type: 'email', value: 'gone@later.test' }], { first_name: 'Gone' });
    const { body } = await enrich(caller, 'gone@later.test', 'email');
    await here.sql('update profiles set deleted_at = now() where id = $1', [gone]);
    const [, line] = await results(body.id);
    expect(line).not.toContain('Gone');
    expect(line).not.toContain(`/profiles/${gone}`);
  });

  it('is undone within the hour, and keeps earlier contacts', async () => {
    const ann = await person([{ type: 'email', value: 'ann@undo.test' }]);
    await caller.post(`/api/v6/profiles/${ann}/contacts/`, { type: 'telegram', value: '@ann_undo' });
    const { body } = await enrich(caller, 'ann@undo.test,@ann_undo,+79125550501', 'email,telegram,phone');
    expect(body).toMatchObject({ added: 1, undoable: true });
    expect((await caller.post(`/api/v6/jobs/${body.job_id}/undo/`)).body).toMatchObject({ status: 'undone' });
    expect((await contactsOf(ann)).map(({ type }) => type)).toEqual(['telegram']);
    const [listed] = (await caller.get(`${path}?query=people`)).body.requests;
    expect(listed).toMatchObject({ id: body.id, is_undone: true, added: 0, found: 1, undoable: false, state: 'done' });
  });
});

describe('the list', () => {
  it('[ENR-001] [ENR-006] [ENR-015] [ENR-021] has the requests of the company only', async () => {
    const company = await here.addCompany();
    const [first, second] = [await here.addUser(company, 'worker'), await here.addUser(company, 'admin')];
    const [own, colleague] = [await here.signIn(first), await here.signIn(second)];
    await enrich(own, 'a@list.test', { columns: 'email', name: 'First' });
    const { body } = await enrich(own, 'b@list.test,1', { columns: 'email', name: 'Second' });
    const listed = (await colleague.get(path)).body;
    expect(listed).toMatchObject({ count: 2, pages: { current: 1, total: 1 } });
    expect(listed.requests.map(({ name }: { name: string }) => name)).toEqual(['Second', 'First']);
    expect(listed.requests[0]).toMatchObject({ state: 'done', column_count: 2, found: 0, errors: 0, job_id: null, cancellable: false });
    expect(listed.requests[0].created_by).toEqual({ id: first.id, name: expect.stringContaining('Ada') });
    expect((await colleague.get(`${path}?query=FIR`)).body.requests).toHaveLength(1);
    expect((await colleague.get(`${path}?state=failed`)).body).toMatchObject({ count: 0 });
    expect((await colleague.get(`${path}?state=done`)).body).toMatchObject({ count: 2 });
    expect((await caller.get(`/api/v6/enrichment/${body.id}/results/`)).status).toBe(404);
    expect((await colleague.get(`/api/v6/enrichment/${body.id}/results/`)).status).toBe(200);
  });

  it('[SHELL-052] is for people with data enrichment and search', async () => {
    const company = await here.addCompany();
    const off = await here.addUser(company, 'worker');
    await here.sql('update users set data_enrichment_enabled = false where id = $1', [off.id]);
    const closed = [off, await here.addUser(company, 'hm'), await here.addUser(company, 'worker', { canSearch: false })];
    for (const one of closed) {
      const stranger = await here.signIn(one);
      expect((await stranger.get(path)).status).toBe(403);
      expect((await enrich(stranger, 'a@x.test', 'email')).status).toBe(403);
    }
  });
});

const limited = async (rows: number | null) => {
  const company = await here.addCompany();
  await here.sql('update companies set enrichment_rows_per_month = $2 where id = $1', [company, rows]);
  return { company, caller: await here.signIn(await here.addUser(company, 'worker')) };
};

describe('the quota', () => {
  it('[ENR-013] [ENR-018] [CONT-029] counts the rows of a month; a larger file is rejected as a whole', async () => {
    const { company, caller: poor } = await limited(3);
    expect(await enrich(poor, 'a@q.test\nb@q.test\n', 'email')).toMatchObject({ status: 200 });
    expect(await quota(poor)).toBe(1);
    expect(await enrich(poor, 'a@q.test\nb@q.test\n', 'email')).toMatchObject({
      status: 400,
      body: { detail: 'Quota exceeded', rows: 2, available: 1, total: 3 },
    });
    expect(await quota(poor)).toBe(1);
    expect((await poor.get(path)).body.count).toBe(1);
    await here.sql(`update enrichment_requests set month = month - interval '1 month' where company_id = $1`, [company]);
    const later = (await poor.get('/api/quotas/my/')).body;
    expect(later).toMatchObject({ quotas_data_enrichment_available: 3, quotas_data_enrichment_total: 3 });
  });

  it('[ENR-013] is exact with parallel requests', async () => {
    const { caller: poor } = await limited(5);
    const untilRead = async (index: number): Promise<Answer> => {
      const answer = await enrich(poor, `a${index}@q.test\nb${index}@q.test\n`, 'email');
      return answer.status === 429 ? untilRead(index) : answer;
    };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => untilRead(index)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400, 400, 400, 400]);
    expect(await quota(poor)).toBe(1);
  });

  it('is unlimited for a company without a limit', async () => {
    const { caller: rich } = await limited(null);
    expect((await enrich(rich, 'a@q.test\n', 'email')).status).toBe(200);
    expect((await rich.get('/api/quotas/my/')).body.quotas_data_enrichment_total).toBeNull();
  });
});
