import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const day = 24 * 3600 * 1000;

let company: number;
let user: TestUser;
let recruiter: Caller;
let admin: Caller;
let manager: TestUser;
let reviewer: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  user = await here.addUser(company, 'worker');
  recruiter = await here.signIn(user);
  admin = await here.signIn(await here.addUser(company, 'admin'));
  manager = await here.addUser(company, 'hm');
  reviewer = await here.signIn(manager);
});

const path = (vacancy: number) => `/api/v6/folders/${vacancy}/shortlist/`;
const listOf = (vacancy: number, who = recruiter) => good(who.get(path(vacancy)));
const review = (candidate: number | undefined, body: object, who = reviewer) => who.post(`/api/v6/candidates/${candidate}/review/`, body);
const noticesOf = async (who: Caller) => (await good(who.get('/api/v6/notices/?kind=review'))).notices;
const entriesOf = async (kind: string) => (await good(admin.get(`/api/v6/audit/?kind=${kind}`))).entries;

/** A vacancy with two candidates, the first on the short list. */
async function withShortlist(body: object = { granted_users: [manager.id] }) {
  const { id, candidates, profiles } = await fillVacancy(here, recruiter, { profiles: 2, body });
  const [candidate = 0, other = 0] = candidates;
  await good(recruiter.post(path(id), { ids: [candidate] }));
  return { id, candidate, other, profile: profiles[0] ?? 0 };
}

async function share(vacancy: number, days = 7): Promise<{ id: number; hash: string; url: string }> {
  return good(recruiter.post(`${path(vacancy)}links/`, { reviewer: 'Olga Petrova', days }));
}
const byLink = (hash: string, candidate?: number) => `/api/shortlists/${hash}/${candidate === undefined ? '' : `candidates/${candidate}/`}`;

describe('a short list', () => {
  it('[PPL-003] asks the hiring managers of the vacancy and shows their reviews to the recruiter', async () => {
    const { id, candidate, profile } = await withShortlist();
    expect((await noticesOf(reviewer))[0]).toMatchObject({
      vacancy_id: id,
      decision: null,
      detail: expect.stringMatching(/^Vacancy \d+$/),
    });
    expect((await listOf(id, reviewer)).may_edit).toBe(false);
    const before = (await good(recruiter.get(`/api/v6/candidates/?ids=${candidate}`))).candidates[0].status;

    expect(await good(review(candidate, { decision: 'rejected', comment: 'No Kafka' }))).toMatchObject({ is_own: true, is_by_link: false });
    await good(review(candidate, { decision: 'rejected', comment: 'No Kafka, too junior' }));
    const [listed] = (await listOf(id)).candidates;
    expect(listed).toMatchObject({
      id: candidate,
      profile: { id: profile, title: 'Developer' },
      added_by: expect.stringContaining('Ada'),
      reviews: [{ decision: 'rejected', comment: 'No Kafka, too junior', is_own: false }],
    });
    expect((await good(recruiter.get(`/api/v6/profiles/${profile}/shortlists/`))).candidates).toEqual([listed]);
    expect((await good(recruiter.get(`/api/v6/candidates/?ids=${candidate}`))).candidates[0].status).toEqual(before);
    expect(await noticesOf(recruiter)).toMatchObject([{ vacancy_id: id, person: { id: profile }, decision: 'rejected' }]);
    expect(await entriesOf('candidate_reviewed')).toMatchObject([
      { user: { id: manager.id }, target: { kind: 'profile', id: profile }, values: { decision: [null, 'rejected'] } },
    ]);

    expect((await good(recruiter.delete(path(id), { ids: [candidate] }))).count).toBe(1);
    expect((await listOf(id)).candidates).toEqual([]);
    expect((await review(candidate, { decision: 'approved' })).status).toBe(404);
  });

  it('[PPL-003] is changed by recruiters of the vacancy and reviewed by those who see it', async () => {
    const { id, candidate, other } = await withShortlist({ access_type: 'private', granted_users: [] });
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    for (const [who, status] of [
      [reviewer, 403],
      [colleague, 403],
      [stranger, 404],
    ] as const) {
      expect((await who.get(path(id))).status).toBe(status);
      expect((await review(candidate, { decision: 'approved' }, who)).status).toBe(status);
      expect((await who.post(path(id), { ids: [other] })).status).toBe(status);
    }
    expect((await review(candidate, { decision: 'maybe' }, recruiter)).status).toBe(400);
    expect((await review(other, { decision: 'approved' }, recruiter)).status).toBe(404);
    const elsewhere = await fillVacancy(here, recruiter, { profiles: 1 });
    expect(await good(recruiter.post(path(id), { ids: [...elsewhere.candidates, candidate] }))).toEqual({ count: 0 });
  });

  it('[PPL-003] notifies the recruiter of each change of a decision, and not of a changed comment', async () => {
    const { candidate, profile } = await withShortlist();
    const about = async () =>
      (await noticesOf(recruiter)).filter(({ person }: { person: { id: number } | null }) => person?.id === profile);
    for (const decision of ['approved', 'rejected', 'approved', 'approved']) {
      here.clock.advance(1000);
      await good(review(candidate, { decision, comment: 'Seen' }));
    }
    expect((await about()).map(({ decision }: { decision: string }) => decision)).toEqual(['approved', 'rejected', 'approved']);
  });

  it('has at most 100 candidates', async () => {
    const { id } = await fillVacancy(here, recruiter, { profiles: 0 });
    const profiles = await addProfiles(here, 101);
    const { candidates } = await good(recruiter.post('/api/v6/candidates/', { folder_id: id, profiles }));
    const ids = (candidates as { id: number }[]).map((candidate) => candidate.id);
    await good(recruiter.post(path(id), { ids: ids.slice(0, 100) }));
    expect(await recruiter.post(path(id), { ids: ids.slice(100) })).toMatchObject({
      status: 400,
      body: { ids: ['A short list has at most 100 candidates'] },
    });
  });

  it('[ROLE-047] hides comments of others from hiring managers who may not see comments', async () => {
    const blind = await here.addUser(company, 'hm');
    await here.sql(`update users set hm_access = '{"comments": false}' where id = $1`, [blind.id]);
    const who = await here.signIn(blind);
    const { id, candidate } = await withShortlist({ granted_users: [manager.id, blind.id] });
    await good(review(candidate, { decision: 'approved', comment: 'Strong' }));
    await good(review(candidate, { decision: 'rejected', comment: 'Expensive' }, who));
    expect((await listOf(id, who)).candidates[0].reviews).toMatchObject([{ comment: '' }, { comment: 'Expensive', is_own: true }]);
  });

  it('[PEDT-018] keeps entry and reviews through a merge and its undo', async () => {
    const { id, candidates, profiles } = await fillVacancy(here, recruiter, { profiles: 2 });
    const [stays = 0, goes = 0] = candidates;
    await good(recruiter.post(path(id), { ids: [goes] }));
    await good(review(goes, { decision: 'approved' }, admin));
    await good(recruiter.post('/api/glun/v4/', { action: 'glue', profile_ids: profiles }));
    expect((await listOf(id)).candidates).toMatchObject([{ id: stays, reviews: [{ decision: 'approved' }] }]);
    await good(recruiter.post('/api/glun/v4/', { action: 'unglue', profile_ids: profiles }));
    expect((await listOf(id)).candidates).toMatchObject([{ id: goes, reviews: [{ decision: 'approved' }] }]);
  });
});

const set = (shows: boolean) => ({ personal_info: shows, contacts: shows, tags: shows, comments: shows });

describe('a link to a short list', () => {
  it('[PPL-003] lets a visitor see the candidates, approve, reject and comment', async () => {
    const { id, candidate, profile } = await withShortlist();
    const { hash, url } = await share(id);
    expect(url.endsWith(`/r/${hash}`)).toBe(true);
    const visitor = here.visitor();
    expect(await good(visitor.get(byLink(hash)))).toMatchObject({
      vacancy: expect.stringContaining('Vacancy'),
      reviewer: 'Olga Petrova',
      shared_by: { name: expect.stringContaining('Ada') },
      candidates: [{ id: candidate, profile: { title: 'Developer', company: 'Beta' }, review: null }],
    });
    await good(visitor.post(`${byLink(hash, candidate)}review/`, { decision: 'approved', comment: 'Meet on Friday' }));
    expect((await good(visitor.get(byLink(hash, candidate)))).review).toEqual({ decision: 'approved', comment: 'Meet on Friday' });
    const { candidates, links } = await listOf(id);
    expect(candidates[0].reviews).toMatchObject([
      { reviewer: 'Olga Petrova', is_by_link: true, decision: 'approved', comment: 'Meet on Friday' },
    ]);
    expect(links).toMatchObject([{ reviewer: 'Olga Petrova', opened_count: 1, may_revoke: true }]);
    expect((await noticesOf(recruiter))[0]).toMatchObject({ person: { id: profile }, decision: 'approved', detail: 'Olga Petrova' });
    expect((await entriesOf('candidate_reviewed'))[0]).toMatchObject({ user: null, values: { reviewer: [null, 'Olga Petrova'] } });
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    await good(stranger.post(`${byLink(hash, candidate)}review/`, { decision: 'rejected' }));
    expect((await entriesOf('candidate_reviewed'))[0]).toMatchObject({ user: null, values: { decision: ['approved', 'rejected'] } });
    expect((await entriesOf('shortlist_shared'))[0]).toMatchObject({ user: { id: user.id }, target: { kind: 'vacancy', id } });
  });

  it('[PPL-003] [ROLE-043] [ROLE-048] shows what the sections of the company show to hiring managers', async () => {
    const input = {
      first_name: 'Vera',
      last_name: 'Link',
      headline: 'Developer, headline@people.test',
      about: 'Write to vera@people.test',
      links: [{ url: 'https://github.com/vera', domain: 'github.com' }],
      contacts: [{ type: 'email' as const, value: 'closed@people.test' }],
    };
    const { id } = await fillVacancy(here, recruiter, { profiles: 0 });
    const profiles = await addProfiles(here, 1, { input });
    const { candidates } = await good(recruiter.post('/api/v6/candidates/', { folder_id: id, profiles }));
    const candidate = candidates[0].id as number;
    await good(recruiter.post(path(id), { ids: [candidate] }));
    await good(recruiter.post(`/api/v6/profiles/${profiles[0]}/contacts/`, { type: 'phone', value: '+7 900 123-45-67' }));
    await good(recruiter.post(`/api/v6/profiles/${profiles[0]}/tags/`, { tags: ['Night owl'] }));
    await good(recruiter.post(`/api/v6/profiles/${profiles[0]}/comments/`, { text: 'Wants 5000', candidate_id: candidate }));
    const { hash } = await share(id);
    const seen = async () => JSON.stringify(await good(here.visitor().get(byLink(hash, candidate))));
    const secrets = ['Vera', '123-45-67', 'github', 'vera@people', 'Night owl', 'Wants 5000'];
    await good(admin.patch('/api/v6/company/hiring_managers_settings/', { hm_display_sections: set(true) }));
    const open = await seen();
    for (const secret of secrets) expect(open).toContain(secret);
    expect(open).not.toContain('closed@people.test');
    await good(admin.patch('/api/v6/company/hiring_managers_settings/', { hm_display_sections: set(false) }));
    const closed = await seen();
    for (const secret of secrets) expect(closed).not.toContain(secret);
    expect((await good(here.visitor().get(byLink(hash)))).candidates[0].profile.name).toBeNull();
    await good(admin.patch('/api/v6/company/hiring_managers_settings/', { hm_display_sections: { ...set(true), contacts: false } }));
    await good(recruiter.post(`/api/v6/profiles/${profiles[0]}/comments/`, { text: 'Called +7 900 765-43-21', candidate_id: candidate }));
    const list = JSON.stringify(await good(here.visitor().get(byLink(hash))));
    for (const contact of ['headline@people', '765-43-21', '123-45-67']) expect(list + (await seen())).not.toContain(contact);
    await good(admin.patch('/api/v6/company/hiring_managers_settings/', { hm_display_sections: set(true) }));
  });

  it('[PPL-003] ends with its days, its revocation, its creator and the vacancy, and opens nothing else', async () => {
    const { id, candidate, other } = await withShortlist();
    const { hash, id: link } = await share(id);
    const visitor = here.visitor();
    const statuses = async (hashed = hash) => [
      (await visitor.get(byLink(hashed))).status,
      (await visitor.get(byLink(hashed, candidate))).status,
      (await visitor.post(`${byLink(hashed, candidate)}review/`, { decision: 'approved' })).status,
    ];
    const [open, gone] = [
      [200, 200, 200],
      [404, 404, 404],
    ];
    expect(await statuses()).toEqual(open);
    expect(await statuses(`${hash.slice(0, -1)}${hash.endsWith('x') ? 'y' : 'x'}`)).toEqual(gone);
    const elsewhere = await withShortlist();
    for (const hidden of [other, elsewhere.candidate]) {
      expect((await visitor.get(byLink(hash, hidden))).status).toBe(404);
      expect((await visitor.post(`${byLink(hash, hidden)}review/`, { decision: 'approved' })).status).toBe(404);
    }
    await here.sql('update users set is_active = false where id = $1', [user.id]);
    expect(await statuses()).toEqual(gone);
    await here.sql('update users set is_active = true where id = $1', [user.id]);
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    expect((await colleague.delete(`/api/v6/shortlist_links/${link}/`)).status).toBe(403);
    await good(admin.delete(`/api/v6/shortlist_links/${link}/`));
    expect(await statuses()).toEqual(gone);
    expect((await entriesOf('shortlist_unshared'))[0]).toMatchObject({ target: { kind: 'vacancy', id } });
    const second = await share(id);
    expect(await statuses(second.hash)).toEqual(open);
    here.clock.advance(7 * day + 1000);
    expect(await statuses(second.hash)).toEqual(gone);
    const third = await share(id);
    await good(recruiter.delete(`/api/v6/folders/${id}/`));
    expect(await statuses(third.hash)).toEqual(gone);
    expect((await recruiter.post(`${path(elsewhere.id)}links/`, { reviewer: ' ', days: 7 })).body).toHaveProperty('reviewer');
  });

  it('[PPL-003] is revoked with all links of its creator, or of everybody by an administrator', async () => {
    const { id } = await withShortlist();
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    const links = `${path(id)}links/`;
    await here.sql(
      `insert into shortlist_links (company_id, vacancy_id, reviewer, token_hash, created_by, created_at, expires_at)
       select $1, $2, 'Olga', sha256(('many ' || n)::bytea), $3, $4::timestamptz, $4::timestamptz + interval '1 day' from generate_series(1, 120) n`,
      [company, id, user.id, here.clock.now()],
    );
    const { hash } = await good(colleague.post(links, { reviewer: 'Petr', days: 7 }));
    expect(await good(recruiter.delete(links))).toEqual({ count: 120 });
    expect((await listOf(id)).links).toMatchObject([{ reviewer: 'Petr', may_revoke: false }]);
    expect(await good(admin.delete(links))).toEqual({ count: 1 });
    expect((await here.visitor().get(byLink(hash))).status).toBe(404);
    expect((await reviewer.delete(links)).status).toBe(403);
  });

  it('[PPL-003] shows no erased person', async () => {
    const { id, candidate, profile } = await withShortlist();
    const { hash } = await share(id);
    await here.sql('update profiles set deleted_at = now() where id = $1', [profile]);
    expect((await good(here.visitor().get(byLink(hash)))).candidates).toEqual([]);
    expect((await here.visitor().get(byLink(hash, candidate))).status).toBe(404);
  });
});
