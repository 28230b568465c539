import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endPauses } from './ats-pauses.ts';
import type { AtsHarness } from './ats-harness.ts';
import type { Caller, Installation } from './installation.ts';
import { until } from './settled.ts';
import { addProfiles } from './vacancy-fixtures.ts';

let counter = 0;

/** DEC-14: an erased person is also erased in the system, or the administrator sees where the person remains. */
export function describeErasure(here: Installation, harness: AtsHarness): void {
  const { vendor, erasure } = harness;
  let companyId: number;
  let admin: Caller;
  const workers: { stop(): Promise<void> }[] = [];

  const connect = () => harness.consent?.(admin) ?? admin.post(`/api/v6/${vendor}/auth/`, harness.credentials);
  const work = async () => {
    if (workers.length === 0) workers.push(await here.application.startWorker());
    await here.application.idle();
  };
  async function addSent(): Promise<number> {
    const email = `erased${(counter += 1)}@candidates.test`;
    const [profile = 0] = await addProfiles(here, 1, {
      companyId,
      input: { contacts: [{ type: 'email', value: email, source: 'manual' }] },
    });
    const sent = await admin.post(`/api/v6/${vendor}/candidates/`, { ah_profile_id: profile, job_id: harness.openJobs()[0]?.id });
    expect(sent.status).toBe(200);
    await work();
    return profile;
  }
  const erase = (profile: number, body: object = {}) => admin.post(`/api/v6/profiles/${profile}/erasure/`, body);
  const systemsOf = async (profile: number) =>
    (await admin.get('/api/v6/erasures/?per_page=100')).body.erasures.find((row: { profile_id: number }) => row.profile_id === profile)
      .systems;
  const audited = async (profile: number) =>
    (await admin.get(`/api/v6/audit/?kind=profile_erased_in_ats&target_kind=profile&target_id=${profile}`)).body.entries;

  beforeAll(async () => {
    companyId = await here.addCompany({ features: { [`integrates_${vendor}`]: true } });
    const user = await here.addUser(companyId, 'admin');
    admin = await here.signIn(user);
    harness.prepare?.(user);
    await connect();
  });
  afterEach(async () => {
    expect(harness.outbox()).toEqual([]);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    harness.reset();
  });

  it('[DEC-14] lists the system before the erasure, with a link', async () => {
    await connect();
    const profile = await addSent();
    const [link] = (await admin.get(`/api/v6/ats/links/?profile_id=${profile}`)).body.links;
    const { body } = await admin.get(`/api/v6/profiles/${profile}/erasure/`);
    expect(body.systems).toMatchObject([{ title: expect.any(String), url: link.url, erasable: erasure !== undefined }]);
  });

  it('[DEC-14] leaves the person in the system if the administrator wants it, and names the place', async () => {
    await connect();
    const profile = await addSent();
    await erase(profile, { in_ats: false });
    await work();
    expect(await systemsOf(profile)).toMatchObject([{ state: 'manual' }]);
    expect(harness.people()).toHaveLength(1);
    expect(await audited(profile)).toMatchObject([{ values: { system: [null, vendor], erased: [false, false] } }]);
  });

  it.skipIf(erasure)('[DEC-14] asks the administrator to erase the person in the system', async () => {
    await connect();
    const profile = await addSent();
    await erase(profile);
    await work();
    expect(await systemsOf(profile)).toMatchObject([{ state: 'manual', error: null }]);
    expect(harness.people()).toHaveLength(1);
  });

  describe.runIf(erasure)('by the API', () => {
    it('[DEC-14] erases the person in the system, and keeps nothing that names the person', async () => {
      await connect();
      const profile = await addSent();
      expect((await erase(profile)).body.systems).toMatchObject([{ state: 'waiting' }]);
      await work();
      expect(harness.people()).toEqual([]);
      // The erasure of the profile looks for links again.
      await here.application.search.start();
      workers.push(await here.application.startSearchTasks());
      const status = async () => (await admin.get(`/api/internal/profiles/${profile}/`)).status;
      await until(async () => expect(await status()).toBe(410), { timeout: 50_000 });
      expect(await systemsOf(profile)).toMatchObject([{ state: 'erased', url: null, error: null }]);
      expect(
        await here.sql(`select person_id, url from ats_erasures where company_id = $1 and state = 'erased'`, [companyId]),
      ).toContainEqual({
        person_id: null,
        url: null,
      });
      expect(await audited(profile)).toMatchObject([{ user: { id: expect.any(Number) }, values: { erased: [false, true] } }]);
    });

    it.each(['error', 'error_after', 'cut_after', 'limit'] as const)('[DEC-14] tries again after %s', async (kind) => {
      await connect();
      const profile = await addSent();
      erasure?.fail(kind);
      await erase(profile);
      await work();
      expect(await systemsOf(profile)).toMatchObject([{ state: 'waiting' }]);
      await endPauses(here, 31_000);
      await work();
      expect(await systemsOf(profile)).toMatchObject([{ state: 'erased' }]);
      expect(harness.people()).toEqual([]);
    });

    it('[DEC-14] says why the system refuses, and tries again at night', async () => {
      await connect();
      const profile = await addSent();
      here.clock.advance(2 * 3_600_000);
      harness.revoke();
      await erase(profile);
      await work();
      expect(await systemsOf(profile)).toMatchObject([{ state: 'failed', error: expect.stringMatching(/\w+/) }]);
      expect(await audited(profile)).toMatchObject([{ values: { erased: [false, false] } }]);
      harness.restore();
      await connect();
      await here.sql(`select graphile_worker.add_job('erase_at_systems_again')`);
      await work();
      expect(await systemsOf(profile)).toMatchObject([{ state: 'erased', error: null }]);
      expect(harness.people()).toEqual([]);
      expect(await audited(profile)).toHaveLength(2);
    });
  });

  it('[DEC-14] sends no erasure for a person without a user who works with them', async () => {
    await connect();
    const profile = await addSent();
    await here.sql(`update profiles set updated_at = now() - interval '10 years' where id = $1`, [profile]);
    await here.sql(`update profile_contacts set created_at = now() - interval '10 years' where profile_id = $1`, [profile]);
    await admin.put('/api/v6/retention/', { months: 24 });
    await here.sql(`select graphile_worker.add_job('apply_retention')`);
    await work();
    await admin.put('/api/v6/retention/', { months: null });
    expect(await systemsOf(profile)).toMatchObject([{ state: 'manual' }]);
    expect(harness.people()).toHaveLength(1);
  });

  it('[DEC-14] shows another company nothing', async () => {
    await connect();
    const profile = await addSent();
    await erase(profile);
    await work();
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect((await other.get('/api/v6/erasures/')).body.erasures).toEqual([]);
  });
}
