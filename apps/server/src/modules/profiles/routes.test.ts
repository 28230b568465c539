import { atsVendorNames } from '@headwater/domain/ats/vendors';
import { beforeAll, describe, expect, it } from 'vitest';
import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { upsertProfiles } from './store/write.ts';

const here = useInstallation();

const anna: ProfileInput = {
  first_name: 'Анна',
  last_name: 'Иванова',
  patronymic: 'Петровна',
  positions: [
    { title: 'Backend developer', company: 'Acme', start: '2021-03', is_current: true },
    { title: 'Junior developer', company: 'Beta', start: '2018-01', end: '2021-02' },
  ],
  skills: [{ name: 'Go', is_principal: true, norm_rating: 0.95 }],
  educations: [{ institution: 'MSU', level: 'bachelor', start_year: 2010, end_year: 2014 }],
  links: [{ url: 'https://github.com/anna-example', domain: 'github.com' }],
  contacts: [
    { type: 'email', value: 'Anna@candidates.test', source: 'resume' },
    { type: 'phone', value: '+7 900 000-00-01' },
  ],
};

async function addProfile(companyId: number | null, input: ProfileInput = anna): Promise<number> {
  const { ids } = await here.application.database.asSystem((tx) =>
    upsertProfiles(tx, [profileData.parse(input)], { companyId, createdBy: null }),
  );
  return ids[0] ?? 0;
}

let company: number;
let recruiter: TestUser;
let caller: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
});

async function bornIn(country: string) {
  const input = { ...anna, birthdate_exact: '1993-02-01', locations: [{ city: 'Anywhere', country_code: country }] };
  return (await caller.get(`/api/internal/profiles/${await addProfile(null, input)}/`)).body;
}

describe('a profile', () => {
  it('[PROF-010] [PROF-013] [PROF-023] [PROF-051] [PROF-058] [PROF-061] is returned completely', async () => {
    const { status, body } = await caller.get(`/api/internal/profiles/${await addProfile(null)}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Анна Петровна Иванова',
      current_positions: [{ title: 'Backend developer' }],
      previous_positions: [{ title: 'Junior developer' }],
      skills: [{ name: 'Go', band: 'gold', achievement_percent: 5 }],
      display_links: [{ label: 'GitHub' }],
      age: here.clock.now().getUTCFullYear() - (2010 - 17),
      contacts_opened: false,
    });
  });

  it('[PROF-013] shows an ended job as ended everywhere', async () => {
    const year = here.clock.now().getUTCFullYear();
    const ended = { title: 'Lead architect', company: 'inDrive', start: `${year - 1}-01`, end: `${year - 1}-06` };
    const id = await addProfile(null, { ...anna, positions: [{ ...ended, is_current: true }] });
    const { body } = await caller.get(`/api/internal/profiles/${id}/`);
    expect(body.current_positions).toEqual([]);
    expect(body.previous_positions).toMatchObject([{ ...ended, is_current: false }]);
    const folder = await caller.post('/api/v6/folders/', { name: 'Architects' });
    await caller.post('/api/v6/candidates/', { folder_id: folder.body.id, profiles: [id] });
    const { candidates } = (await caller.get(`/api/v6/folders/${folder.body.id}/candidates/`)).body;
    expect(candidates[0].profile).toMatchObject({ title: ended.title, since: null, until: ended.end });
  });

  it('[PROF-022] [PROF-024] [FLT-006] hides the age if the law of the residence forbids selection by age', async () => {
    expect(await bornIn('DE')).toMatchObject({ age: null, birthdate_exact: null, age_protected: true });
    expect(await bornIn('RU')).toMatchObject({ age: expect.any(Number), birthdate_exact: '1993-02-01', age_protected: false });
  });

  it('[PROF-075] returns the same for missing, foreign and malformed ids', async () => {
    const foreign = await addProfile(await here.addCompany());
    const missing = await caller.get('/api/internal/profiles/999999999/');
    expect(missing).toMatchObject({ status: 404, body: { detail: 'Profile not found' } });
    expect((await caller.get(`/api/internal/profiles/${foreign}/`)).body).toEqual(missing.body);
    expect((await caller.get('/api/internal/profiles/abc/')).status).toBe(404);
  });

  it('[PROF-076] [PROF-077] returns 410 if erased', async () => {
    const id = await addProfile(null);
    await here.sql('update profiles set deleted_at = now() where id = $1', [id]);
    expect(await caller.get(`/api/internal/profiles/${id}/`)).toMatchObject({
      status: 410,
      body: { code: 'profile_deleted', detail: 'Profile was deleted upon the owner’s request' },
    });
  });

  it('[ROLE-006] [ROLE-043] is open to a hiring manager only as a candidate of an assigned vacancy', async () => {
    const id = await addProfile(null);
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const paths = [
      `/api/internal/profiles/${id}/`,
      `/api/v6/profiles/${id}/contacts/`,
      `/api/v6/profiles/${id}/get-contacts/`,
      `/api/internal/profiles/${id}/resumes/`,
    ];
    for (const path of paths) expect((await manager.get(path)).status).toBe(404);
    const folder = await caller.post('/api/v6/folders/', { name: 'For the manager', granted_users: [user.id] });
    expect(folder.status).toBeLessThan(300);
    await caller.post('/api/v6/candidates/', { folder_id: folder.body.id, profiles: [id] });
    for (const path of paths) expect((await manager.get(path)).status).toBe(200);
  });

  it('[ROLE-045] [ROLE-048] [ROLE-049] [ROLE-055] omits the data that a toggle hides from a hiring manager', async () => {
    const id = await addProfile(null);
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const folder = await caller.post('/api/v6/folders/', { name: 'Toggles', granted_users: [user.id] });
    await caller.post('/api/v6/candidates/', { folder_id: folder.body.id, profiles: [id] });
    const profile = async () => (await manager.get(`/api/internal/profiles/${id}/`)).body;
    const toggle = (flag: string, value: boolean) =>
      here.sql('update users set hm_access = jsonb_set(hm_access, array[$2], to_jsonb($3::boolean)) where id = $1', [user.id, flag, value]);
    expect(await profile()).toMatchObject({ name: 'Анна Петровна Иванова', contacts: [{}, {}] });

    await toggle('contacts', false);
    expect(await profile()).toMatchObject({ contacts: [], contacts_opened: false });
    expect((await manager.get(`/api/v6/profiles/${id}/get-contacts/`)).status).toBe(403);
    await toggle('personal_info', false);
    const hidden = { birthdate_exact: null, age: null, gender: null, diversity: null };
    expect(await profile()).toMatchObject({ name: null, nick: null, pictures: [], display_links: [], ...hidden });
    await toggle('resumes', false);
    expect((await manager.get(`/api/internal/profiles/${id}/resumes/`)).status).toBe(403);
    const { body } = await manager.get(`/api/v6/folders/${folder.body.id}/candidates/`);
    expect(body.candidates).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('Иванова');
    const [{ id: candidate, status }] = body.candidates;
    await toggle('change_candidate', false);
    expect((await manager.patch(`/api/v6/candidates/${candidate}/`, { status: status?.id ?? status ?? 1 })).status).toBe(403);
  });

  it('[PROF-063] records views, visible inside the company', async () => {
    const id = await addProfile(null);
    const look = () => caller.get(`/api/internal/profiles/${id}/`);
    await look();
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    await other.get(`/api/internal/profiles/${id}/`);
    const { body } = await caller.get(`/api/profiles/${id}/history/`);
    expect(body.views).toHaveLength(1);
    expect(body.views[0].user_id).toBe(recruiter.id);
    // A reload is no second view; a later visit is.
    await look();
    expect((await caller.get(`/api/profiles/${id}/history/`)).body.views).toHaveLength(1);
    here.clock.advance(31 * 60_000);
    await look();
    expect((await caller.get(`/api/profiles/${id}/history/`)).body.views).toHaveLength(2);
  });

  it('[RSLT-023] [RSLT-024] [ACC-021] stops at the limit of the day and continues on the next day', async () => {
    const small = await here.addCompany();
    await here.sql('update companies set profiles_per_day = 1 where id = $1', [small]);
    const limited = await here.signIn(await here.addUser(small, 'worker'));
    const [first, second] = [await addProfile(null), await addProfile(null)];
    expect((await limited.get(`/api/internal/profiles/${first}/`)).status).toBe(200);
    expect((await limited.get(`/api/internal/profiles/${first}/`)).status).toBe(200);
    const refused = await limited.get(`/api/internal/profiles/${second}/`);
    expect(refused).toMatchObject({ status: 429, body: { code: 'limit_exceeded' } });
    const seconds = Number(refused.headers['retry-after']);
    const midnight = new Date(here.clock.now().getTime() + seconds * 1000);
    expect([seconds > 0 && seconds <= 86_400, midnight.toISOString().slice(11, 19)]).toEqual([true, '00:00:00']);
    here.clock.advance(24 * 3600 * 1000);
    expect((await limited.get(`/api/internal/profiles/${second}/`)).status).toBe(200);
  });
});

const statusOf = async (path: string) => (await caller.get(path)).status;

describe('the API page', () => {
  it('[REQ-001] [SHELL-007] describes every route of the product with its exact path', async () => {
    const { status, body } = await here.visitor().get('/api/schema/');
    expect(status).toBe(200);
    const paths = Object.keys(body.paths);
    expect(paths).toEqual(expect.arrayContaining(['/api/v6/profiles/', '/api/v6/folders/{id}/', '/api/v6/messages/']));
    const exports = ['sequences', 'vacancies'].flatMap((of) => atsVendorNames.map((name) => `/api/${of}/{id}/candidates/export/${name}`));
    const exact = [
      '/api/candidates/export/columns',
      '/api/profiles/{id}/search_hints/{query_id}',
      '/api/sequences/{id}/candidates/export/check',
      '/api/sequences/{id}/candidates/export/csv',
      '/api/v6/folders/from_search_query',
      '/api/v6/invitations/{id}',
      '/api/v6/profiles/{id}/rt_diff/{companyId}',
      '/api/vacancies/{id}/candidates/export/check',
      '/api/vacancies/{id}/candidates/export/csv',
      ...exports,
    ];
    expect(paths.filter((path) => !path.endsWith('/')).toSorted()).toEqual(exact.toSorted());
  });

  it('[SHELL-007] [REQ-042] serves exact paths only', async () => {
    expect([await statusOf('/api/v6/folders/'), await statusOf('/api/v6/folders/?page=1')]).toEqual([200, 200]);
    expect([await statusOf('/api/v6/folders'), await statusOf('/api/v6/folders?next=/')]).toEqual([404, 404]);
    expect(await statusOf('/api/v6/folders/from_search_query/')).toBe(404);
  });

  it('[PROF-011] never fetches a picture from this machine', async () => {
    const id = await addProfile(null, { ...anna, pictures: ['http://127.0.0.1:1/me.png'] });
    expect((await caller.get(`/api/v6/profiles/${id}/picture/`)).status).toBe(404);
  });
});

describe('contacts', () => {
  it('[CONT-007] [CONT-008] [CONT-009] [CONT-027] [CONT-028] [CONT-029] shows masks until opened, and spends one opening a month', async () => {
    const id = await addProfile(null);
    const before = await caller.get('/api/quotas/my/');
    expect(before.body).toEqual({
      quotas_contact_total: 300,
      quotas_contact_available: 300,
      quotas_data_enrichment_available: 100_000,
      quotas_data_enrichment_total: 100_000,
    });
    const masked = await caller.get(`/api/v6/profiles/${id}/contacts/`);
    expect(masked.body.opened).toBe(false);
    expect(JSON.stringify(masked.body)).not.toContain('Anna@');
    for (let click = 0; click < 2; click += 1) {
      const opened = await caller.get(`/api/v6/profiles/${id}/get-contacts/`);
      expect(opened.body.contacts.map((contact: { value: string }) => contact.value)).toContain('Anna@candidates.test');
    }
    expect((await caller.get('/api/quotas/my/')).body.quotas_contact_available).toBe(299);
    expect((await caller.get(`/api/v6/profiles/${id}/contacts/`)).body.opened).toBe(true);
  });

  it('[CONT-018] [CONT-019] [CONT-021] stops at the quota, also with a double click', async () => {
    const poor = await here.addCompany();
    await here.sql('update companies set contacts_per_month_user = 1 where id = $1', [poor]);
    const limited = await here.signIn(await here.addUser(poor, 'worker'));
    const ids = [await addProfile(null), await addProfile(null), await addProfile(null)];
    const answers = await Promise.all(ids.map((id) => limited.get(`/api/v6/profiles/${id}/get-contacts/`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403, 403]);
    expect(answers.find((answer) => answer.status === 403)?.body.detail).toBe('Not enough limits to open contacts');
  });

  it('[CONT-010] [CONT-011] [CONT-013] adds and removes contacts of the own company only', async () => {
    const id = await addProfile(null);
    const added = await caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'telegram', value: '@anna_new' });
    expect(added).toMatchObject({ status: 200, body: { value: '@anna_new', is_own: true } });
    expect((await caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'telegram', value: 'anna_new' })).status).toBe(400);
    const bad = await caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'email', value: 'not an address' });
    expect(bad.body).toEqual({ value: ['Invalid contact'] });
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect(JSON.stringify((await other.get(`/api/v6/profiles/${id}/contacts/`)).body)).not.toContain('anna_new');
    expect((await other.delete(`/api/v6/profiles/${id}/contacts/${added.body.id}/`)).status).toBe(404);
    expect((await caller.delete(`/api/v6/profiles/${id}/contacts/${added.body.id}/`)).status).toBe(200);
  });
});

const upload = (as: Caller, file: { name: string; content: Buffer }, fields: Record<string, string> = {}) => {
  const { name, content } = file;
  const boundary = 'boundary7';
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return as.send({
    method: 'POST',
    url: '/api/files/v1/',
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};

describe('files', () => {
  it('[REQ-009] [REQ-011] [FILE-005] [FILE-008] [FILE-015] [FILE-016] [FILE-017] [FILE-020] keeps a file with a Russian name on a profile', async () => {
    const id = await addProfile(null);
    const sent = await upload(caller, { name: 'Резюме Анна.txt', content: Buffer.from('Опыт работы') }, { profile_id: String(id) });
    expect(sent).toMatchObject({ status: 200, body: { filename: 'Резюме Анна.txt', created_by: { id: recruiter.id } } });
    const { body } = await caller.get(`/api/internal/profiles/${id}/resumes/`);
    expect(body.resumes).toMatchObject([{ file_id: sent.body.id, filename: 'Резюме Анна.txt' }]);
    const bytes = await caller.get(`/api/files/v1/${sent.body.id}/download/`);
    expect(bytes.body).toBe('Опыт работы');
    expect(decodeURIComponent(String(bytes.headers['content-disposition']))).toContain('Резюме Анна.txt');
  });

  it('[FILE-018] [FILE-019] [FILE-021] belongs to the own company, and is deleted completely', async () => {
    const sent = await upload(caller, { name: 'a.txt', content: Buffer.from('text') });
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    for (const path of ['', 'download/']) expect((await other.get(`/api/files/v1/${sent.body.id}/${path}`)).status).toBe(404);
    expect((await other.delete(`/api/files/v1/${sent.body.id}/`)).status).toBe(404);
    expect((await caller.get(`/api/files/v1/${sent.body.id}/?resume_id=${sent.body.id}`)).body.id).toBe(sent.body.id);
    expect((await caller.delete(`/api/files/v1/${sent.body.id}/`, { resume_id: sent.body.id })).status).toBe(200);
    expect((await caller.get(`/api/files/v1/${sent.body.id}/`)).status).toBe(404);
  });

  it('[FILE-006] [FILE-007] rejects empty, too large and disguised files at the field', async () => {
    expect((await upload(caller, { name: 'a.pdf', content: Buffer.alloc(0) })).body).toEqual({ file: ['The file is empty'] });
    expect((await upload(caller, { name: 'a.txt', content: Buffer.alloc(11 * 1024 * 1024, 97) })).body).toEqual({
      file: ['The file is larger than 10 MB'],
    });
    expect((await upload(caller, { name: 'a.pdf', content: Buffer.from('MZ not a pdf') })).body).toEqual({
      file: ['This type of file is not accepted'],
    });
    expect((await upload(caller, { name: 'a.exe', content: Buffer.from('MZ') })).status).toBe(400);
  });
});
