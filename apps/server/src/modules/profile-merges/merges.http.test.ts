import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { limitContacts } from '../../../test/contact-fixtures.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { until } from '../../../test/settled.ts';

/** Two companies use the common base; one merges. */
const here = useInstallation();
let company: number;
let ownerUser: TestUser;
let [owner, colleague, rival, manager] = [] as unknown as [Caller, Caller, Caller, Caller];

beforeAll(async () => {
  company = await here.addCompany();
  ownerUser = await here.addUser(company, 'worker');
  owner = await here.signIn(ownerUser);
  colleague = await here.signIn(await here.addUser(company, 'admin'));
  manager = await here.signIn(await here.addUser(company, 'hm'));
  rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  await here.application.search.start();
});

let counter = 0;
const add = async (input: Partial<ProfileInput> = {}, companyId?: number) => {
  counter += 1;
  const person = { first_name: 'Ada', last_name: `Lovelace${counter}`, positions: [], locations: [], ...input };
  return (await addProfiles(here, 1, { input: person, ...(companyId === undefined ? {} : { companyId }) }))[0] ?? 0;
};
/**
 * Adds two profiles to merge: the first gets the address, or the second if the number does not
 * end with 1.
 */
const splitPerson = async (first: string, second: string) => {
  const [email, phone] = [
    { type: 'email' as const, value: first },
    { type: 'phone' as const, value: second },
  ];
  const ids = [await add({ contacts: [email] }), await add({ contacts: [phone] })];
  return (phone.value.endsWith('1') ? ids : ids.toReversed()) as [number, number];
};
const glue = (caller: Caller, ids: number[], more: object = {}) =>
  caller.post('/api/glun/v4/', { action: 'glue', profile_ids: ids, ...more });
const detach = (caller: Caller, id: number, body: object = {}) => caller.post(`/api/profiles/${id}/detach/`, body);
const page = async (caller: Caller, id: number) => good(caller.get(`/api/internal/profiles/${id}/`));
const found = async (caller: Caller, word: string): Promise<number[]> => {
  const parts = { q: JSON.stringify([word]) };
  const { profiles } = await good(caller.get(`/api/v6/profiles/?${new URLSearchParams(parts).toString()}`));
  return profiles.map(({ id }: { id: number }) => id);
};
const linkTo = (link: string) => ({ links: [{ url: link, domain: 'github.com' }] });
const baseOf = (id: number) => here.sql('select data, company_id, updated_at from profiles where id = $1', [id]);
const addressed = (profile: number) => here.sql('select value from profile_contacts where profile_id = $1', [profile]);

describe('two profiles of one person', () => {
  it('[PROF-073] [PROF-074] [PEDT-018] [PEDT-019] [PEDT-020] [PROF-035] become one for the merging company, and two again when detached', async () => {
    const [stays, goes] = [
      await add({
        headline: 'Analyst',
        skills: [{ name: 'Python' }],
        positions: [{ title: 'Analyst', company: 'Alpha', start: '2018-02' }],
      }),
      await add({
        headline: 'Engineer',
        about: 'Builds looms',
        skills: [{ name: 'python' }, { name: 'Rust' }],
        positions: [
          { title: 'Senior analyst', company: 'Alpha', start: '2018-03' },
          { title: 'Engineer', company: 'Beta', start: '2021-01' },
        ],
      }),
    ];
    const before = [await baseOf(stays), await baseOf(goes)];
    const { profile_id: id, job_id: jobId } = await good(glue(owner, [stays, goes], { choices: { headline: 'right' } }));
    expect({ id, jobId }).toEqual({ id: stays, jobId: expect.any(Number) });
    const merged = await page(owner, stays);
    expect(merged).toMatchObject({ doc_id: stays, headline: 'Engineer', about: 'Builds looms' });
    expect(merged.skills.map((skill: { name: string }) => skill.name)).toEqual(['Python', 'Rust']);
    const jobs = [...merged.current_positions, ...merged.previous_positions].map((job: { title: string }) => job.title);
    expect(jobs.toSorted()).toEqual(['Analyst', 'Engineer']);
    expect(merged.private_fragments).toMatchObject([{ source: 'merge', created_by: { id: ownerUser.id } }]);
    // The absorbed profile's address shows the survivor, but not in other companies.
    expect((await page(colleague, goes)).doc_id).toBe(stays);
    expect((await page(rival, goes)).doc_id).toBe(goes);
    expect(await page(rival, stays)).toMatchObject({ headline: 'Analyst', about: null });
    expect([await baseOf(stays), await baseOf(goes)]).toEqual(before);
    const parts = await good(owner.get(`/api/singular_profiles/v4/?profile_id=${stays}`));
    expect(parts.profiles).toMatchObject([{ id: goes, merged_into: stays, merged_by: { id: ownerUser.id } }]);
    expect((await good(rival.get(`/api/singular_profiles/v4/?profile_id=${stays}`))).profiles).toEqual([]);
    expect((await rival.post(`/api/profiles/${goes}/detach/`)).status).toBe(404);
    expect(await good(detach(colleague, goes))).toEqual({ profile_id: stays });
    expect(await page(owner, stays)).toMatchObject({ headline: 'Analyst', about: null, private_fragments: [] });
    expect((await page(owner, goes)).doc_id).toBe(goes);
    expect((await detach(owner, goes)).status).toBe(404);
    expect(await here.sql('select from profile_overlays where profile_id = any($1)', [[stays, goes]])).toEqual([]);
  });

  it('[DEC-13] [PEDT-020] merge once in either direction, repeated or concurrent, with undo for an hour', async () => {
    const [left, right] = [await add(), await add({ about: 'Poet' })];
    const answers = await Promise.all([glue(owner, [left, right]), glue(colleague, [right, left]), glue(owner, [left, right])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.profile_id)).size).toBe(1);
    expect(await here.sql('select from profile_merges where survivor_id = any($1) and detached_at is null', [[left, right]])).toHaveLength(
      1,
    );
    const [one, other] = [await add(), await add({ about: 'Poet' })];
    const { job_id: jobId } = await good(glue(owner, [one, other]));
    expect(await good(owner.get(`/api/v6/jobs/${jobId}/`))).toMatchObject({ kind: 'profiles_merge', status: 'done', undoable: true });
    expect((await good(owner.post(`/api/v6/jobs/${jobId}/undo/`))).status).toBe('undone');
    expect(await page(owner, one)).toMatchObject({ about: null });
    expect((await page(owner, other)).doc_id).toBe(other);
    expect(await good(glue(owner, [one, other]))).toMatchObject({ profile_id: one });
    expect(await good(owner.post('/api/glun/v4/', { action: 'unglue', profile_ids: [one, other] }))).toEqual({
      profile_id: one,
      job_id: null,
    });
  });

  it('[DEC-13] [PEDT-020] undo only the merges of their job, and refuse an impossible undo', async () => {
    const [left, right, third, end] = [await add(), await add(), await add(), await add()];
    await good(glue(colleague, [left, right]));
    expect(await good(glue(owner, [left, right]))).toEqual({ profile_id: left, job_id: null });
    const { job_id: jobId } = await good(glue(owner, [right, left, third]));
    const isMerged = async (id: number) => (await page(owner, id)).doc_id !== id;
    expect([await isMerged(right), await isMerged(third)]).toEqual([true, true]);
    const undo = () => owner.post(`/api/v6/jobs/${jobId}/undo/`);
    await good(glue(colleague, [end, left]));
    expect(await undo()).toMatchObject({ status: 400, body: { non_field_errors: ['Detach the profile that it was merged into first'] } });
    await good(detach(colleague, left));
    expect((await good(undo())).status).toBe('undone');
    expect([await isMerged(right), await isMerged(third)]).toEqual([true, false]);
  });

  it('[PEDT-020] merge three at a time unless one changed since', async () => {
    const ids = [await add(), await add({ about: 'Poet' }), await add({ headline: 'Engineer' })];
    const after = { survivor: 0, absorbed: 0 };
    expect(await good(glue(owner, ids, { after }))).toMatchObject({ profile_id: ids[0] });
    expect(await page(owner, ids[0] ?? 0)).toMatchObject({ about: 'Poet', headline: 'Engineer' });
    const late = await add();
    await good(owner.post(`/api/v6/profiles/${late}/private/`, { headline: 'Meanwhile' }));
    expect((await glue(owner, [await add(), await add({ about: 'Poet' }), late], { after })).status).toBe(400);
  });

  it('[PROF-009] [PEDT-014] are found by the merging company with a link that the merge dropped', async () => {
    const url = 'https://github.com/left-out-of-a-merge';
    const [stays, goes] = [await add(linkTo('https://github.com/taken')), await add(linkTo(url))];
    await good(glue(owner, [stays, goes], { choices: { links: 'left' } }));
    const byLink = async (who: Caller) => (await who.get(`/api/v6/profiles/proxy/?url=${encodeURIComponent(url)}`)).body;
    expect(await byLink(owner)).toEqual({ id: stays });
    expect(await byLink(rival)).toEqual({ id: goes });
    const known = await good(owner.post('/api/v6/profiles/create/matches/', { contacts: [], links: [url] }));
    expect(known.matches.map(({ id }: { id: number }) => id)).toEqual([stays]);
    await good(detach(owner, goes));
    expect(await byLink(owner)).toEqual({ id: goes });
  });

  it('[PEDT-020] require rights and two own profiles, and never form a cycle', async () => {
    const [one, two, three, four] = [await add(), await add(), await add(), await add()];
    const foreign = await add({}, (await here.addUser(await here.addCompany(), 'worker')).companyId);
    expect((await glue(manager, [one, two])).status).toBe(403);
    expect((await glue(owner, [one, foreign])).status).toBe(404);
    expect((await glue(owner, [foreign, one])).status).toBe(404);
    expect((await glue(owner, [one])).body).toMatchObject({ profile_ids: ['Choose two profiles to merge'] });
    expect((await glue(owner, [one, one])).status).toBe(400);
    // Concurrent merges of A into B, B into C and C into A form no cycle.
    await Promise.all([glue(owner, [two, one]), glue(colleague, [three, two]), glue(owner, [one, three])]);
    const rows = await here.sql<{ absorbed_id: number; leads_to: number }>(
      'select absorbed_id, leads_to from profile_merges where absorbed_id = any($1) and detached_at is null',
      [[one, two, three]],
    );
    const hidden = new Set(rows.map((row) => row.absorbed_id));
    expect(rows.every((row) => !hidden.has(row.leads_to))).toBe(true);
    const stays = [one, two, three].find((id) => !hidden.has(id)) ?? 0;
    expect(hidden.size).toBeGreaterThan(0);
    // Merging the end of a chain redirects the whole chain.
    expect((await glue(owner, [four, stays])).status).toBe(200);
    for (const id of hidden)
      expect((await page(owner, id)).doc_id).toBe((await page(owner, rows.find((row) => row.absorbed_id === id)?.leads_to ?? 0)).doc_id);
    const [first] = [...hidden];
    expect((await detach(owner, first ?? 0)).body).toMatchObject({ profile_id: ['Detach the profile that it was merged into first'] });
    expect((await detach(owner, stays)).status).toBe(200);
    expect((await page(owner, first ?? 0)).doc_id).toBe(rows.find((row) => row.absorbed_id === first)?.leads_to);
  });

  it('[PEDT-014] keep later edits when one is detached, without its own data', async () => {
    const [stays, first, second] = [
      await add({ skills: [{ name: 'Python' }] }),
      await add({ skills: [{ name: 'Rust' }] }),
      await add({ skills: [{ name: 'Go' }] }),
    ];
    await good(glue(owner, [stays, first]));
    await good(glue(owner, [stays, second]));
    const skills = async () => (await page(owner, stays)).skills.map((skill: { name: string }) => skill.name);
    expect(await skills()).toEqual(['Python', 'Rust', 'Go']);
    await good(owner.post(`/api/v6/profiles/${stays}/private/`, { headline: 'Typed later' }));
    await good(detach(owner, first));
    expect(await skills()).toEqual(['Python', 'Go']);
    expect((await page(owner, stays)).headline).toBe('Typed later');
    const stale = await good(owner.get(`/api/v6/profiles/${stays}/private/`));
    await good(owner.post(`/api/v6/profiles/${stays}/private/`, { headline: 'Again' }));
    const after = { survivor: stale.fragments.at(-1).id, absorbed: 0 };
    expect((await glue(owner, [stays, first], { after })).status).toBe(400);
  });

  it('[PEDT-014] are found as one by the company and as two by others', async () => {
    const word = 'zirconium';
    const [stays, goes] = [
      await add({ about: `Smelts ${word}` }),
      await add({ about: `Casts ${word}`, contacts: [{ type: 'email', value: 'casts@merged.test' }] }),
    ];
    const both = [stays, goes].toSorted();
    await until(async () => expect((await found(owner, `text:${word}`)).toSorted()).toEqual(both));
    await good(glue(owner, [stays, goes]));
    expect(await found(owner, `text:${word}`)).toEqual([stays]);
    expect((await found(rival, `text:${word}`)).toSorted()).toEqual(both);
    expect(await found(owner, 'name:casts@merged.test')).toEqual([stays]);
    expect(await found(rival, 'name:casts@merged.test')).toEqual([goes]);
    // A stale list with both ids adds the person once.
    const { id: folder } = await good(owner.post('/api/v6/folders/', { name: 'Smelters' }));
    const added = await owner.post('/api/v6/candidates/', { folder_id: folder, profiles: [stays, goes] });
    expect(added.body.candidates.map(({ profile }: { profile: { id: number } }) => profile.id)).toEqual([stays]);
    await good(detach(owner, goes));
    expect((await found(owner, `text:${word}`)).toSorted()).toEqual(both);
    expect(await found(owner, 'name:casts@merged.test')).toEqual([goes]);
  });
});

describe('the data of an absorbed person', () => {
  it('[PEDT-018] [PEDT-019] moves to the survivor and back: vacancies, comments, tags, files, links and reports', async () => {
    const [stays, goes] = [await add(), await add()];
    const [both, alone] = [
      await good(owner.post('/api/v6/folders/', { name: 'Both' })),
      await good(owner.post('/api/v6/folders/', { name: 'Alone' })),
    ];
    const put = async (folder: number, profile: number) =>
      (await good(owner.post('/api/v6/candidates/', { folder_id: folder, profiles: [profile] }))).candidates[0].id as number;
    const [staying, gone] = [await put(both.id, stays), await put(both.id, goes)];
    await put(alone.id, goes);
    const { statuses } = await good(owner.get('/api/v6/status_collection/statuses/'));
    const [, , replied, interview] = statuses.map((status: { id: number }) => status.id);
    await good(owner.patch('/api/v6/candidates/', { ids: [staying], status: replied }));
    await good(owner.patch('/api/v6/candidates/', { ids: [gone], status: interview }));
    await good(owner.post(`/api/v6/profiles/${goes}/comments/`, { text: 'Spoke with the other one', candidate_id: gone }));
    await good(owner.post(`/api/v6/profiles/${goes}/tags/`, { tags: ['Relocation', 'Java'] }));
    await good(owner.post(`/api/v6/profiles/${stays}/tags/`, { tags: ['java'] }));
    const link = await good(owner.post(`/api/profiles/${goes}/links/`));
    const form = new FormData();
    form.set('file', new File(['Resume'], 'resume.txt'));
    form.set('profile_id', String(goes));
    const sent = new Response(form);
    const payload = Buffer.from(await sent.arrayBuffer());
    await good(
      owner.send({ method: 'POST', url: '/api/files/v1/', headers: { 'content-type': sent.headers.get('content-type') ?? '' }, payload }),
    );

    const look = async (id: number) => ({
      vacancies: (await good(owner.get(`/api/v6/profiles/${id}/folders/`))).folders.map(
        (one: { name: string; status: { id: number } }) => `${one.name} ${one.status.id}`,
      ),
      comments: (await good(owner.get(`/api/v6/profiles/${id}/comments/`))).comments.map((one: { text: string }) => one.text),
      tags: (await good(owner.get(`/api/v6/profiles/${id}/tags/`))).tags.map((one: { name: string }) => one.name),
      files: (await good(owner.get(`/api/internal/profiles/${id}/resumes/`))).resumes.map((one: { filename: string }) => one.filename),
    });
    const [before, other] = [await look(stays), await look(goes)];
    await good(glue(owner, [stays, goes]));
    const merged = await look(stays);
    expect(merged.vacancies.toSorted()).toEqual([`Alone ${statuses[0].id}`, `Both ${interview}`]);
    expect(merged).toMatchObject({ comments: ['Spoke with the other one'], files: ['resume.txt'] });
    expect(merged.tags.toSorted()).toEqual(['Java', 'Relocation'].map((name) => name).toSorted());
    const listed = await good(owner.get(`/api/v6/folders/${both.id}/candidates/`));
    expect(listed.candidates.map(({ id }: { id: number }) => id)).toEqual([staying]);
    const { history } = await good(owner.get(`/api/v6/candidates/${staying}/history/`));
    expect(history.filter((entry: { action: string }) => entry.action === 'added')).toHaveLength(2);
    const shared = new URL(link.url, 'http://here.test').pathname.split('/');
    expect((await owner.get(`/api/profiles/${goes}/links/${shared.at(-1)}/`)).status).toBe(200);
    expect((await owner.get(`/api/v6/profiles/${goes}/comments/`)).status).toBe(404);

    await good(detach(owner, goes));
    expect(await look(stays)).toEqual(before);
    expect(await look(goes)).toEqual(other);
    expect((await owner.get(`/api/profiles/${goes}/links/${shared.at(-1)}/`)).status).toBe(200);
  });

  it('[PEDT-019] keeps opened contacts open and closed ones closed, without a second charge', async () => {
    const [stays, goes] = [
      await add({
        contacts: [
          { type: 'email', value: 'one@merged.test' },
          { type: 'phone', value: '+49 30 1111111' },
        ],
      }),
      await add({
        contacts: [
          { type: 'email', value: 'two@merged.test' },
          { type: 'phone', value: '+49 30 1111111' },
        ],
      }),
    ];
    await limitContacts(here, company, 100);
    const spent = async () => (await good(owner.get('/api/quotas/my/'))).quotas_contact_available;
    await good(owner.get(`/api/v6/profiles/${goes}/get-contacts/`));
    const left = await spent();
    await good(glue(owner, [stays, goes]));
    const values = async (caller = owner) =>
      (await good(caller.get(`/api/v6/profiles/${stays}/contacts/`))).contacts.map((one: { value: string | null }) => one.value);
    // The shared phone number is opened.
    expect(await values()).toEqual([null, 'two@merged.test', '+49 30 1111111']);
    expect((await values(colleague)).every((value: string | null) => value === null)).toBe(true);
    expect((await good(owner.get(`/api/v6/profiles/${stays}/get-contacts/`))).opened).toBe(true);
    expect(await spent()).toBe(left - 1);
    expect((await values()).toSorted()).toEqual(['+49 30 1111111', 'one@merged.test', 'two@merged.test']);
    await good(owner.get(`/api/v6/profiles/${stays}/get-contacts/`));
    expect(await spent()).toBe(left - 1);
    await good(detach(owner, goes));
    expect((await good(owner.get(`/api/v6/profiles/${goes}/contacts/`))).opened).toBe(true);
    expect(await addressed(stays)).toHaveLength(2);
  });

  it('[CONT-009] [CONT-023] [PEDT-019] is not charged again if one profile was opened in an earlier month', async () => {
    const [stays, goes] = [
      await add({ contacts: [{ type: 'phone', value: '+49 30 2222222' }] }),
      await add({ contacts: [{ type: 'email', value: 'later@merged.test' }] }),
    ];
    await limitContacts(here, company, 100);
    const spent = async () => (await good(owner.get('/api/quotas/my/'))).quotas_contact_available;
    await good(owner.get(`/api/v6/profiles/${stays}/get-contacts/`));
    await here.sql("update contact_openings set month = month - interval '1 month' where profile_id = $1", [stays]);
    await good(glue(owner, [stays, goes]));
    const left = await spent();
    const { id } = await good(owner.post('/api/v6/sequences/', { name: 'Later', templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] }));
    const put = { profile_ids: [stays], open_contacts: true };
    expect(await good(owner.post(`/api/v6/sequences/${id}/add_profile/`, put))).toMatchObject({ opened_contacts: 1, without_email: 0 });
    expect(await spent()).toBe(left - 1);
  });

  it('[CONT-022] [CONT-023] [PEDT-019] costs one opening if only one profile has the requested contact', async () => {
    await limitContacts(here, company, 100);
    const spent = async () => (await good(owner.get('/api/quotas/my/'))).quotas_contact_available;
    const [exported, written] = [
      await splitPerson('export@merged.test', '+49 30 3333331'),
      await splitPerson('write@merged.test', '+49 30 4444442'),
    ];
    for (const pair of [exported, written]) await good(glue(owner, pair));
    const left = await spent();
    const table = { profile_ids: [exported[0]], columns: ['email'] };
    expect(await good(owner.post('/api/v6/profiles/export/check/', table))).toMatchObject({ count: 1, hidden: 1 });
    expect((await owner.post('/api/v6/profiles/export/csv/', table)).body).toContain('export@merged.test');
    expect(await spent()).toBe(left - 1);
    const { id } = await good(owner.post('/api/v6/sequences/', { name: 'One', templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] }));
    const put = { profile_ids: [written[0]], open_contacts: true };
    expect(await good(owner.post(`/api/v6/sequences/${id}/add_profile/`, put))).toMatchObject({ opened_contacts: 1, without_email: 0 });
    expect(await spent()).toBe(left - 2);
  });

  it('[PEDT-019] gets no messages if one of the profiles may not be contacted', async () => {
    const [stays, goes] = [await add({}, company), await add({}, company)];
    const contact = (id: number, value: string) => good(owner.post(`/api/v6/profiles/${id}/contacts/`, { type: 'email', value }));
    await contact(stays, 'may@merged.test');
    await contact(goes, 'maynot@merged.test');
    const admin = colleague;
    await good(admin.post('/api/v6/messaging/suppressions/', { addresses: 'maynot@merged.test', note: '' }));
    const refused = async (email: string) => (await good(admin.get(`/api/v6/messaging/suppressions/?search=${email}`))).suppressions.length;
    expect(await refused('may@merged.test')).toBe(0);
    await good(glue(owner, [stays, goes]));
    expect(await refused('may@merged.test')).toBe(1);
    await good(detach(owner, goes));
    expect(await refused('may@merged.test')).toBe(0);
    expect(await refused('maynot@merged.test')).toBe(1);
  });

  it('[PEDT-019] confirms no closed address that a colleague suppressed, and keeps the refusal of the person', async () => {
    const [stays, goes] = [await add({}, company), await add({ contacts: [{ type: 'email', value: 'closed@merged.test' }] })];
    await good(owner.post(`/api/v6/profiles/${stays}/contacts/`, { type: 'email', value: 'probe@merged.test' }));
    await good(colleague.post('/api/v6/messaging/suppressions/', { addresses: 'closed@merged.test', note: '' }));
    // A refusal at a closed address of the person has no address.
    const refused = async () =>
      (await good(colleague.get('/api/v6/messaging/suppressions/?search=probe@merged.test'))).suppressions.filter(
        ({ address }: { address: string | null }) => address !== null,
      ).length;
    const mergedRefusals = async () => {
      await good(glue(owner, [stays, goes]));
      const count = await refused();
      await good(detach(owner, goes));
      return count;
    };
    expect(await mergedRefusals()).toBe(0);
    await here.sql(`update suppressions set reason = 'unsubscribed' where address = 'closed@merged.test'`);
    expect(await mergedRefusals()).toBe(1);
    await here.sql(`update suppressions set reason = 'manual' where address = 'closed@merged.test'`);
    await owner.get(`/api/v6/profiles/${goes}/get-contacts/`);
    expect(await mergedRefusals()).toBe(1);
  });
});
