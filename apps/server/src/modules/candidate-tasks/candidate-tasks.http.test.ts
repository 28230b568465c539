import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { eraseProfile } from '../profiles/public/erasing.ts';
import { remindTasksHandler } from './remind.ts';

const here = useInstallation();
const day = 24 * 3600 * 1000;

let company: number;
let user: TestUser;
let who: Caller;
let colleague: TestUser;
let other: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  user = await here.addUser(company, 'worker');
  who = await here.signIn(user);
  colleague = await here.addUser(company, 'worker');
  other = await here.signIn(colleague);
});

interface Task {
  id: number;
  title: string;
  state: string;
}

const dayAfter = (days: number) => new Date(here.clock.now().getTime() + days * day).toISOString().slice(0, 10);
const add = (profile: number | undefined, body: object = {}, caller = who) =>
  caller.post(`/api/v6/profiles/${profile}/tasks/`, { title: 'Call back', due_on: dayAfter(0), ...body });
const change = (id: number, body: object, caller = who) => caller.patch(`/api/v6/tasks/${id}/`, body);
const ownOf = async (caller: Caller, status = 'open'): Promise<Task[]> => (await good(caller.get(`/api/v6/tasks/?status=${status}`))).tasks;
const tasksOf = async (profile: number | undefined, caller = who): Promise<Task[]> =>
  (await good(caller.get(`/api/v6/profiles/${profile}/tasks/`))).tasks;
const stateOf = (tasks: Task[]) => tasks.map(({ title, state }) => [title, state]);
const noticesOf = async (caller: Caller) => (await good(caller.get('/api/v6/notices/?kind=task'))).notices;

/** Runs the periodic task as a worker does. */
async function remind(): Promise<void> {
  const { database } = here.application;
  const { run } = remindTasksHandler({ database, clock: here.clock });
  await run(undefined, new AbortController().signal);
}

describe('tasks about a person', () => {
  it('are listed as overdue, today and later, and can be done and reopened', async () => {
    const [profile] = await addProfiles(here, 1);
    const later = await good(add(profile, { title: 'Later', due_on: dayAfter(3) }));
    const timed = await good(add(profile, { title: 'Timed', due_time: '23:59' }));
    const today = await good(add(profile, { title: 'Today' }));
    const late = await good(add(profile, { title: 'Late', due_on: dayAfter(-1) }));
    const expected = [
      ['Late', 'overdue'],
      ['Timed', 'today'],
      ['Today', 'today'],
      ['Later', 'later'],
    ];
    expect(stateOf(await ownOf(who))).toEqual(expected);
    expect(stateOf(await tasksOf(profile, other))).toEqual(expected);
    expect(timed).toMatchObject({ due_time: '23:59', person: { id: profile }, folder: null, assignee: { id: user.id, is_active: true } });

    expect(await good(change(late.id, { is_done: true }, other))).toMatchObject({ state: 'done', done_at: expect.any(String) });
    expect(stateOf(await ownOf(who, 'done'))).toEqual([['Late', 'done']]);
    expect((await tasksOf(profile)).at(-1)?.title).toBe('Late');
    expect(await good(change(late.id, { is_done: false }))).toMatchObject({ state: 'overdue', done_at: null });
    expect(await good(change(later.id, { title: 'Sooner', due_on: dayAfter(0), due_time: '00:00' }))).toMatchObject({ state: 'overdue' });
    await good(who.delete(`/api/v6/tasks/${today.id}/`));
    expect((await ownOf(who)).map(({ title }) => title)).toEqual(['Late', 'Sooner', 'Timed']);
  });

  it('remind the assignee once, again after a change, and never of done tasks', async () => {
    const [profile] = await addProfiles(here, 1);
    const { id } = await good(add(profile, { title: 'Offer', due_on: dayAfter(1), due_time: '10:00', assignee_id: colleague.id }));
    const done = await good(add(profile, { title: 'Done', due_on: dayAfter(1), assignee_id: colleague.id }));
    await good(change(done.id, { is_done: true }, other));
    expect((await noticesOf(other)).slice(0, 2)).toMatchObject([
      { is_due: false, detail: 'Done' },
      { is_due: false, detail: 'Offer' },
    ]);
    const due = async () => (await noticesOf(other)).filter(({ is_due: isDue }: { is_due: boolean }) => isDue);
    await remind();
    expect(await due()).toEqual([]);
    here.clock.advance(2 * day);
    await remind();
    await remind();
    expect(await due()).toMatchObject([{ detail: 'Offer', person: { id: profile } }]);
    await good(change(id, { due_on: dayAfter(1) }));
    here.clock.advance(2 * day);
    await remind();
    expect(await due()).toHaveLength(2);
    await good(who.delete(`/api/v6/tasks/${id}/`));
    expect(await due()).toEqual([]);
  });

  it('notify the assignee each time they are given', async () => {
    const [profile] = await addProfiles(here, 1);
    const { id } = await good(add(profile, { assignee_id: colleague.id }));
    for (const assignee of [user.id, colleague.id]) {
      here.clock.advance(1000);
      await good(change(id, { assignee_id: assignee }));
    }
    const about = (await noticesOf(other)).filter(({ person }: { person: { id: number } }) => person.id === profile);
    expect(about).toMatchObject([{ is_due: false }, { is_due: false }]);
  });

  it('stay with a deactivated assignee without reminding, and go to active colleagues only', async () => {
    const [profile] = await addProfiles(here, 1);
    const leaver = await here.addUser(company, 'worker');
    const { id } = await good(add(profile, { due_on: dayAfter(-1), assignee_id: leaver.id }));
    await here.sql('update users set is_active = false where id = $1', [leaver.id]);
    await remind();
    expect(await here.sql(`select from notices where user_id = $1 and payload ->> 'is_due' = 'true'`, [leaver.id])).toEqual([]);
    expect(await tasksOf(profile)).toMatchObject([{ id, assignee: { id: leaver.id, is_active: false } }]);
    const stranger = await here.addUser(await here.addCompany(), 'worker');
    const manager = await here.addUser(company, 'hm');
    for (const assignee of [leaver.id, stranger.id, manager.id, 987_654_321])
      expect(await add(profile, { assignee_id: assignee })).toMatchObject({ status: 400, body: { assignee_id: [expect.any(String)] } });
    expect(await good(change(id, { assignee_id: colleague.id }))).toMatchObject({ assignee: { id: colleague.id } });
    await remind();
    expect((await noticesOf(other))[0]).toMatchObject({ is_due: true, person: { id: profile } });
  });

  it('name the vacancy, and hide tasks of private vacancies from those who do not see them', async () => {
    const { id: vacancy, candidates, profiles } = await fillVacancy(here, who, { profiles: 1, body: { access_type: 'private' } });
    const { id } = await good(add(profiles[0], { candidate_id: candidates[0] }));
    expect(await tasksOf(profiles[0])).toMatchObject([{ id, folder: { id: vacancy } }]);
    expect(await tasksOf(profiles[0], other)).toEqual([]);
    expect((await change(id, { is_done: true }, other)).status).toBe(404);
    expect((await add(profiles[0], { candidate_id: candidates[0] }, other)).body).toHaveProperty('candidate_id');
    const [stranger] = await addProfiles(here, 1);
    expect((await add(stranger, { candidate_id: candidates[0] })).body).toHaveProperty('candidate_id');
    await good(change(id, { assignee_id: colleague.id }));
    expect(await tasksOf(profiles[0], other)).toMatchObject([{ id, folder: null }]);
  });

  it('belong to their company and their people', async () => {
    const [profile] = await addProfiles(here, 1);
    const { id } = await good(add(profile));
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect(await tasksOf(profile, stranger)).toEqual([]);
    expect((await change(id, { is_done: true }, stranger)).status).toBe(404);
    expect((await stranger.delete(`/api/v6/tasks/${id}/`)).status).toBe(404);
    const third = await here.signIn(await here.addUser(company, 'worker'));
    expect((await third.delete(`/api/v6/tasks/${id}/`)).status).toBe(403);
    for (const [field, value] of [
      ['title', ' '],
      ['due_on', '2026-13-01'],
      ['due_time', '25:00'],
    ] as const)
      expect(await add(profile, { [field]: value })).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
    await here.application.database.asSystem((tx) => eraseProfile(tx, profile ?? 0, here.clock.now()));
    expect(await here.sql('select from candidate_tasks where id = $1', [id])).toEqual([]);
  });

  it('[PEDT-018] follow a merge and its undo', async () => {
    const { candidates, profiles } = await fillVacancy(here, who, { profiles: 2 });
    const { id } = await good(add(profiles[1], { candidate_id: candidates[1] }));
    const placeOf = () => here.sql('select profile_id, candidate_id from candidate_tasks where id = $1', [id]);
    await good(who.post('/api/glun/v4/', { action: 'glue', profile_ids: profiles }));
    expect(await placeOf()).toEqual([{ profile_id: profiles[0], candidate_id: candidates[0] }]);
    await good(who.post('/api/glun/v4/', { action: 'unglue', profile_ids: profiles }));
    expect(await placeOf()).toEqual([{ profile_id: profiles[1], candidate_id: candidates[1] }]);
  });
});
