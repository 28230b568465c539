import { beforeAll, describe, expect, it } from 'vitest';
import type { CandidateStatus } from '@headwater/contract/statuses';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();
const path = '/api/v6/status_collection/statuses/';

let company: number;
let caller: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'admin'));
});

const list = async (who = caller): Promise<CandidateStatus[]> => (await who.get(path)).body.statuses;
const names = (statuses: readonly { name: string }[]) => statuses.map((status) => status.name);
const create = async (body: object) => (await caller.post(path, body)).body as CandidateStatus;
const fresh = async () => {
  const admin = await here.addUser(await here.addCompany(), 'admin');
  return { admin, caller: await here.signIn(admin) };
};

describe('the list', () => {
  it('[STS-005] [STS-006] [STS-021] [STS-002] [STS-003] starts with seven active statuses, created once by concurrent requests', async () => {
    const one = await fresh();
    const lists = await Promise.all(Array.from({ length: 5 }, () => one.caller.get(path)));
    for (const { body } of lists) {
      expect(names(body.statuses)).toEqual(['New', 'Contacted', 'Replied', 'Interview', 'Offer', 'Hired', 'Rejected']);
    }
    const statuses = await list(one.caller);
    expect(statuses.every((status) => status.is_active && status.selected && !status.in_use)).toBe(true);
    expect(statuses.map((status) => status.order)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('[ROLE-061] is visible to the whole company only', async () => {
    const recruiter = await here.signIn(await here.addUser(company, 'worker'));
    expect(names(await list(recruiter))).toEqual(names(await list()));
    const { id } = await create({ name: 'Ours only' });
    expect((await list((await fresh()).caller)).some((status) => status.id === id)).toBe(false);
    expect((await here.visitor().get(path)).status).toBe(401);
  });

  it('[ROLE-060] of a private vacancy requires access to it; of a public one, the company', async () => {
    const [owner, colleague] = [
      await here.signIn(await here.addUser(company, 'worker')),
      await here.signIn(await here.addUser(company, 'worker')),
    ];
    const { id: status } = await create({ name: 'On site' });
    const { body: vacancy } = await owner.post('/api/v6/folders/', { name: 'Quiet', access_type: 'private', statuses: [status] });
    const seen = async (who: Caller) =>
      (await who.get(`/api/v6/folders/${vacancy.id}/`)).body.statuses?.map(({ id }: { id: number }) => id);
    expect([await seen(owner), await seen(colleague)]).toEqual([[status], undefined]);
    expect((await colleague.get(`/api/v6/folders/${vacancy.id}/`)).status).toBe(403);
    expect((await owner.patch(`/api/v6/folders/${vacancy.id}/`, { access_type: 'public' })).status).toBe(200);
    expect(await seen(colleague)).toEqual([status]);
  });
});

const pair = async () => {
  const of = await here.addCompany();
  const admin = await here.signIn(await here.addUser(of, 'admin'));
  const reader = await here.signIn(await here.addUser(of, 'admin'));
  await reader.patch('/api/v6/user/settings/', { language: 'ru' });
  return { admin, reader };
};

describe('the first statuses', () => {
  const russian = ['Новый', 'Связались', 'Есть ответ', 'Интервью', 'Предложение', 'Принят', 'Отказ'];

  it('[STS-021] [I18N-001] have names in the language of the reader everywhere', async () => {
    const { admin, reader } = await pair();
    expect(names(await list(reader))).toEqual(russian);
    expect(names(await list(admin))[0]).toBe('New');
    const { id, candidates } = await fillVacancy(here, admin, { profiles: 1 });
    const [, second] = await list(reader);
    const { body: changed } = await reader.patch(`/api/v6/candidates/${candidates[0]}/`, { status: second?.id });
    expect((await reader.get(`/api/v6/jobs/${changed.job_id}/`)).body.details.status).toBe('Связались');
    const vacancy = (await reader.get(`/api/v6/folders/${id}/`)).body;
    expect(names(vacancy.statuses)).toEqual(russian);
    const [candidate] = (await reader.get(`/api/v6/folders/${id}/candidates/`)).body.candidates;
    expect(candidate.status.name).toBe('Связались');
    const { body: of } = await reader.get(`/api/v6/profiles/${candidate.profile.id}/folders/`);
    expect(of.folders[0].status.name).toBe('Связались');
    const { history } = (await reader.get(`/api/v6/candidates/${candidate.id}/history/`)).body;
    expect(history[0]).toMatchObject({ from: 'Новый', to: 'Связались' });
    expect((await admin.get(`/api/v6/candidates/${candidate.id}/history/`)).body.history[0]).toMatchObject({
      from: 'New',
      to: 'Contacted',
    });
    // Jobs are listed in the current language of the user.
    await reader.patch('/api/v6/user/settings/', { language: 'en' });
    expect((await reader.get('/api/v6/jobs/?per_page=1')).body.jobs[0].details.status).toBe('Contacted');
  });

  it('[STS-008] [STS-022] keep a custom name in every language, and reserve the displayed names', async () => {
    const { admin, reader } = await pair();
    const [first, second, third] = await list(reader);
    const rename = (who: Caller, id: number | undefined, change: object) => who.patch(`${path}${id}/`, change);
    // Sending the displayed name with a color renames nothing.
    await rename(reader, first?.id, { name: 'Новый', color: 9 });
    expect((await list(admin))[0]).toMatchObject({ name: 'New', color: 9 });
    await rename(reader, first?.id, { name: 'На рассмотрении' });
    expect(names(await list(admin))[0]).toBe('На рассмотрении');
    await rename(reader, second?.id, { name: 'Contacted' });
    expect(names(await list(reader))[1]).toBe('Contacted');
    const taken = ['There is already a status with this name'];
    expect((await admin.post(path, { name: 'есть ответ' })).body.name).toEqual(taken);
    expect((await rename(admin, third?.id, { name: 'ОТКАЗ' })).body.name).toEqual(taken);
    expect((await admin.post(path, { name: 'New' })).status).toBe(200);
    expect(names(await list(reader))).toContain('New');
  });
});

describe('create and edit', () => {
  it('[STS-007] [STS-004] adds at the end, also as a substatus', async () => {
    const parent = await create({ name: 'Собеседование' });
    const child = await create({ name: 'Техническое', parent: parent.id });
    const shown = (await list()).at(-1);
    expect(shown).toMatchObject({ id: parent.id, substatuses: [{ id: child.id, name: 'Техническое' }] });
    const tooDeep = await caller.post(path, { name: 'Third level', parent: child.id });
    expect(tooDeep).toMatchObject({ status: 400, body: { parent: ['Choose a status of the first level'] } });
  });

  it('[STS-017] [STS-022] limits the length of the name and rejects duplicates regardless of case', async () => {
    await create({ name: 'Фидбек' });
    const named = async (name: unknown) => (await caller.post(path, { name })).body.name;
    expect(await named('фИДБЕК ')).toEqual(['There is already a status with this name']);
    expect(await named('')).toEqual(['This field cannot be empty']);
    expect(await named('x'.repeat(51))).toEqual(['Enter at most 50 characters']);
    expect(await named('x'.repeat(10_000))).toEqual(['Enter at most 50 characters']);
    expect(await named(7)).toEqual(['This value has the wrong type']);
    expect((await caller.post(path, { name: 'x'.repeat(50) })).status).toBe(200);
  });

  it('[STS-022] creates one of two concurrent duplicates', async () => {
    const answers = await Promise.all([caller.post(path, { name: 'Twice' }), caller.post(path, { name: 'twice' })]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
  });

  it('[STS-008] changes name, color and switches, and keeps the last active status active', async () => {
    const { id } = await create({ name: 'Old name' });
    const changed = await caller.patch(`${path}${id}/`, { name: 'New name', color: 11, is_active: false, selected: false });
    expect(changed.body).toMatchObject({ id, name: 'New name', color: 11, is_active: false, selected: false });
    expect((await caller.patch(`${path}${id}/`, { color: 12 })).body.color).toEqual(['Enter a number not greater than 11']);

    const alone = await fresh();
    const [first, ...others] = await list(alone.caller);
    for (const { id: other } of others) expect((await alone.caller.patch(`${path}${other}/`, { is_active: false })).status).toBe(200);
    expect(await alone.caller.patch(`${path}${first?.id}/`, { is_active: false })).toMatchObject({ status: 409 });
    expect(await alone.caller.delete(`${path}${first?.id}/`)).toMatchObject({ status: 409 });
  });

  it('[STS-014] [STS-015] [STS-016] [STS-020] rejects changes of statuses of the Mixmax integration', async () => {
    const { id } = await create({ name: 'From Mixmax' });
    await here.sql('update candidate_statuses set used_by_mixmax = true where id = $1', [id]);
    const edited = await caller.patch(`${path}${id}/`, { name: 'Mine' });
    expect(edited).toMatchObject({ status: 409, body: { detail: 'Status cannot be edited: it is used by the Mixmax integration' } });
    const deleted = await caller.delete(`${path}${id}/`);
    expect(deleted).toMatchObject({ status: 409, body: { detail: 'Status cannot be deleted: it is used by the Mixmax integration' } });
  });

  it('[ROLE-027] [ROLE-015] [STS-020] requires an administrator or service manager, and answers alike for missing and foreign statuses', async () => {
    const worker = await here.signIn(await here.addUser(company, 'worker'));
    expect((await worker.post(path, { name: 'Mine' })).status).toBe(403);
    const service = await here.signIn(await here.addUser(company, 'service_admin'));
    expect((await service.post(path, { name: 'Service' })).status).toBe(200);
    const [foreign] = await list((await fresh()).caller);
    const answer = await caller.patch(`${path}${foreign?.id}/`, { name: 'Taken over' });
    expect(answer.status).toBe(404);
    expect(await caller.patch(`${path}999999999/`, { name: 'Nobody' })).toMatchObject({ status: 404, body: answer.body });
    expect((await caller.delete(`${path}${foreign?.id}/`)).body).toEqual(answer.body);
  });
});

it('[ROLE-027] [ROLE-029] tells other users to ask an administrator', async () => {
  const [{ id } = { id: 0 }] = await list();
  const asking = { status: 403, body: { detail: 'Only administrators can do this. Ask your administrator' } };
  for (const role of ['worker', 'hm'] as const) {
    const person = await here.signIn(await here.addUser(company, role));
    expect(await person.post(path, { name: 'Mine' })).toMatchObject(asking);
    expect(await person.patch(`${path}${id}/`, { name: 'Mine' })).toMatchObject(asking);
    expect(await person.delete(`${path}${id}/`)).toMatchObject(asking);
    expect(await person.post('/api/v6/status_collection/change_order/', { statuses: [id] })).toMatchObject(asking);
  }
  // Administrators without access get a general error.
  const extension = await here.signIn(await here.addUser(await here.addCompany({ isExtCompany: true }), 'admin'));
  const { status, body } = await extension.post(path, { name: 'Mine' });
  expect([status, body.detail]).toEqual([403, 'Forbidden']);
});

describe('delete and order', () => {
  it('[STS-009] [STS-013] [STS-016] deletes only unused statuses', async () => {
    const one = await fresh();
    const statuses = await list(one.caller);
    await fillVacancy(here, one.caller, { profiles: 1 });
    const [first, second] = statuses;
    expect(await one.caller.delete(`${path}${first?.id}/`)).toMatchObject({
      status: 409,
      body: { detail: 'Status cannot be deleted: it is used in vacancies' },
    });
    expect((await one.caller.delete(`${path}${second?.id}/`)).status).toBe(200);
    expect((await one.caller.delete(`${path}${second?.id}/`)).status).toBe(404);
    expect(names(await list(one.caller))).not.toContain('Contacted');
    // The name is available again.
    expect((await one.caller.post(path, { name: 'contacted' })).status).toBe(200);
  });

  it('[STS-013] does not assign a candidate to a status deleted concurrently', async () => {
    const one = await fresh();
    const statuses = await list(one.caller);
    const { candidates } = await fillVacancy(here, one.caller, { profiles: 1 });
    const target = statuses[3]?.id;
    const [given, deleted] = await Promise.all([
      one.caller.patch(`/api/v6/candidates/${candidates[0]}/`, { status: target }),
      one.caller.delete(`${path}${target}/`),
    ]);
    expect([given.status, deleted.status].toSorted()).not.toEqual([200, 200]);
    expect([given.status, deleted.status]).toContain(200);
  });

  it('[STS-010] [STS-011] [STS-012] requires the complete order and keeps used statuses in place', async () => {
    const one = await fresh();
    const ids = (await list(one.caller)).map((status) => status.id);
    const order = (statuses: unknown[]) => one.caller.post('/api/v6/status_collection/change_order/', { statuses });
    const reversed = ids.toReversed();
    expect((await order(reversed)).body.statuses.map((status: CandidateStatus) => status.id)).toEqual(reversed);
    expect((await order(reversed.slice(1))).body.statuses).toEqual(['The list of statuses has changed. Reload the page and try again']);
    expect((await order([...reversed.slice(1), 999_999_999])).status).toBe(400);

    const { candidates } = await fillVacancy(here, one.caller, { profiles: 2 });
    const [top, , third] = reversed;
    await one.caller.patch(`/api/v6/candidates/${candidates[0]}/`, { status: top });
    await one.caller.patch(`/api/v6/candidates/${candidates[1]}/`, { status: third });
    const refused = await order(ids);
    expect(refused).toMatchObject({ status: 409, body: { detail: 'Status cannot be moved: "Rejected" is used in vacancies' } });
    expect((await order([...reversed.slice(3), ...reversed.slice(0, 3)])).status).toBe(200);
  });
});
