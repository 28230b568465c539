import { beforeAll, describe, expect, it } from 'vitest';
import type { CandidateView } from '@headwater/contract/candidates';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Answer, type Caller, type TestUser, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
const path = '/api/v6/candidates/';

let company: number;
let recruiter: TestUser;
let caller: Caller;
let colleague: Caller;
let stranger: Caller;
let statusIds: Record<string, number>;
beforeAll(async () => {
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  const { body } = await caller.get('/api/v6/status_collection/statuses/');
  statusIds = Object.fromEntries(body.statuses.map((status: { name: string; id: number }) => [status.name, status.id]));
});

const inVacancy = async (id: number, query = '', who = caller) =>
  (await who.get(`/api/v6/folders/${id}/candidates/?per_page=100${query}`)).body.candidates as CandidateView[];
const profilesIn = async (id: number) =>
  (await inVacancy(id)).map((candidate) => candidate.profile.id).toSorted((one, other) => one - other);
const undo = (jobId: number) => caller.post(`/api/v6/jobs/${jobId}/undo/`);
const comment = async (profile: number, candidate: number | null, text = 'Звонила, перезвонит') =>
  here.sql('insert into comments (company_id, profile_id, candidate_id, text, created_by) values ($1, $2, $3, $4, $5)', [
    company,
    profile,
    candidate,
    text,
    recruiter.id,
  ]);

describe('add', () => {
  it('[CAND-001] [CAND-002] [CAND-003] [CAND-004] [CAND-005] [CAND-006] [CAND-017] returns the fields of the table', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const [profile] = await addProfiles(here, 1, { input: { first_name: 'Анна', last_name: 'Иванова' } });
    const search = { q: '["skill:Go"]', f: '' };
    const { status, body } = await caller.post(path, { folder_id: id, profiles: [profile], search_query: search });
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, skipped: [], job_id: expect.any(Number) });
    const [candidate] = await inVacancy(id);
    expect(body.candidates).toEqual([candidate]);
    expect(candidate).toMatchObject({
      profile: { id: profile, name: 'Анна Иванова', title: 'Developer', company: 'Beta', city: 'Berlin' },
      folder: { id, created_by: { first_name: 'Ada' } },
      status: { name: 'New', color: 0 },
      created_by: { id: recruiter.id },
      comments: 0,
      fit: null,
      recipients_count: 0,
      messaging_status: null,
      messaging_at: null,
      mailing_list_id: null,
      search_query: search,
    });
  });

  it('[CAND-032] rejects existing candidates, and skips them among new ones', async () => {
    const { id, profiles } = await fillVacancy(here, caller, { profiles: 2 });
    const again = await caller.post(path, { folder_id: id, profiles });
    expect(again).toMatchObject({ status: 400, body: { detail: 'Candidate already in the selected vacancy' } });
    const [fresh] = await addProfiles(here, 1);
    const mixed = await caller.post(path, { folder_id: id, profiles: [...profiles, fresh, fresh] });
    expect(mixed.body).toMatchObject({ count: 1, candidates: [{ profile: { id: fresh } }] });
    expect(mixed.body.skipped.toSorted()).toEqual(profiles.toSorted());
    expect(await inVacancy(id)).toHaveLength(3);
  });

  it('[CAND-032] adds once for two concurrent requests', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const profiles = await addProfiles(here, 3);
    const answers = await Promise.all([1, 2, 3, 4].map(() => caller.post(path, { folder_id: id, profiles })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await inVacancy(id)).toHaveLength(3);
  });

  it('[CAND-017] reports invalid values at their fields', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const [own] = await addProfiles(here, 1, { companyId: await here.addCompany() });
    expect((await caller.post(path, { folder_id: id, profiles: [own] })).body).toEqual({ profiles: ['There are no such profiles'] });
    expect((await caller.post(path, { folder_id: id, profiles: [999_999_999] })).body).toEqual({
      profiles: ['There are no such profiles'],
    });
    expect((await caller.post(path, { folder_id: id, profiles: [] })).body).toEqual({ profiles: ['Choose at least 1'] });
    expect((await caller.post(path, { folder_id: id, profiles: ['x'] })).status).toBe(400);
    expect((await caller.post(path, { folder_id: id })).body).toHaveProperty('profiles');
    const [profile] = await addProfiles(here, 1);
    expect((await caller.post(path, { folder_id: id, profiles: [profile], status: 999_999_999 })).body).toEqual({
      status: ['Choose an active status'],
    });
    expect((await stranger.post(path, { folder_id: id, profiles: [profile] })).status).toBe(404);
    expect((await here.visitor().post(path, { folder_id: id, profiles: [profile] })).status).toBe(401);
  });

  it('[CAND-017] [DEC-13] is undone', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 1 });
    const profiles = await addProfiles(here, 2);
    const { body } = await caller.post(path, { folder_id: id, profiles });
    expect((await undo(body.job_id)).body).toMatchObject({ status: 'undone', result: { undone: 2 } });
    expect(await inVacancy(id)).toHaveLength(1);
  });
});

describe('lists', () => {
  it('[CAND-007] [CAND-008] [DEC-17] filter by status and name, with pages', async () => {
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 5 });
    const [special] = await addProfiles(here, 1, { input: { first_name: 'Пётр', last_name: 'Щукин_100%' } });
    await caller.post(path, { folder_id: id, profiles: [special] });
    await caller.patch(`${path}${candidates[0]}/`, { status: statusIds['Offer'] });
    expect((await inVacancy(id, `&status=${statusIds['Offer']}`)).map((candidate) => candidate.id)).toEqual([candidates[0]]);
    expect(await inVacancy(id, `&status=${statusIds['Offer']},${statusIds['New']}`)).toHaveLength(6);
    for (const query of ['щукин', 'Пётр Щукин', '_100%']) {
      expect((await inVacancy(id, `&query=${encodeURIComponent(query)}`)).map((candidate) => candidate.profile.id)).toEqual([special]);
    }
    expect(await inVacancy(id, '&query=%25')).toHaveLength(1);
    const pages = await Promise.all([1, 2].map((page) => caller.get(`/api/v6/folders/${id}/candidates/?page=${page}&per_page=4`)));
    expect(pages[0]?.body).toMatchObject({ count: 6, pages: { current: 1, total: 2 } });
    expect(new Set(pages.flatMap((page) => page.body.candidates.map((candidate: CandidateView) => candidate.id))).size).toBe(6);
    expect((await caller.get(`/api/v6/folders/${id}/candidates/?status=x`)).status).toBe(400);
    expect((await caller.get(`/api/v6/folders/${id}/candidates/?query=${'я'.repeat(10_000)}`)).status).toBe(400);
  });

  it('[CAND-018] [CAND-019] filter by profile, vacancy and ids, limited to visible vacancies', async () => {
    const open = await fillVacancy(here, caller, { profiles: 1 });
    const hidden = await fillVacancy(here, caller, { profiles: 0, body: { access_type: 'private' } });
    const added = await caller.post(path, { folder_id: hidden.id, profiles: open.profiles });
    const hiddenId = added.body.candidates[0].id as number;
    const ids = async (query: string, who = caller) =>
      ((await who.get(`${path}?${query}`)).body.candidates as CandidateView[]).map((candidate) => candidate.id);
    expect((await ids(`profile_id=${open.profiles[0]}`)).toSorted()).toEqual([open.candidates[0], hiddenId].toSorted());
    expect(await ids(`profile_id=${open.profiles[0]}`, colleague)).toEqual(open.candidates);
    expect(await ids(`folder_id=${hidden.id}`, colleague)).toEqual([]);
    expect(await ids(`ids=${hiddenId},${open.candidates[0]}`, stranger)).toEqual([]);
    expect((await here.visitor().get(path)).status).toBe(401);
  });

  it('[ROLE-048] [ROLE-055] [ROLE-047] hide names, comments and messages from a hiring manager without the right', async () => {
    const user = await here.addUser(company, 'hm');
    const { id, profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    await comment(profiles[0] ?? 0, candidates[0] ?? 0);
    expect((await inVacancy(id))[0]).toMatchObject({ comments: 1 });
    await here.sql(
      `update users set hm_access = hm_access || '{"personal_info": false, "comments": false, "change_candidate": false}' where id = $1`,
      [user.id],
    );
    const manager = await here.signIn(user);
    expect((await inVacancy(id, '', manager))[0]).toMatchObject({
      profile: { name: null, picture: null, title: 'Developer' },
      comments: 0,
      fit: null,
    });
    expect(await inVacancy(id, '&query=Петрова', manager)).toEqual([]);
    expect((await manager.patch(`${path}${candidates[0]}/`, { status: statusIds['Offer'] })).status).toBe(403);
    expect((await manager.delete(path, { ids: candidates })).status).toBe(403);
  });

  it('[CAND-007] omit erased people', async () => {
    const { id, profiles } = await fillVacancy(here, caller, { profiles: 2 });
    await here.sql('update profiles set deleted_at = now() where id = $1', [profiles[0]]);
    expect(await inVacancy(id)).toHaveLength(1);
    expect((await caller.get(`/api/v6/folders/${id}/`)).body.candidates_count).toBe(1);
  });
});

describe('status', () => {
  it('[CAND-015] [CAND-022] changes one candidate with history, and undoes it', async () => {
    const { candidates } = await fillVacancy(here, caller, { profiles: 1 });
    const one = `${path}${candidates[0]}/`;
    const { body } = await colleague.patch(one, { status: statusIds['Interview'] });
    expect(body).toMatchObject({ id: candidates[0], status: { name: 'Interview' } });
    expect((await colleague.post(`/api/v6/jobs/${body.job_id}/undo/`)).status).toBe(200);
    const { history } = (await caller.get(`${one}history/`)).body;
    expect(history).toMatchObject([
      { action: 'undone', to: 'New' },
      { action: 'status', from: 'New', to: 'Interview', user: { last_name: expect.any(String) } },
      { action: 'added', to: 'New', user: { id: recruiter.id } },
    ]);
    expect((await caller.get(`${path}?ids=${candidates[0]}`)).body.candidates[0].status.name).toBe('New');
  });

  it('[CAND-022] rejects unknown and inactive statuses, and answers alike for foreign and missing candidates', async () => {
    const { candidates } = await fillVacancy(here, caller, { profiles: 1 });
    const one = `${path}${candidates[0]}/`;
    expect((await caller.patch(one, { status: 999_999_999 })).body).toEqual({ status: ['Choose an active status'] });
    expect((await caller.patch(one, {})).body).toHaveProperty('status');
    const foreign = await stranger.patch(one, { status: statusIds['Offer'] });
    expect(foreign.status).toBe(404);
    expect((await stranger.patch(`${path}999999999/`, { status: statusIds['Offer'] })).body).toEqual(foreign.body);
    expect((await here.visitor().patch(one, { status: 1 })).status).toBe(401);
  });

  it('[CAND-016] [CAND-021] changes many and skips removed ones; undo keeps later changes', async () => {
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 4 });
    const [first, second] = candidates;
    await caller.delete(path, { ids: [first] });
    const { body } = await caller.patch(path, { ids: candidates, status: statusIds['Contacted'] });
    expect(body.count).toBe(3);
    expect(await inVacancy(id, `&status=${statusIds['Contacted']}`)).toHaveLength(3);
    await colleague.patch(`${path}${second}/`, { status: statusIds['Hired'] });
    expect((await undo(body.job_id)).body.result).toEqual({ undone: 2 });
    expect((await inVacancy(id, `&status=${statusIds['Hired']}`)).map((candidate) => candidate.id)).toEqual([second]);
    expect((await caller.patch(path, { ids: [first], status: statusIds['Offer'] })).status).toBe(404);
    expect((await caller.patch(path, { ids: [], status: statusIds['Offer'] })).status).toBe(400);
  });

  it('[CAND-021] [ROLE-056] changes nothing if one candidate is in a hidden vacancy', async () => {
    const open = await fillVacancy(here, caller, { profiles: 1 });
    const hidden = await fillVacancy(here, caller, { profiles: 1, body: { access_type: 'private' } });
    const both = [...open.candidates, ...hidden.candidates];
    expect((await colleague.patch(path, { ids: both, status: statusIds['Offer'] })).body.detail).toBe('No access');
    expect(await inVacancy(open.id, `&status=${statusIds['Offer']}`)).toEqual([]);
  });
});

const remove = (ids: readonly number[], query = ''): Promise<Answer> => caller.delete(`${path}${query}`, { ids });

describe('remove', () => {
  it('[CAND-020] removes and restores; a second removal answers 404', async () => {
    const { id, candidates } = await fillVacancy(here, caller, { profiles: 3 });
    const { body } = await remove(candidates.slice(0, 2));
    expect(body.count).toBe(2);
    expect(await inVacancy(id)).toHaveLength(1);
    expect((await remove(candidates.slice(0, 2))).status).toBe(404);
    expect((await undo(body.job_id)).body.status).toBe('undone');
    expect((await inVacancy(id)).map((candidate) => candidate.id).toSorted()).toEqual(candidates.toSorted());
    expect((await stranger.delete(path, { ids: candidates })).status).toBe(404);
    expect((await caller.delete(path)).status).toBe(400);
  });

  it('[CAND-020] with saveMessagingHistory restores the same candidate when added again, otherwise creates one', async () => {
    const { id, candidates, profiles } = await fillVacancy(here, caller, { profiles: 1 });
    const again = async () => (await caller.post(path, { folder_id: id, profiles })).body.candidates[0].id as number;
    await remove(candidates, '?saveMessagingHistory=true');
    expect(await again()).toBe(candidates[0]);
    await remove(candidates, '?saveMessagingHistory=false');
    expect(await again()).not.toBe(candidates[0]);
    expect((await remove(candidates, '?saveMessagingHistory=maybe')).body).toHaveProperty('saveMessagingHistory');
  });

  it('[DEC-13] does not restore a candidate after its profile was added again', async () => {
    const { id, candidates, profiles } = await fillVacancy(here, caller, { profiles: 1 });
    const { body } = await remove(candidates, '?saveMessagingHistory=false');
    await colleague.post(path, { folder_id: id, profiles });
    expect((await undo(body.job_id)).status).toBe(200);
    expect(await inVacancy(id)).toHaveLength(1);
  });
});

const send = (action: `move${string}` | `copy${string}`, from: number, body: object) => {
  const [name, query] = action.split('?');
  return caller.post(`/api/v6/folders/${from}/candidates/${name}/?${query ?? ''}`, body);
};
const pair = async (profiles: number) => {
  const from = await fillVacancy(here, caller, { profiles });
  const to = await fillVacancy(here, caller, { profiles: 0 });
  return { from, to, body: { destination_folder: to.id, candidates: from.candidates } };
};
const commentsOf = async (id: number) => (await inVacancy(id)).map((candidate) => candidate.comments);

describe('move and copy', () => {
  it('[CAND-023] [CAND-027] moves, keeps the status, and undoes it', async () => {
    const { from, to, body } = await pair(3);
    await caller.patch(`${path}${from.candidates[0]}/`, { status: statusIds['Offer'] });
    const moved = await send('move', from.id, body);
    expect(moved.body).toEqual({ job_id: expect.any(Number), count: 3 });
    expect(await inVacancy(from.id)).toEqual([]);
    expect((await inVacancy(to.id)).map((candidate) => candidate.id).toSorted()).toEqual(from.candidates.toSorted());
    expect(await inVacancy(to.id, `&status=${statusIds['Offer']}`)).toHaveLength(1);
    expect((await caller.get(`${path}${from.candidates[0]}/history/`)).body.history[0]).toMatchObject({ action: 'moved' });
    await undo(moved.body.job_id);
    expect(await inVacancy(to.id)).toEqual([]);
    expect(await inVacancy(from.id)).toHaveLength(3);
  });

  it('[CAND-025] [CAND-030] copies and returns the number', async () => {
    const { from, to, body } = await pair(3);
    await caller.post(path, { folder_id: to.id, profiles: from.profiles.slice(0, 1) });
    const copied = await send('copy', from.id, body);
    expect(copied.body).toEqual({ job_id: expect.any(Number), count: 3, copied: 2 });
    expect(await profilesIn(to.id)).toEqual(await profilesIn(from.id));
    expect((await send('copy', from.id, body)).body.detail).toBe('Candidate already in the selected vacancy');
    await undo(copied.body.job_id);
    expect(await inVacancy(to.id)).toHaveLength(1);
    expect(await inVacancy(from.id)).toHaveLength(3);
  });

  it('[CAND-028] [CAND-031] withComments moves comments, otherwise they stay with the profile', async () => {
    const { from, to, body } = await pair(1);
    await comment(from.profiles[0] ?? 0, from.candidates[0] ?? 0);
    const copied = await send('copy?withComments=true', from.id, body);
    expect([await commentsOf(from.id), await commentsOf(to.id)]).toEqual([[1], [1]]);
    await undo(copied.body.job_id);
    await send('copy?withComments=false', from.id, body);
    expect(await commentsOf(to.id)).toEqual([0]);

    const third = await fillVacancy(here, caller, { profiles: 0 });
    const without = await send('move?withComments=false', from.id, { ...body, destination_folder: third.id });
    expect(await commentsOf(third.id)).toEqual([0]);
    await undo(without.body.job_id);
    expect(await commentsOf(from.id)).toEqual([1]);
    await send('move?withComments=true&saveMessagingHistory=false', from.id, { ...body, destination_folder: third.id });
    expect(await commentsOf(third.id)).toEqual([1]);
  });

  it('[CAND-029] without saveMessagingHistory creates a new candidate, and restores the old one by undo', async () => {
    const { from, to, body } = await pair(2);
    const moved = await send('move?saveMessagingHistory=false', from.id, body);
    const ids = (await inVacancy(to.id)).map((candidate) => candidate.id);
    expect(ids.some((id) => from.candidates.includes(id))).toBe(false);
    expect(await inVacancy(from.id)).toEqual([]);
    await undo(moved.body.job_id);
    expect((await inVacancy(from.id)).map((candidate) => candidate.id).toSorted()).toEqual(from.candidates.toSorted());
    expect(await inVacancy(to.id)).toEqual([]);
  });

  it('[CAND-027] [VAC-054] reports invalid destinations; a hidden one answers No access', async () => {
    const { from, body } = await pair(1);
    const to = (destination: unknown) => send('move', from.id, { ...body, destination_folder: destination });
    expect((await to(from.id)).body).toEqual({ destination_folder: ['Choose another vacancy'] });
    expect((await to(999_999_999)).body).toEqual({ destination_folder: ['There is no such vacancy'] });
    const foreign = await stranger.post('/api/v6/folders/', { name: 'Foreign' });
    expect((await to(foreign.body.id)).body).toEqual({ destination_folder: ['There is no such vacancy'] });
    const hidden = await colleague.post('/api/v6/folders/', { name: 'Hidden', access_type: 'private' });
    expect(await to(hidden.body.id)).toMatchObject({ status: 403, body: { detail: 'No access' } });
    expect((await to(undefined)).body).toHaveProperty('destination_folder');
    const others = await fillVacancy(here, caller, { profiles: 1 });
    expect((await send('move', from.id, { ...body, candidates: others.candidates })).status).toBe(404);
  });

  it('[CAND-023] moves each candidate to one vacancy on concurrent requests', async () => {
    const { from, to, body } = await pair(5);
    const other = await fillVacancy(here, caller, { profiles: 0 });
    const answers = await Promise.all([send('move', from.id, body), send('move', from.id, { ...body, destination_folder: other.id })]);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
    expect(answers.every((answer) => answer.status < 500)).toBe(true);
    const places = [...(await profilesIn(from.id)), ...(await profilesIn(to.id)), ...(await profilesIn(other.id))];
    expect(places.toSorted((one, next) => one - next)).toEqual(from.profiles.toSorted((one, next) => one - next));
  });

  it('[CAND-025] copies in both directions concurrently without a deadlock', async () => {
    const one = await fillVacancy(here, caller, { profiles: 20 });
    const two = await fillVacancy(here, caller, { profiles: 20 });
    const answers = await Promise.all([
      send('copy', one.id, { destination_folder: two.id, candidates: one.candidates }),
      send('copy', two.id, { destination_folder: one.id, candidates: two.candidates }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await inVacancy(one.id)).toHaveLength(40);
  });
});
