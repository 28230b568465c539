import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CandidateView } from '@headwater/contract/candidates';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { mailingsIn, messagesIn, recipientsIn, type StoredMessage } from '../../../test/message-fixtures.ts';
import { addAllToVacancy } from './actions/add-candidates.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { findActor } from '#modules/accounts/public.ts';
import { vacancyJobs } from './public.ts';

const here = useInstallation();

let company: number;
let recruiter: TestUser;
let caller: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
});

interface Written {
  profile: number | undefined;
  candidate: number | undefined;
  state?: StoredMessage['state'];
  replied?: boolean;
  type?: 'single' | 'mass' | 'sequence';
}

/** Inserts a mailing with recipients and returns its id. */
async function mailing(recipients: readonly Written[]): Promise<number> {
  const { id } = await mailingsIn(here).insert({
    company_id: company,
    created_by: recruiter.id,
    type: recipients[0]?.type ?? 'single',
    name: 'Mailing',
  });
  for (const { profile, candidate, state = 'sent', replied = false } of recipients) {
    const now = new Date();
    const email = 'someone@example.test';
    const recipient = await recipientsIn(here).insert({
      company_id: company,
      mailing_id: id,
      profile_id: profile,
      candidate_id: candidate,
      email,
      email_key: email,
    });
    await messagesIn(here).insert({
      company_id: company,
      recipient_id: recipient.id,
      created_by: recruiter.id,
      message_id: randomUUID(),
      subject: 'Subject',
      html: '<p>Text</p>',
      body_text: 'Text',
      send_at: now,
      state,
      sent_at: now,
      replied_at: replied ? now : null,
    });
  }
  return id;
}

const sorted = (ids: readonly (number | undefined)[]) => ids.toSorted((one, other) => Number(one) - Number(other));
const list = (vacancy: number, query: string, who = caller) => who.get(`/api/v6/folders/${vacancy}/candidates/?${query}`);
const idsOf = async (vacancy: number, query: string, who = caller) =>
  sorted(((await list(vacancy, query, who)).body.candidates as CandidateView[]).map(({ id }) => id));

describe('candidates of a vacancy', () => {
  it('[CAND-008] [CAND-006] are filtered by message status and mailing', async () => {
    const { id, profiles, candidates } = await fillVacancy(here, caller, { profiles: 5 });
    const written = (index: number, more: Partial<Written> = {}): Written => ({
      profile: profiles[index],
      candidate: candidates[index],
      ...more,
    });
    await mailing([written(0, { state: 'error' })]);
    // The latest message counts.
    await mailing([written(0)]);
    await mailing([written(1, { replied: true })]);
    const mass = await mailing([written(2, { type: 'mass' }), written(3, { type: 'mass', state: 'error' })]);
    expect(await idsOf(id, 'messaging_status=sent')).toEqual(sorted([candidates[0], candidates[2]]));
    expect(await idsOf(id, 'messaging_status=replied,error')).toEqual(sorted([candidates[1], candidates[3]]));
    expect(await idsOf(id, 'messaging_status=none')).toEqual([candidates[4]]);
    expect(await idsOf(id, `mailing_list=${mass}`)).toEqual(sorted([candidates[2], candidates[3]]));
    expect(await idsOf(id, `mailing_list=${mass}&messaging_status=error`)).toEqual([candidates[3]]);
    expect((await list(id, `mailing_list=${mass}&per_page=1`)).body).toMatchObject({ count: 2, pages: { total: 2 } });
    expect((await list(id, `mailing_list=${mass}`)).body.candidates[0].mailing_list_id).toBe(mass);
    expect((await list(id, 'mailing_list=999999')).body).toMatchObject({ count: 0, candidates: [] });
    expect((await list(id, 'messaging_status=lost')).body).toHaveProperty(['messaging_status']);
  });

  it('[CAND-008] [ROLE-054] cannot be filtered by messages without the right to see them', async () => {
    const user = await here.addUser(company, 'hm');
    const { id, profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    await mailing([{ profile: profiles[0], candidate: candidates[0] }]);
    const manager = await here.signIn(user);
    expect(await idsOf(id, 'messaging_status=sent', manager)).toEqual([]);
    expect(await idsOf(id, 'messaging_status=none', manager)).toEqual([]);
  });

  it('[CAND-008] are filtered by search filters within the vacancy', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 2 });
    const input = { languages: [{ code: 'fi' }] };
    const [inside] = await addProfiles(here, 2, { input });
    // Loads the index first, as a slow machine may exceed the timeout of the search.
    await here.application.search.start();
    const added = await caller.post('/api/v6/candidates/', { folder_id: id, profiles: [inside] });
    const filters = encodeURIComponent('language:fi');
    expect(await idsOf(id, `filters=${filters}`)).toEqual([added.body.candidates[0].id]);
    expect(await idsOf(id, `filters=${filters}&query=${encodeURIComponent('никто')}`)).toEqual([]);
    const wrong = await list(id, `filters=${encodeURIComponent('nosuch:x')}`);
    expect(wrong).toMatchObject({ status: 400, body: { filters: expect.any(Array) } });
  });
});

const hiding = async (sections: object) => {
  const user = await here.addUser(company, 'hm');
  await here.sql('update users set hm_access = hm_access || $2::jsonb where id = $1', [user.id, JSON.stringify(sections)]);
  return user;
};

describe('profile data hidden from a hiring manager', () => {
  it('[ROLE-048] [ROLE-055] is not revealed by filters', async () => {
    const user = await hiding({ personal_info: false });
    const { id } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    const manager = await here.signIn(user);
    for (const filters of ['gender:male', 'gender:-male', 'diversity:x', 'age:20-40', 'site:github.com', 'language:fi;gender:unknown']) {
      const written = encodeURIComponent(filters);
      const refused = await list(id, `filters=${written}`, manager);
      expect([filters, refused.status, refused.body.code ?? refused.body]).toEqual([filters, 403, 'filter_hidden']);
      expect((await list(id, `filters=${written}`)).status).toBe(200);
    }
    expect((await list(id, 'filters=language%3Afi', manager)).status).toBe(200);
    expect((await list(id, 'filters=contacts%3Aemail', manager)).status).toBe(200);
  });

  it('[ROLE-043] [ROLE-055] includes contacts', async () => {
    const user = await hiding({ contacts: false });
    const { id } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    const manager = await here.signIn(user);
    expect(await list(id, 'filters=contacts%3Aemail', manager)).toMatchObject({ status: 403, body: { code: 'filter_hidden' } });
    expect((await list(id, 'filters=gender%3Amale', manager)).status).toBe(200);
  });
});

async function sequenceOverTwo() {
  const [one, two, to] = [
    await fillVacancy(here, caller, { profiles: 2 }),
    await fillVacancy(here, caller, { profiles: 1 }),
    await fillVacancy(here, caller, { profiles: 0 }),
  ];
  const profiles = [one.profiles[0], two.profiles[0]];
  const candidates = [one.candidates[0], two.candidates[0]];
  const id = await mailing(profiles.map((profile, index) => ({ profile, candidate: candidates[index], type: 'sequence' as const })));
  return { id, one, two, to, profiles, candidates, body: { destination_folder: to.id, candidates } };
}

const send = (sequence: number, action: string, body: object) => caller.post(`/api/v6/sequences/${sequence}/candidates/${action}`, body);
const profilesIn = async (id: number) => sorted(((await list(id, '')).body.candidates as CandidateView[]).map(({ profile }) => profile.id));

describe('candidates of a sequence', () => {
  it('[CAND-024] [CAND-027] [CAND-029] are moved from all their vacancies, and back by undo', async () => {
    const { id, one, two, to, profiles, body } = await sequenceOverTwo();
    const moved = await send(id, 'move/?saveMessagingHistory=true', body);
    expect(moved).toMatchObject({ status: 200, body: { count: 2 } });
    expect(await profilesIn(to.id)).toEqual(sorted(profiles));
    expect([await profilesIn(one.id), await profilesIn(two.id)]).toEqual([[one.profiles[1]], []]);
    await caller.post(`/api/v6/jobs/${moved.body.job_id}/undo/`);
    expect([await profilesIn(one.id), await profilesIn(two.id), await profilesIn(to.id)]).toEqual([sorted(one.profiles), two.profiles, []]);
  });

  it('[CAND-026] [CAND-030] are copied once per person', async () => {
    const { id, one, two, to, profiles, body } = await sequenceOverTwo();
    expect((await send(id, 'copy/', body)).body).toMatchObject({ count: 2, copied: 2 });
    expect(await profilesIn(to.id)).toEqual(sorted(profiles));
    expect([await profilesIn(one.id), await profilesIn(two.id)]).toEqual([sorted(one.profiles), two.profiles]);
    expect(await send(id, 'copy/', body)).toMatchObject({
      status: 400,
      body: { detail: 'Candidate already in the selected vacancy' },
    });
  });

  it('[CAND-024] rejects candidates outside the sequence and mailings of other types', async () => {
    const { id, one, to, body } = await sequenceOverTwo();
    const other = { destination_folder: to.id, candidates: [one.candidates[1]] };
    expect((await send(id, 'move/', other)).body).toEqual({ candidates: ['These candidates are not in the sequence'] });
    const single = await mailing([{ profile: one.profiles[0], candidate: one.candidates[0] }]);
    expect((await send(single, 'move/', body)).status).toBe(404);
  });
});

/** Simulates a search with more results than a test can create. */
const findAllIds = async () => Array.from({ length: 60_000 }, (_, index) => index + 1);

describe('all results of a search', () => {
  it('[CAND-035] are limited to 50,000', async () => {
    const { id } = await fillVacancy(here, caller, { profiles: 0 });
    const { database } = here.application;
    const log = createLog('silent');
    const jobs = createJobs({ database, clock: here.clock, log, definitions: vacancyJobs, findActor });
    const actor = await database.asSystem((tx) => findActor(tx, recruiter.id));
    if (!actor) throw new Error('the recruiter is gone');
    const asked = { id, query: '', filters: '', sort: 'relevance' as const };
    const { job, count } = await addAllToVacancy({ database, jobs, findAllIds }, actor, asked);
    expect(count).toBe(50_000);
    const [stored] = await here.sql<{ total: number; last: number }>(
      `select total, (input -> 'profiles' -> -1)::int as last from jobs where id = $1`,
      [job.id],
    );
    expect(stored).toEqual({ total: 50_000, last: 50_000 });
  });
});
