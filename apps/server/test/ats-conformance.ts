import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SocialAccount } from '@headwater/contract/ats';
import { sampleOf } from '@headwater/domain/testing/sample';
import { describeErasure } from './ats-erasure.ts';
import { endPauses } from './ats-pauses.ts';
import type { AtsHarness, KnownPerson } from './ats-harness.ts';
import type { Caller, Installation, TestUser } from './installation.ts';
import { mailingsIn, recipientsIn } from './message-fixtures.ts';
import { upload } from './upload.ts';
import { addProfiles, fillVacancy } from './vacancy-fixtures.ts';

let counter = 0;
const nextEmail = () => `person${(counter += 1)}@candidates.test`;

/** Behavior that every applicant-tracking system has, through HTTP against its sandbox. */
export function describeAts(here: Installation, harness: AtsHarness): void {
  const { vendor } = harness;
  let user: TestUser;
  let caller: Caller;
  const workers: { stop(): Promise<void> }[] = [];

  const connectWith = (credentials: Record<string, string>) => caller.post(`/api/v6/${vendor}/auth/`, credentials);
  const connect = () => harness.consent?.(caller) ?? connectWith(harness.credentials);
  const account = async (): Promise<SocialAccount> => (await caller.get('/api/social_accounts/')).body.social_accounts[0];
  const work = async () => {
    if (workers.length === 0) workers.push(await here.application.startWorker());
    await here.application.idle();
  };
  const jobOf = async (id: number) => (await caller.get(`/api/v6/jobs/${id}/`)).body;
  const rowsOf = async (id: number) => (await caller.get(`/api/v6/ats/sends/${id}/?per_page=100`)).body;
  const addPeople = async (emails: readonly string[]) => {
    const ids: number[] = [];
    for (const email of emails)
      ids.push(
        ...(await addProfiles(here, 1, {
          companyId: user.companyId,
          input: { contacts: [{ type: 'email', value: email, source: 'manual' }] },
        })),
      );
    return ids;
  };
  const send = (profileId: number, more: object = {}) =>
    caller.post(`/api/v6/${vendor}/candidates/`, { ah_profile_id: profileId, job_id: harness.openJobs()[0]?.id, ...more });
  const linksOf = async (profileId: number) => (await caller.get(`/api/v6/ats/links/?profile_id=${profileId}`)).body.links;
  const addVacancy = async (profiles: readonly number[]) => {
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const added = await caller.post('/api/v6/candidates/', { folder_id: id, profiles });
    return { id, candidates: added.body.candidates.map((row: { id: number }) => row.id) as number[] };
  };

  beforeAll(async () => {
    // The database measures pauses by its own clock, so that only `endPauses` ends one.
    here.clock.advance(3_600_000);
    const companyId = await here.addCompany({ features: { has_messaging: true, has_sequences: true, [`integrates_${vendor}`]: true } });
    user = await here.addUser(companyId, 'admin');
    caller = await here.signIn(user);
    harness.prepare?.(user);
  });
  afterEach(async () => {
    expect(harness.outbox()).toEqual([]);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    harness.reset();
  });

  const deliver = async (personId: string, { id, isForged = false }: { id: string; isForged?: boolean }) => {
    const { url, body, headers } = harness.event(personId, { id, isForged, webhook: (await account()).webhook });
    const answer = await here.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: body,
      headers: { ...headers, host: 'headwater.test' },
    });
    return answer.statusCode;
  };

  describe('connection', () => {
    it.each(harness.refused)('[ATS-027] [ATS-028] [ACC-060] shows $said at the field', async ({ credentials, field, text }) => {
      const answer = await connectWith({ ...credentials });
      expect({ status: answer.status, message: answer.body[field]?.[0] }).toEqual({ status: 400, message: expect.stringMatching(text) });
      expect(await account()).toBeUndefined();
    });

    it('[ATS-013] [ATS-014] [ATS-015] [ATS-020] connects, and never shows the secret', async () => {
      const answer = await connect();
      expect(answer.status).toBe(200);
      expect(await account()).toMatchObject({ vendor, active: true, failure: null });
      for (const secret of Object.values(harness.credentials).filter((value) => !value.includes('@')))
        expect(JSON.stringify(await account())).not.toContain(secret);
    });

    it('[ATS-017] says why a connection broke, and resumes after another connect', async () => {
      await connect();
      const { id } = await account();
      harness.revoke();
      here.clock.advance(2 * 3_600_000);
      const checked = await caller.post(`/api/social_accounts/${id}/check/`);
      expect(checked.body).toMatchObject({ active: false, failure: expect.stringMatching(/\w+/) });
      const [profile = 0] = await addPeople([nextEmail()]);
      const refused = await send(profile);
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining(checked.body.failure) } });
      harness.restore();
      expect((await connect()).status).toBe(200);
      expect(await account()).toMatchObject({ id, active: true, failure: null });
      expect((await send(profile)).status).toBe(200);
      await work();
      expect((await linksOf(profile))[0]).toMatchObject({ vendor, deleted: false });
    });

    it('[ATS-017] disconnects and keeps links for the same account under a new connection', async () => {
      const first = await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      await send(profile);
      await work();
      expect((await caller.delete(`/api/social_accounts/${first.body.id}/`)).status).toBe(200);
      expect((await send(profile)).body.detail).toMatch(/is not connected/);
      expect((await caller.delete(`/api/social_accounts/${first.body.id}/`)).status).toBe(404);
      const second = await connect();
      expect(second.body.id).not.toBe(first.body.id);
      const { body } = await send(profile);
      await work();
      expect((await rowsOf(body.job_id)).counts).toMatchObject({ present: 1, sent: 0 });
      expect((await linksOf(profile)).length).toBe(1);
    });
  });

  describe('jobs and people', () => {
    it('[ATS-029] [ATS-030] lists open jobs only', async () => {
      await connect();
      const { body } = await caller.get(`/api/v6/${vendor}/vacancies/`);
      expect(body.vacancies.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        harness
          .openJobs()
          .map(({ id }) => id)
          .toSorted(),
      );
      expect(body.vacancies[0]).toMatchObject({ title: expect.any(String), status: 'open' });
    });

    it('[ATS-031] [ATS-032] [ATS-033] shows people with the same address and the jobs that are new for them', async () => {
      await connect();
      const email = nextEmail();
      const [taken] = harness.openJobs();
      const personId = harness.addPerson(email, taken?.id);
      const [profile] = await addPeople([email]);
      const { body } = await caller.get(`/api/v6/${vendor}/vacancies/?ah_profile_id=${profile}`);
      expect(body).toMatchObject({ updates_subscription: false, company_id: user.companyId });
      expect(body.duplicates).toMatchObject([{ candidate_id: personId, applications: [{ job_id: taken?.id }] }]);
      expect(body.new_vacancies.map(({ id }: { id: string }) => id)).not.toContain(taken?.id);
    });

    it('[CONT-016] [CONT-017] refuses a person without e-mail', async () => {
      await connect();
      const [profile = 0] = await addProfiles(here, 1, { companyId: user.companyId });
      expect(await caller.get(`/api/v6/${vendor}/vacancies/?ah_profile_id=${profile}`)).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/needs an email/) },
      });
      expect(await send(profile)).toMatchObject({ status: 409 });
      expect(harness.people()).toEqual([]);
    });
  });

  describe('sending', () => {
    it('[ATS-039] [ATS-057] [PROF-045] creates a new person in the job with resume and comment', async () => {
      await connect();
      const email = nextEmail();
      const [profile = 0] = await addPeople([email]);
      await upload(caller, { filename: 'cv.txt', bytes: Buffer.from('Resume of a developer'), fields: { profile_id: String(profile) } });
      const isInAts = async () => (await caller.get(`/api/internal/profiles/${profile}/`)).body.in_ats;
      expect(await isInAts()).toBe(false);
      const started = await send(profile, { comment: 'Strong in Go. Привет' });
      expect(started).toMatchObject({ status: 200, body: { count: 1 } });
      await work();
      expect(await jobOf(started.body.job_id)).toMatchObject({ status: 'done', done: 1, result: { sent: 1 } });
      expect(await isInAts()).toBe(true);
      expect(harness.people()).toMatchObject([
        { emails: [email], jobs: [{ id: harness.openJobs()[0]?.id, isActive: true }], notes: ['Strong in Go. Привет'], files: ['cv.txt'] },
      ]);
    });

    it('[ATS-057] adds a known person to the job, and creates no other', async () => {
      await connect();
      const email = nextEmail();
      const personId = harness.addPerson(email, harness.openJobs()[1]?.id);
      const [profile = 0] = await addPeople([email]);
      const { body } = await send(profile);
      await work();
      expect((await rowsOf(body.job_id)).rows).toMatchObject([{ profile_id: profile, state: 'updated', error: null }]);
      expect(harness.people()).toMatchObject([{ id: personId }]);
      expect(harness.people()[0]?.jobs).toHaveLength(2);
    });

    it('sends a person once, however often a user asks', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      const jobs = [await send(profile), await send(profile)].map(({ body }) => body.job_id);
      await work();
      const { body } = await send(profile);
      await work();
      expect(harness.people()).toHaveLength(1);
      expect(harness.people()[0]?.jobs).toHaveLength(1);
      expect((await rowsOf(body.job_id)).counts).toMatchObject({ present: 1 });
      expect((await jobOf(jobs[1])).status).toBe('done');
    });

    it('refuses a closed job and a missing one at the field', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      expect(await send(profile, { job_id: harness.closedJob() })).toMatchObject({
        status: 400,
        body: { job_id: [expect.stringMatching(/not open/)] },
      });
      expect(await send(profile, { job_id: null })).toMatchObject({ status: 400, body: { job_id: ['Choose a job'] } });
    });

    const failures = [
      { step: 'create', kind: 'error_after' },
      { step: 'create', kind: 'cut_after' },
      { step: 'note', kind: 'cut_after' },
      { step: 'attach', kind: 'error_after' },
      { step: 'create', kind: 'error' },
    ] as const;
    it.each(sampleOf(failures, 2, `failures of ${vendor}`))('reads back after $kind of $step, and writes once', async ({ step, kind }) => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      await upload(caller, { filename: 'cv.txt', bytes: Buffer.from('Resume'), fields: { profile_id: String(profile) } });
      harness.fail(step, kind);
      const { body } = await send(profile, { comment: 'Once' });
      await work();
      expect(await jobOf(body.job_id)).toMatchObject({ status: 'running' });
      await endPauses(here, 30_000);
      await work();
      expect((await jobOf(body.job_id)).status).toBe('done');
      expect((await rowsOf(body.job_id)).rows).toMatchObject([{ state: 'sent', error: null }]);
      expect(harness.people()).toMatchObject([{ jobs: [{ isActive: true }], notes: ['Once'], files: ['cv.txt'] }]);
    });

    it('knows a person as created after a pause between an unknown outcome and the next try', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      harness.fail('create', 'cut_after');
      const { body } = await send(profile);
      await work();
      harness.fail('read', 'limit');
      for (let pause = 0; pause < 3; pause += 1) {
        await endPauses(here, 31_000);
        await work();
      }
      expect((await rowsOf(body.job_id)).rows).toMatchObject([{ state: 'sent', error: null }]);
      expect(harness.people()).toMatchObject([{ jobs: [{ isActive: true }] }]);
    });

    it('waits as long as Retry-After asks', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      harness.fail('create', 'limit');
      const { body } = await send(profile);
      await work();
      harness.requests();
      expect(await jobOf(body.job_id)).toMatchObject({ status: 'running', cancellable: true });
      await work();
      expect(harness.requests()).toEqual([]);
      await endPauses(here, 31_000);
      await work();
      expect((await jobOf(body.job_id)).status).toBe('done');
      expect(harness.people()).toHaveLength(1);
    });

    it('[COMP-028] stops, and nothing is read, when the integration is turned off', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      await send(profile);
      await work();
      harness.fail('create', 'limit');
      const { body } = await send((await addPeople([nextEmail()]))[0] ?? 0);
      await work();
      harness.requests();
      const turn = (isOn: boolean) =>
        here.sql('update companies set features = features || $1 where id = $2', [{ [`integrates_${vendor}`]: isOn }, user.companyId]);
      await turn(false);
      await endPauses(here, 31_000);
      await here.sql(`select graphile_worker.add_job('read_all_ats')`);
      await deliver(harness.people()[0]?.id ?? '', { id: 'off' });
      await work();
      await turn(true);
      expect(harness.requests()).toEqual([]);
      expect(await jobOf(body.job_id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/has no access to/) });
    });

    it('is cancelled during a pause', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      harness.fail('create', 'limit');
      const { body } = await send(profile);
      await work();
      expect((await caller.post(`/api/v6/jobs/${body.job_id}/cancel/`)).body.status).toBe('cancelled');
      await endPauses(here, 31_000);
      await work();
      expect(harness.people()).toEqual([]);
      expect((await rowsOf(body.job_id)).counts).toMatchObject({ waiting: 1, sent: 0 });
    });

    it('[ATS-059] [ATS-061] [EXP-013] sends the candidates of a vacancy with a result for each', async () => {
      await connect();
      const known = nextEmail();
      harness.addPerson(known, harness.openJobs()[0]?.id);
      const profiles = [...(await addPeople([known, nextEmail()])), ...(await addProfiles(here, 1, { companyId: user.companyId }))];
      const { id, candidates } = await addVacancy(profiles);
      const started = await caller.post(`/api/vacancies/${id}/candidates/export/${vendor}`, {
        job_id: harness.openJobs()[0]?.id,
        candidate_ids: candidates,
      });
      expect(started).toMatchObject({ status: 200, body: { count: 3 } });
      await work();
      const { rows, counts } = await rowsOf(started.body.job_id);
      expect(counts).toMatchObject({ present: 1, sent: 1, failed: 1, waiting: 0 });
      expect(rows.find((row: { state: string }) => row.state === 'failed')).toMatchObject({
        profile_id: profiles[2],
        error: expect.stringMatching(/needs an email/),
      });
    });

    it('[ATS-060] [ATS-061] sends the candidates of a sequence', async () => {
      await connect();
      const profiles = await addPeople([nextEmail(), nextEmail()]);
      const { candidates } = await addVacancy(profiles);
      const owner = { company_id: user.companyId, created_by: user.id };
      const { id } = await mailingsIn(here).insert({ ...owner, type: 'sequence', name: 'Steps' });
      for (const [at, candidate] of candidates.entries())
        await recipientsIn(here).insert({
          company_id: user.companyId,
          mailing_id: id,
          profile_id: profiles[at],
          candidate_id: candidate,
          email: '',
          email_key: '',
        });
      const started = await caller.post(`/api/sequences/${id}/candidates/export/${vendor}`, { job_id: harness.openJobs()[0]?.id });
      expect(started).toMatchObject({ status: 200, body: { count: 2 } });
      await work();
      expect((await rowsOf(started.body.job_id)).counts).toMatchObject({ sent: 2, failed: 0 });
      expect(harness.people()).toHaveLength(2);
    });

    it('lets another company see neither links nor results', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      const { body } = await send(profile);
      await work();
      const companyId = await here.addCompany({ features: { [`integrates_${vendor}`]: true } });
      const other = await here.signIn(await here.addUser(companyId, 'admin'));
      expect((await other.get(`/api/v6/ats/links/?profile_id=${profile}`)).status).toBe(404);
      expect((await other.get(`/api/v6/ats/sends/${body.job_id}/`)).status).toBe(404);
      expect((await other.get('/api/social_accounts/')).body.social_accounts).toEqual([]);
    });
  });

  describe('changes in the system', () => {
    it('come back by webhook, repeated and late ones too', async () => {
      await connect();
      const [profile = 0] = await addPeople([nextEmail()]);
      await send(profile);
      await work();
      const { id } = harness.people()[0] as KnownPerson;
      const stage = harness.movePerson(id);
      expect([await deliver(id, { id: 'a' }), await deliver(id, { id: 'a' })]).toEqual([200, 200]);
      await work();
      expect((await linksOf(profile))[0]).toMatchObject({ applications: [{ stage }] });
      harness.deletePerson(id);
      expect(await deliver(id, { id: 'b' })).toBe(200);
      await work();
      expect((await linksOf(profile))[0]).toMatchObject({ deleted: true });
    });

    it('rejects a webhook that the system did not send', async () => {
      await connect();
      expect([401, 404]).toContain(await deliver('1', { id: 'c', isForged: true }));
    });

    it('come back by the nightly read', async () => {
      await connect();
      const [profile = 0, gone = 0] = await addPeople([nextEmail(), nextEmail()]);
      await send(profile);
      await send(gone);
      await work();
      const [first, second] = harness.people() as [KnownPerson, KnownPerson];
      const stage = harness.movePerson(first.id);
      harness.deletePerson(second.id);
      await here.sql(`select graphile_worker.add_job('read_all_ats')`);
      await work();
      expect((await linksOf(profile))[0]).toMatchObject({ applications: [{ stage }], deleted: false });
      expect((await linksOf(gone))[0]).toMatchObject({ deleted: true });
    });
  });

  describe('erasure', () => {
    describeErasure(here, harness);
  });
}
