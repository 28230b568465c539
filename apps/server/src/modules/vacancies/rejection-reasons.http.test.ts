import type { StatisticsBreakdown } from '@headwater/contract/statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const path = '/api/v6/rejection_reasons/';

interface Reason {
  id: number;
  name: string;
}

let company: number;
let admin: Caller;
let recruiter: Caller;
let statuses: { id: number; name: string; is_rejection: boolean }[];
beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker'));
  statuses = (await recruiter.post('/api/v6/folders/', { name: 'Statuses' })).body.statuses;
});

const idOf = (name: string) => statuses.find((status) => status.name === name)?.id ?? 0;
const reasonsOf = async (who = recruiter): Promise<Reason[]> => (await who.get(path)).body.reasons;
const reasonNamed = async (name: string) => (await reasonsOf()).find((reason) => reason.name === name)?.id ?? 0;
const read = async (id: number) => (await recruiter.get(`/api/v6/candidates/?ids=${id}`)).body.candidates[0];

describe('the list of reasons', () => {
  it('starts with usual reasons in the language of the reader, once for concurrent readers', async () => {
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const lists = await Promise.all([1, 2, 3].map(() => reasonsOf(other)));
    expect(lists.map((list) => list.length)).toEqual([10, 10, 10]);
    expect((await reasonsOf(other)).map(({ name }) => name).slice(0, 2)).toEqual(['Not enough experience', 'Skills do not match']);
  });

  it('is renamed, extended, reordered and shortened by those who may change statuses', async () => {
    const owner = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const [first, second, ...others] = await reasonsOf(owner);
    const wanted = [{ name: 'Notice period' }, { id: second?.id, name: 'Not enough experience' }, { id: first?.id, name: 'Stack' }];
    const saved = (await owner.post(path, { reasons: [...wanted, ...others.slice(1)] })).body.reasons as Reason[];
    expect(saved.map(({ name }) => name).slice(0, 3)).toEqual(wanted.map(({ name }) => name));
    expect(saved).toHaveLength(10);
    expect((await owner.post(path, { reasons: [{ name: 'Stack' }, { name: 'stack' }] })).body).toEqual({
      'reasons.1.name': ['There is already a reason with this name'],
    });
    expect((await owner.post(path, { reasons: [{ id: 999_999, name: 'Stack' }] })).status).toBe(400);
    expect((await owner.post(path, { reasons: [] })).body).toEqual({ reasons: [] });
    expect(await reasonsOf(owner)).toEqual([]);
    expect((await recruiter.post(path, { reasons: [] })).status).toBe(403);
  });
});

describe('a rejected candidate', () => {
  it('has the reason in the row, the history and the activity, until the status changes', async () => {
    expect(statuses.filter((status) => status.is_rejection).map(({ name }) => name)).toEqual(['Rejected']);
    const { candidates, profiles } = await fillVacancy(here, recruiter, { profiles: 2 });
    const [id = 0, other = 0] = candidates;
    const salary = await reasonNamed('Salary expectations');
    const changed = await recruiter.patch(`/api/v6/candidates/${id}/`, { status: idOf('Rejected'), rejection_reason: salary });
    expect(changed.body).toMatchObject({ status: { name: 'Rejected' }, rejection_reason: { id: salary, name: 'Salary expectations' } });
    const { history } = (await recruiter.get(`/api/v6/candidates/${id}/history/`)).body;
    expect(history[0]).toMatchObject({ action: 'status', to: 'Rejected', reason: 'Salary expectations' });
    const { events } = (await recruiter.get(`/api/v6/profiles/${profiles[0]}/events/`)).body;
    expect(events.find((event: { kind: string }) => event.kind === 'status')).toMatchObject({ reason: 'Salary expectations' });

    const both = await recruiter.patch('/api/v6/candidates/', { ids: candidates, status: idOf('Interview') });
    expect(await read(id)).toMatchObject({ rejection_reason: null });
    await recruiter.post(`/api/v6/jobs/${both.body.job_id}/undo/`);
    expect(await read(id)).toMatchObject({ status: { name: 'Rejected' }, rejection_reason: { name: 'Salary expectations' } });
    expect(await read(other)).toMatchObject({ status: { name: 'New' }, rejection_reason: null });
  });

  it('gets another reason, or none, afterwards', async () => {
    const { candidates } = await fillVacancy(here, recruiter, { profiles: 1 });
    const [id = 0] = candidates;
    const set = (reason: number | null) => recruiter.post(`/api/v6/candidates/${id}/rejection_reason/`, { rejection_reason: reason });
    const level = await reasonNamed('Language level');
    expect((await set(level)).status).toBe(409);
    await recruiter.patch(`/api/v6/candidates/${id}/`, { status: idOf('Rejected') });
    expect((await set(level)).body).toMatchObject({ rejection_reason: { name: 'Language level' } });
    expect((await set(null)).body).toMatchObject({ rejection_reason: null });
    expect((await set(987_654)).body).toEqual({ rejection_reason: ['Choose a reason of the list'] });
    const manager = await here.signIn(await here.addUser(company, 'hm'));
    expect((await manager.post(`/api/v6/candidates/${id}/rejection_reason/`, { rejection_reason: level })).status).toBe(403);
  });

  it('has a reason only with a rejection', async () => {
    const { candidates } = await fillVacancy(here, recruiter, { profiles: 1 });
    const change = { status: idOf('Interview'), rejection_reason: await reasonNamed('Language level') };
    expect((await recruiter.patch(`/api/v6/candidates/${candidates[0]}/`, change)).status).toBe(409);
    expect((await recruiter.patch('/api/v6/candidates/', { ids: candidates, ...change })).status).toBe(409);
    expect(await read(candidates[0] ?? 0)).toMatchObject({ status: { name: 'New' }, rejection_reason: null });
  });

  it('[PEDT-020] keeps the reason through a merge, and loses it when the merge is undone', async () => {
    const { candidates, profiles } = await fillVacancy(here, recruiter, { profiles: 2 });
    const [stays = 0, goes = 0] = candidates;
    const salary = await reasonNamed('Salary expectations');
    await recruiter.patch(`/api/v6/candidates/${stays}/`, { status: idOf('Interview') });
    await recruiter.patch(`/api/v6/candidates/${goes}/`, { status: idOf('Rejected'), rejection_reason: salary });
    const merged = await recruiter.post('/api/glun/v4/', { action: 'glue', profile_ids: profiles });
    expect(await read(stays)).toMatchObject({ status: { name: 'Rejected' }, rejection_reason: { id: salary } });
    const { history } = (await recruiter.get(`/api/v6/candidates/${stays}/history/`)).body;
    expect(history[0]).toMatchObject({ to: 'Rejected', reason: 'Salary expectations' });
    await recruiter.post(`/api/v6/jobs/${merged.body.job_id}/undo/`);
    expect(await read(stays)).toMatchObject({ status: { name: 'Interview' }, rejection_reason: null });
    expect(await read(goes)).toMatchObject({ status: { name: 'Rejected' }, rejection_reason: { id: salary } });
  });

  it('[STB-003] is counted by reason, and listed behind the number', async () => {
    const own = await here.addCompany();
    const who = await here.signIn(await here.addUser(own, 'admin'));
    const { candidates } = await fillVacancy(here, who, { profiles: 4 });
    const [first, second] = await reasonsOf(who);
    const rejected = (await who.get('/api/v6/folders/')).body.folders[0].statuses.find(
      (one: { is_rejection: boolean }) => one.is_rejection,
    ).id;
    const reject = (ids: number[], reason?: number) =>
      who.patch('/api/v6/candidates/', { ids, status: rejected, ...(reason ? { rejection_reason: reason } : {}) });
    await reject(candidates.slice(0, 2), first?.id);
    await reject(candidates.slice(2, 3), second?.id);
    await reject(candidates.slice(3));
    const at = (rest: string) => `/api/internal/companies/${own}/statistics/${rest}`;
    const { rows } = (await who.get(at('breakdown/?section=pipeline&breakdown=rejections'))).body as StatisticsBreakdown;
    expect(rows.map(({ name, values }) => [name, values['moves']])).toEqual([
      ['Not enough experience', 2],
      ['Skills do not match', 1],
      ['Rejected', 1],
    ]);
    for (const { key, values } of rows) {
      const list = await who.get(at(`list/?section=pipeline&metric=rejected&breakdown=rejections&key=${key}`));
      expect([key, list.body.count]).toEqual([key, values['moves']]);
    }
  });
});

describe('the reasons of another company', () => {
  it('are unknown', async () => {
    const { candidates } = await fillVacancy(here, recruiter, { profiles: 1 });
    const foreign = (await reasonsOf(await here.signIn(await here.addUser(await here.addCompany(), 'worker'))))[0]?.id;
    const answer = await recruiter.patch(`/api/v6/candidates/${candidates[0]}/`, { status: idOf('Rejected'), rejection_reason: foreign });
    expect(answer.body).toEqual({ rejection_reason: ['Choose a reason of the list'] });
    expect((await admin.get(`/api/v6/candidates/?ids=${candidates[0]}`)).body.candidates[0].status.name).toBe('New');
  });
});
