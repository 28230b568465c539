import { beforeAll, describe, expect, it } from 'vitest';
import type { CommentView } from '@headwater/contract/comments';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const one = (id: number) => `/api/v6/comments/${id}/`;
const of = (profile: number | undefined) => `/api/v6/profiles/${profile}/comments/`;

let company: number;
let recruiter: TestUser;
let caller: Caller;
let colleague: Caller;
let admin: Caller;
let stranger: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  recruiter = await here.addUser(company, 'worker');
  caller = await here.signIn(recruiter);
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  admin = await here.signIn(await here.addUser(company, 'admin'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
});

const list = async (profile: number | undefined, who = caller, query = '') =>
  (await who.get(of(profile) + query)).body.comments as CommentView[];
const textsOf = async (profile: number | undefined, who = caller) => (await list(profile, who)).map(({ text }) => text);

describe('on a profile', () => {
  it('[CTP-001] [CTP-002] [CTP-003] [PROF-027] [PROF-034] are added and listed, newest first, in pages', async () => {
    const [profile] = await addProfiles(here, 1);
    const { status, body } = await caller.post(of(profile), { text: '  Звонила: перезвонить в мае\nи спросить про переезд ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.any(Number),
      text: 'Звонила: перезвонить в мае\nи спросить про переезд',
      created_at: expect.any(String),
      candidate_id: null,
      folder: null,
      created_by: { id: recruiter.id, first_name: 'Ada' },
      permissions: { edit: true, remove: true },
    });
    for (const text of ['second', 'third']) await colleague.post(of(profile), { text });
    expect(await textsOf(profile)).toEqual(['third', 'second', body.text]);
    const second = await caller.get(`${of(profile)}?page=2&per_page=2`);
    expect(second.body).toMatchObject({ count: 3, pages: { current: 2, total: 2 }, comments: [{ id: body.id }] });
  });

  it('[CTP-007] limit the length and report invalid values at their fields', async () => {
    const [profile] = await addProfiles(here, 1);
    const refused = async (body: object) => (await caller.post(of(profile), body)).body;
    expect(await refused({})).toEqual({ text: ['This field cannot be empty'] });
    expect(await refused({ text: ' \n ' })).toEqual({ text: ['This field cannot be empty'] });
    expect(await refused({ text: 'я'.repeat(5001) })).toEqual({ text: ['Enter at most 5,000 characters'] });
    expect((await caller.post(of(profile), { text: 'я'.repeat(5000) })).status).toBe(200);
    const words = '<script>alert(1)</script> \u0000 {{FIRST_NAME}}';
    expect((await caller.post(of(profile), { text: words })).status).toBeLessThan(500);
    const elsewhere = await fillVacancy(here, caller, { profiles: 1 });
    expect(await refused({ text: 'x', candidate_id: elsewhere.candidates[0] })).toEqual({ candidate_id: ['There is no such candidate'] });
    expect(await refused({ text: 'x', candidate_id: 999_999_999 })).toEqual({ candidate_id: ['There is no such candidate'] });
    expect((await caller.post(of(999_999_999), { text: 'x' })).status).toBe(404);
  });

  it('[CTP-004] [CTP-005] [CTP-006] are changed by their author, and deleted by the author or an administrator', async () => {
    const [profile] = await addProfiles(here, 1);
    const { id } = (await caller.post(of(profile), { text: 'first words' })).body;
    expect((await colleague.patch(one(id), { text: 'other words' })).status).toBe(403);
    expect((await admin.patch(one(id), { text: 'other words' })).status).toBe(403);
    expect((await colleague.delete(one(id))).status).toBe(403);
    expect((await caller.patch(one(id), { text: '' })).body).toEqual({ text: ['This field cannot be empty'] });
    here.clock.advance(60_000);
    const changed = (await caller.patch(one(id), { text: 'better words' })).body;
    expect(changed.text).toBe('better words');
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(changed.created_at));
    const [seen] = await list(profile, admin);
    expect(seen?.permissions).toEqual({ edit: false, remove: true });
    expect((await admin.delete(one(id))).status).toBe(200);
    expect((await admin.delete(one(id))).status).toBe(404);
    const own = (await colleague.post(of(profile), { text: 'mine' })).body.id;
    expect((await colleague.delete(one(own))).status).toBe(200);
    expect(await textsOf(profile)).toEqual([]);
  });

  it('[ROLE-055] stay within the company, also on a profile of the common base', async () => {
    const [profile] = await addProfiles(here, 1);
    const { id } = (await caller.post(of(profile), { text: 'between us' })).body;
    expect(await textsOf(profile, stranger)).toEqual([]);
    for (const answer of [await stranger.patch(one(id), { text: 'x' }), await stranger.delete(one(id))]) expect(answer.status).toBe(404);
    expect((await here.visitor().get(of(profile))).status).toBe(401);
  });
});

describe('on a candidate', () => {
  it('[CTP-003] [CAND-004] name the vacancy and are counted in its table', async () => {
    const { id, profiles, candidates } = await fillVacancy(here, caller, { profiles: 1 });
    await caller.post(of(profiles[0]), { text: 'about the person' });
    await caller.post(of(profiles[0]), { text: 'about the candidate', candidate_id: candidates[0] });
    expect(await list(profiles[0])).toMatchObject([
      { text: 'about the candidate', candidate_id: candidates[0], folder: { id } },
      { text: 'about the person', candidate_id: null, folder: null },
    ]);
    expect((await list(profiles[0], caller, `?candidate_id=${candidates[0]}`)).map(({ text }) => text)).toEqual(['about the candidate']);
    expect((await caller.get(`/api/v6/folders/${id}/candidates/`)).body.candidates[0].comments).toBe(1);
  });

  it('[ROLE-056] of a private vacancy are visible only with access to it, also after its deletion', async () => {
    const { id, profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { access_type: 'private' } });
    const made = await caller.post(of(profiles[0]), { text: 'hidden', candidate_id: candidates[0] });
    expect(await textsOf(profiles[0])).toEqual(['hidden']);
    expect(await textsOf(profiles[0], colleague)).toEqual([]);
    expect((await colleague.patch(one(made.body.id), { text: 'x' })).status).toBe(404);
    expect((await colleague.delete(one(made.body.id))).status).toBe(404);
    const refused = await colleague.post(of(profiles[0]), { text: 'x', candidate_id: candidates[0] });
    expect(refused).toMatchObject({ status: 403, body: { detail: 'No access' } });
    await caller.delete(`/api/v6/folders/${id}/`);
    expect([await textsOf(profiles[0]), await textsOf(profiles[0], colleague)]).toEqual([['hidden'], []]);
  });

  it('[ROLE-047] [ROLE-051] are the only ones that a hiring manager may read and write, with the right', async () => {
    const user = await here.addUser(company, 'hm');
    const { profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    const [foreign] = await addProfiles(here, 1);
    await caller.post(of(profiles[0]), { text: 'about the person' });
    const manager = await here.signIn(user);
    const needs = await manager.post(of(profiles[0]), { text: 'x' });
    expect(needs.body).toEqual({ candidate_id: ['Comment on the person as a candidate of one of your vacancies'] });
    const { body } = await manager.post(of(profiles[0]), { text: 'Invite her', candidate_id: candidates[0] });
    expect(await textsOf(profiles[0], manager)).toEqual(['Invite her']);
    expect((await manager.patch(one(body.id), { text: 'Invite her soon' })).status).toBe(200);
    expect((await manager.get(of(foreign))).status).toBe(404);
    await here.sql(`update users set hm_access = hm_access || '{"comments": false}' where id = $1`, [user.id]);
    const barred = await here.signIn(user);
    for (const answer of [
      await barred.get(of(profiles[0])),
      await barred.post(of(profiles[0]), { text: 'x', candidate_id: candidates[0] }),
      await barred.patch(one(body.id), { text: 'x' }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });
});
