import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_REPORTS_TO: 'operator@headwater.test' });
const path = '/api/bug_reports/';

let company: number;
let caller: Caller;
let staff: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

const report = (profile: number | undefined, more: object = {}) => ({
  profile_id: profile,
  source: 'profile',
  reason: 'wrong_merge',
  text: 'Two people in one',
  query: '["skill:Go"]',
  ...more,
});

describe('a report about a profile', () => {
  it('[PEDT-021] [PEDT-022] is stored completely and listed for staff', async () => {
    const [profile] = await addProfiles(here, 1, { input: { first_name: 'Вера', last_name: 'Двойная' } });
    const sent = await caller.post(path, report(profile));
    expect(sent).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    const { body } = await staff.get(`${path}?state=open&reason=wrong_merge`);
    expect(body).toMatchObject({
      count: 1,
      reports: [
        {
          id: sent.body.id,
          profile_id: profile,
          profile_name: 'Вера Двойная',
          company: { id: company },
          created_by: { name: expect.stringContaining('Ada') },
          source: 'profile',
          reason: 'wrong_merge',
          text: 'Two people in one',
          query: '["skill:Go"]',
          state: 'open',
        },
      ],
    });
    expect((await staff.patch(path, { ids: [sent.body.id], state: 'resolved' })).body).toEqual({ count: 1 });
    expect((await staff.get(`${path}?state=open`)).body.count).toBe(0);
    expect((await staff.get(`${path}?state=resolved`)).body.reports[0].state).toBe('resolved');
    expect((await caller.get(path)).status).toBe(403);
  });

  it('[PEDT-022] is mailed to the operator if an address is configured', async () => {
    const [profile] = await addProfiles(here, 1);
    await caller.post(path, report(profile, { reason: 'outdated', text: 'Left <Acme> in May' }));
    const email = (await here.systemEmailsTo('operator@headwater.test')).at(-1);
    expect(email).toMatchObject({ kind: 'profile_report', to: 'operator@headwater.test', subject: expect.stringContaining('outdated') });
    expect(email?.html).toContain('Left &lt;Acme&gt; in May');
  });

  it('[PEDT-023] has one of six reasons', async () => {
    const [profile] = await addProfiles(here, 1);
    for (const reason of ['wrong_contacts', 'wrong_merge', 'outdated', 'not_a_person', 'delete_on_request', 'other'])
      expect((await caller.post(path, report(profile, { reason }))).status).toBe(200);
    expect((await caller.post(path, report(profile, { reason: 'ugly' }))).status).toBe(400);
  });

  it('[PEDT-024] needs a description', async () => {
    const [profile] = await addProfiles(here, 1);
    for (const text of ['', '   ', undefined])
      expect(await caller.post(path, report(profile, { text }))).toMatchObject({
        status: 400,
        body: { text: ['Please describe the problem'] },
      });
    expect((await caller.post(path, report(profile, { text: 'x'.repeat(5001) }))).status).toBe(400);
  });

  it('[PEDT-022] is rejected for a profile that the user may not open', async () => {
    const [foreign] = await addProfiles(here, 1, { companyId: await here.addCompany() });
    expect(await caller.post(path, report(foreign))).toMatchObject({ status: 400, body: { profile_id: ['Profile not found'] } });
    const [profile] = await addProfiles(here, 1);
    const manager = await here.signIn(await here.addUser(company, 'hm'));
    expect((await manager.post(path, report(profile))).status).toBe(400);
  });
});
