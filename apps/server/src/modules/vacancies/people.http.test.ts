import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/folders/';
const unknown = ['Choose people of your company'];

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany({ name: 'Staff' }), 'super_user'));
});

/** A company with an administrator and a vacancy of two recruiters and a hiring manager, with whoever changes it next. */
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
  /** As the form does it: with every field. */
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

describe('a vacancy of people who have left', () => {
  for (const [how, leave] of Object.entries(leaving))
    it(`[EMP-070] [VAC-010] is saved by a colleague where one of its recruiters ${how}`, async () => {
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
      // Nobody else of the kind comes in with her, and once she is taken out she stays out.
      expect(await vacancy.caller.post(path, { name: 'Another', assignees: [rita.id] })).toMatchObject({
        status: 400,
        body: { assignees: unknown },
      });
      expect((await vacancy.save({ assignees: [colleague.id] })).body.assignees).toMatchObject([{ id: colleague.id }]);
      expect(await vacancy.save()).toMatchObject({ status: 400, body: { assignees: unknown } });
    });

  it('[EMP-070] [VAC-011] is saved where a hiring manager has left, and does not take them as a recruiter', async () => {
    const vacancy = await vacancyWithPeople();
    const { admin, manager, colleague, save } = vacancy;
    expect((await admin.delete(`/api/v6/hiring_managers/${manager.id}/`)).status).toBe(200);
    expect(await save()).toMatchObject({ status: 200, body: { granted_users: [{ id: manager.id, is_former: true }] } });
    expect(await save({ assignees: [colleague.id, manager.id] })).toMatchObject({ status: 400, body: { assignees: unknown } });
    expect(await vacancy.caller.get(vacancy.url)).toMatchObject({ body: { granted_users: [{ id: manager.id, is_former: true }] } });
  });
});
