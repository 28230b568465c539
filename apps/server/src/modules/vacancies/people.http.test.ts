import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '@headwater/domain/time/durations';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/folders/';
const unknown = ['Choose people of your company'];

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany({ name: 'Staff' }), 'super_user'));
});

/** Creates a company with an administrator and a vacancy of two recruiters and a hiring manager. */
async function vacancyWithPeople() {
  const company = await here.addCompany();
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  const [colleague, rita] = [await here.addUser(company, 'worker'), await here.addUser(company, 'worker', { canSearch: false })];
  const manager = await here.addUser(company, 'hm', { canSearch: false });
  const caller = await here.signIn(colleague);
  const people = { assignees: [colleague.id, rita.id], granted_users: [manager.id] };
  const made = await caller.post(path, { name: 'Platform', ...people });
  expect(made).toMatchObject({ status: 200, body: { assignees: [{ is_former: false }, { is_former: false }] } });
  const url = `${path}${made.body.id}/`;
  /** Sends every field like the form. */
  const save = (change: object = {}) => caller.patch(url, { name: 'Platform', description: 'Corrected', ...people, ...change });
  return { company, admin, caller, colleague, rita, manager, url, save };
}
type Made = Awaited<ReturnType<typeof vacancyWithPeople>>;

const leaving: Record<string, (made: Made) => Promise<{ status: number }>> = {
  'was deleted': ({ admin, rita }) => admin.delete(`/api/v6/workers/${rita.id}/`),
  'was deactivated': ({ admin, rita }) => admin.patch(`/api/v6/workers/${rita.id}/`, { is_active: false }),
  'was moved to another company': async ({ rita }) =>
    staff.post(`/api/v6/workers/${rita.id}/move/`, { company_id: await here.addCompany() }),
  'administers without search now': ({ admin, rita }) => admin.patch(`/api/v6/workers/${rita.id}/switch/`),
};

describe('a vacancy of former members', () => {
  for (const [how, leave] of Object.entries(leaving))
    it(`[EMP-070] [VAC-010] can be saved by a colleague when one of its recruiters ${how}`, async () => {
      const vacancy = await vacancyWithPeople();
      expect((await leave(vacancy)).status).toBe(200);
      const { rita, colleague } = vacancy;
      const saved = await vacancy.save();
      expect([saved.status, saved.body.description]).toEqual([200, 'Corrected']);
      const assignees = saved.body.assignees.map((one: { id: number; is_former: boolean }) => [one.id, one.is_former]);
      expect(new Map(assignees)).toEqual(
        new Map([
          [colleague.id, false],
          [rita.id, true],
        ]),
      );
      // A former recruiter cannot be added to a vacancy, or added again after removal.
      expect(await vacancy.caller.post(path, { name: 'Another', assignees: [rita.id] })).toMatchObject({
        status: 400,
        body: { assignees: unknown },
      });
      expect((await vacancy.save({ assignees: [colleague.id] })).body.assignees).toMatchObject([{ id: colleague.id }]);
      expect(await vacancy.save()).toMatchObject({ status: 400, body: { assignees: unknown } });
    });

  it('[EMP-070] [VAC-011] can be saved when a hiring manager has left, but not with them as a recruiter', async () => {
    const vacancy = await vacancyWithPeople();
    const { admin, manager, colleague, save } = vacancy;
    expect((await admin.delete(`/api/v6/hiring_managers/${manager.id}/`)).status).toBe(200);
    expect(await save()).toMatchObject({ status: 200, body: { granted_users: [{ id: manager.id, is_former: true }] } });
    expect(await save({ assignees: [colleague.id, manager.id] })).toMatchObject({ status: 400, body: { assignees: unknown } });
    expect(await vacancy.caller.get(vacancy.url)).toMatchObject({ body: { granted_users: [{ id: manager.id, is_former: true }] } });
  });
});

/**
 * Creates a company with a limit of vacancies per hiring manager, a hiring manager and a
 * recruiter.
 */
async function companyWithLimit(limit: number | null) {
  const company = await here.addCompany();
  expect((await staff.put(`/api/v6/companies/${company}/`, { hm_max_folders: limit })).status).toBe(200);
  const [manager, other] = [
    await here.addUser(company, 'hm', { canSearch: false }),
    await here.addUser(company, 'hm', { canSearch: false }),
  ];
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  let count = 0;
  const create = (...granted: number[]) => caller.post(path, { name: `Vacancy ${(count += 1)}`, granted_users: granted });
  const change = (id: number, body: object) => caller.patch(`${path}${id}/`, body);
  const { first_name: first, last_name: last } = (
    await here.sql<{ first_name: string; last_name: string }>('select first_name, last_name from users where id = $1', [manager.id])
  )[0] ?? { first_name: '', last_name: '' };
  const refused = {
    status: 400,
    body: { granted_users: [`${first} ${last} has reached the limit of active vacancies per hiring manager: ${limit}`] },
  };
  return { company, manager, other, caller, create, change, refused };
}

const waiting = () => here.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);

type Answer = ReturnType<Caller['patch']>;
/** Starts the changes in order while a lock makes each wait. */
async function atOnce(row: { table: 'companies' | 'vacancies'; id: number }, changes: (() => Answer)[]) {
  const begun: Answer[] = [];
  await here.application.database.asSystem(async (tx) => {
    await sql`select from ${sql.table(row.table)} where id = ${row.id} for no key update`.execute(tx);
    for (const change of changes) {
      const answer = change();
      begun.push(answer);
      let isAnswered = false;
      void answer.then(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await waiting()).length === begun.length).toBe(true);
    }
  });
  return Promise.all(begun);
}

describe('vacancies changed concurrently', () => {
  it('[COMP-034] [COMP-053] respect the limit when one is assigned and activated concurrently', async () => {
    const { manager, create, change, refused } = await companyWithLimit(1);
    await create(manager.id);
    const { id } = (await create()).body;
    await change(id, { status: 'closed' });
    const [given, activated] = await atOnce({ table: 'vacancies', id }, [
      () => change(id, { granted_users: [manager.id] }),
      () => change(id, { status: 'active' }),
    ]);
    expect(given?.status).toBe(200);
    expect(activated).toMatchObject(refused);
  });

  it('[VAC-011] stay archived when another request saves a different field', async () => {
    const { company, manager, create, change, caller } = await companyWithLimit(1);
    const { id } = (await create()).body;
    const answers = await atOnce({ table: 'companies', id: company }, [
      () => change(id, { description: 'Corrected', granted_users: [manager.id] }),
      () => change(id, { status: 'closed' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await caller.get(`${path}${id}/`)).body).toMatchObject({ status: 'closed', description: 'Corrected' });
  });

  it('[VAC-033] [DEC-13] are deleted by the first of two requests, and restored by its undo', async () => {
    const { create, caller } = await companyWithLimit(null);
    const { id } = (await create()).body;
    const remove = () => caller.delete(`${path}${id}/`);
    const [first, second] = await atOnce({ table: 'vacancies', id }, [remove, remove]);
    expect(first?.status).toBe(200);
    // Same answer as for a later request, and no job to undo.
    expect(second).toMatchObject({ status: 404, body: (await remove()).body });
    expect(await here.sql('select id from jobs where (input->>$1)::bigint = $2', ['vacancyId', id])).toEqual([{ id: first?.body.job_id }]);
    expect((await caller.post(`/api/v6/jobs/${first?.body.job_id}/undo/`)).body).toMatchObject({ status: 'undone' });
    expect((await caller.get(`${path}${id}/`)).status).toBe(200);
  });

  it('[VAC-033] [VAC-011] are saved and deleted in sequence, in either order', async () => {
    const { manager, other, create, change, caller } = await companyWithLimit(3);
    const saveAndDelete = async () => {
      const { id } = (await create(manager.id)).body;
      return { id, remove: () => caller.delete(`${path}${id}/`), save: () => change(id, { granted_users: [manager.id, other.id] }) };
    };
    const one = await saveAndDelete();
    const savedFirst = await atOnce({ table: 'vacancies', id: one.id }, [one.save, one.remove]);
    expect(savedFirst.map(({ status }) => status)).toEqual([200, 200]);
    const two = await saveAndDelete();
    const deletedFirst = await atOnce({ table: 'vacancies', id: two.id }, [two.remove, two.save]);
    expect(deletedFirst.map(({ status }) => status)).toEqual([200, 404]);
  });
});

describe('vacancies per hiring manager', () => {
  it('[COMP-034] [COMP-053] are limited for every way of assignment', async () => {
    const { manager, other, caller, create, change, refused } = await companyWithLimit(2);
    const [first, second] = [(await create(manager.id)).body, (await create(manager.id, other.id)).body];
    expect(await create(other.id, manager.id)).toMatchObject(refused);
    const third = (await create(other.id)).body;
    expect(await change(third.id, { granted_users: [other.id, manager.id] })).toMatchObject(refused);
    // Existing assignments can be saved, also with new members.
    expect((await change(second.id, { description: 'More', granted_users: [manager.id, other.id] })).status).toBe(200);
    expect((await change(first.id, { granted_users: [manager.id] })).status).toBe(200);
    // An archived vacancy does not count and can be assigned, but not activated beyond the limit.
    expect((await change(first.id, { status: 'closed' })).status).toBe(200);
    const fourth = await create(manager.id);
    expect(fourth.status).toBe(200);
    expect((await change(first.id, { granted_users: [manager.id, other.id] })).status).toBe(200);
    expect(await change(first.id, { status: 'active' })).toMatchObject(refused);
    expect((await change(first.id, { status: 'active', granted_users: [] })).status).toBe(200);
    // A deleted vacancy does not count.
    expect(await change(first.id, { granted_users: [manager.id] })).toMatchObject(refused);
    expect((await caller.delete(`${path}${fourth.body.id}/`)).status).toBe(200);
    await expect.poll(async () => (await caller.get(`${path}${fourth.body.id}/`)).status).toBe(404);
    expect((await change(first.id, { granted_users: [manager.id] })).status).toBe(200);
  });

  it('[COMP-034] [COMP-053] [DEC-13] are limited when the undo of a deletion restores one', async () => {
    const { manager, other, caller, create, change, refused } = await companyWithLimit(1);
    const { id } = (await create(manager.id, other.id)).body;
    const deleted = await caller.delete(`${path}${id}/`);
    const second = await create(manager.id);
    expect(second.status).toBe(200);
    const undone = await caller.post(`/api/v6/jobs/${deleted.body.job_id}/undo/`);
    expect(undone).toMatchObject({ status: 400, body: { code: 'vacancy_hm_limit', detail: refused.body.granted_users[0] } });
    expect((await caller.get(`${path}${id}/`)).status).toBe(404);
    // With room under the limit the vacancy is restored; an archived one always is.
    const again = await caller.delete(`${path}${second.body.id}/`);
    expect((await caller.post(`/api/v6/jobs/${deleted.body.job_id}/undo/`)).body.status).toBe('undone');
    expect((await caller.post(`/api/v6/jobs/${again.body.job_id}/undo/`)).body.code).toBe('vacancy_hm_limit');
    await change(id, { status: 'closed' });
    const archived = await caller.delete(`${path}${id}/`);
    await create(manager.id);
    expect((await caller.post(`/api/v6/jobs/${archived.body.job_id}/undo/`)).body.status).toBe('undone');
  });

  it('[COMP-034] [COMP-053] [DEC-13] are restored up to the former number after the limit was lowered', async () => {
    const { company, manager, other, caller, create, change } = await companyWithLimit(4);
    const limitTo = async (limit: number) =>
      expect((await staff.put(`/api/v6/companies/${company}/`, { hm_max_folders: limit })).status).toBe(200);
    const made: number[] = [];
    for (let index = 0; index < 4; index += 1) made.push((await create(manager.id)).body.id);
    const [first = 0, second = 0, third = 0] = made;
    const remove = async (id: number) => (await caller.delete(`${path}${id}/`)).body.job_id as number;
    const undo = async (job: number) => {
      const { status, body } = await caller.post(`/api/v6/jobs/${job}/undo/`);
      return status === 200 ? (body.status as string) : (body.code as string);
    };
    await limitTo(2);
    // In both orders.
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const jobs = [await remove(first), await remove(second)];
      for (const index of order) expect(await undo(jobs[index] ?? 0)).toBe('undone');
    }
    // Replacements count against the former number.
    const given = await remove(first);
    await limitTo(4);
    const instead = (await create(manager.id, other.id)).body.id as number;
    await limitTo(2);
    expect(await undo(given)).toBe('vacancy_hm_limit');
    const alsoGiven = await remove(instead);
    expect([await undo(given), await undo(alsoGiven)]).toEqual(['undone', 'vacancy_hm_limit']);
    // The former number covers only deletions within the last hour.
    here.clock.advance(hourMs);
    await change(second, { status: 'closed' });
    await change(third, { status: 'closed' });
    const last = await remove(first);
    await create(manager.id);
    expect(await undo(last)).toBe('vacancy_hm_limit');
    await limitTo(1);
    const again = await remove(made[3] ?? 0);
    await here.sql('update vacancy_members set active_count_before = null where vacancy_id = $1', [made[3]]);
    expect(await undo(again)).toBe('vacancy_hm_limit');
    await here.sql('update vacancy_members set active_count_before = 2 where vacancy_id = $1', [made[3]]);
    expect(await undo(again)).toBe('undone');
  });

  it('[COMP-034] are counted across concurrent requests', async () => {
    const { manager, create } = await companyWithLimit(3);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(manager.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400]);
  });

  it('[COMP-053] are unlimited without a limit, and refused with a limit of zero', async () => {
    const free = await companyWithLimit(null);
    for (let index = 0; index < 22; index += 1) expect((await free.create(free.manager.id)).status).toBe(200);
    const none = await companyWithLimit(0);
    expect(await none.create(none.manager.id)).toMatchObject(none.refused);
    expect((await none.create()).status).toBe(200);
  });

  it('[EMP-070] [COMP-034] are unlimited for former members', async () => {
    const { company, manager, create, change } = await companyWithLimit(1);
    const archived = (await create(manager.id)).body;
    await change(archived.id, { status: 'closed' });
    expect((await create(manager.id)).status).toBe(200);
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    expect((await admin.delete(`/api/v6/hiring_managers/${manager.id}/`)).status).toBe(200);
    expect((await change(archived.id, { status: 'active' })).status).toBe(200);
  });
});
