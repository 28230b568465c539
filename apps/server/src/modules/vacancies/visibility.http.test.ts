import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { addMessage } from '../../../test/message-fixtures.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

let owner: Caller;
let ownerUser: TestUser;
let colleague: Caller;
let colleagueUser: TestUser;
let managerUser: TestUser;
let manager: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  ownerUser = await here.addUser(company, 'worker');
  colleagueUser = await here.addUser(company, 'worker');
  managerUser = await here.addUser(company, 'hm', { canSearch: false });
  owner = await here.signIn(ownerUser);
  manager = await here.signIn(managerUser);
  colleague = await here.signIn(colleagueUser);
});

describe('a private vacancy', () => {
  it('[ROLE-056] is not named in the history of a candidate moved from it', async () => {
    const from = await fillVacancy(here, owner, { profiles: 2, body: { access_type: 'private', name: 'Replace the director' } });
    const to = await fillVacancy(here, owner, { profiles: 0, body: { name: 'Open to all' } });
    for (const [index, action] of (['copy', 'move'] as const).entries()) {
      const body = { destination_folder: to.id, candidates: [from.candidates[index]] };
      expect((await owner.post(`/api/v6/folders/${from.id}/candidates/${action}/`, body)).status).toBe(200);
    }
    const { candidates } = (await colleague.get(`/api/v6/folders/${to.id}/candidates/`)).body;
    expect(candidates).toHaveLength(2);
    for (const { id } of candidates) {
      const path = `/api/v6/candidates/${id}/history/`;
      expect((await owner.get(path)).body.history[0]).toMatchObject({ from: 'Replace the director', to: 'Open to all' });
      const hidden = (await colleague.get(path)).body.history;
      expect(hidden[0]).toMatchObject({ from: null, to: 'Open to all' });
      expect(JSON.stringify(hidden)).not.toContain('director');
    }
  });

  it('[ROLE-056] [DEC-13] is not changed by an undo after it was hidden', async () => {
    const assignees = [ownerUser.id, colleagueUser.id];
    const { id, candidates } = await fillVacancy(here, owner, { profiles: 1, body: { assignees } });
    const statuses = (await owner.get('/api/v6/status_collection/statuses/')).body.statuses as { id: number }[];
    const status = statuses[1]?.id;
    const { job_id: job } = (await colleague.patch('/api/v6/candidates/', { ids: candidates, status })).body;
    await owner.patch(`/api/v6/folders/${id}/`, { access_type: 'private', assignees: [ownerUser.id] });
    expect((await colleague.post(`/api/v6/jobs/${job}/undo/`)).status).toBe(403);
    expect((await owner.get(`/api/v6/folders/${id}/candidates/`)).body.candidates).toMatchObject([{ status: { id: status } }]);
    await owner.patch(`/api/v6/folders/${id}/`, { assignees });
    expect((await colleague.post(`/api/v6/jobs/${job}/undo/`)).status).toBe(200);
  });
});

describe('a hiring manager', () => {
  it('[ROLE-006] [ROLE-051] [ROLE-055] cannot discover other vacancies, comments and messages by filters', async () => {
    const given = await fillVacancy(here, owner, { profiles: 3, body: { granted_users: [managerUser.id] } });
    // Added before the index loads, because the index follows the common base with a delay.
    await here.application.search.start();
    const [first, second] = given.profiles;
    expect((await owner.post(`/api/v6/profiles/${first}/comments/`, { text: 'Of the profile alone' })).status).toBe(200);
    const said = { text: 'About the candidate', candidate_id: given.candidates[1] };
    expect((await owner.post(`/api/v6/profiles/${second}/comments/`, said)).status).toBe(200);
    await addMessage(here, {
      company: ownerUser.companyId,
      user: ownerUser.id,
      profile: first ?? 0,
      mailing: { type: 'single' },
      message: { state: 'sent', send_at: here.clock.now(), sent_at: here.clock.now() },
    });
    const countFor = async (as: Caller, filters: string) =>
      (await as.get(`/api/v6/folders/${given.id}/candidates/?filters=${encodeURIComponent(filters)}`)).body.count;
    for (const item of ['hasComment', 'commentDays~30']) {
      expect(await countFor(owner, `general:${item}`)).toBe(2);
      expect(await countFor(manager, `general:${item}`)).toBe(1);
    }
    const contacted = 'general:viewsTransformer=contacted@company';
    expect([await countFor(owner, contacted), await countFor(manager, contacted)]).toEqual([1, 0]);
  });
});
