import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

let company: number;
let who: Caller;
let colleague: Caller;
let admin: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  who = await here.signIn(await here.addUser(company, 'worker'));
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  admin = await here.signIn(await here.addUser(company, 'admin'));
  await here.application.search.start();
});

const add = (profile: number | undefined, body: object = {}, caller = who) =>
  caller.post(`/api/v6/profiles/${profile}/fit_notes/`, { verdict: 'fits', text: 'Leads teams', ...body });
const change = (id: number, body: object, caller = who) => caller.patch(`/api/v6/fit_notes/${id}/`, body);
const notesOf = async (profile: number | undefined, caller = who) =>
  (await good(caller.get(`/api/v6/profiles/${profile}/fit_notes/`))).fit_notes;
const fitIn = async (candidate: number | undefined, caller = who) =>
  (await good(caller.get(`/api/v6/candidates/?ids=${candidate}`))).candidates[0].fit;

describe('why a person fits', () => {
  it('[PPL-002] is written once and seen in every vacancy and in the search', async () => {
    const { id: vacancy, candidates, profiles } = await fillVacancy(here, who, { profiles: 1 });
    const [profile = 0] = profiles;
    expect(await fitIn(candidates[0])).toBeNull();
    const note = await good(add(profile, { verdict: 'does_not_fit', text: 'Wants to stay in Bonn', candidate_id: candidates[0] }));
    expect(note).toMatchObject({ verdict: 'does_not_fit', folder: { id: vacancy }, permissions: { edit: true, remove: true } });
    here.clock.advance(1000);
    const { id: other } = await good(colleague.post('/api/v6/folders/', { name: 'Second' }));
    const added = await good(colleague.post('/api/v6/candidates/', { folder_id: other, profiles: [profile] }));
    const fit = { verdict: 'does_not_fit', text: 'Wants to stay in Bonn' };
    expect(await fitIn(added.candidates[0].id, colleague)).toEqual(fit);
    const [found] = (await good(colleague.get(`/api/v6/profiles/?folder_id=${other}`))).profiles;
    expect([found?.id, found?.fit]).toEqual([profile, fit]);

    await good(add(profile, { text: 'Moves to Berlin' }, colleague));
    expect((await notesOf(profile)).map(({ text }: { text: string }) => text)).toEqual(['Moves to Berlin', 'Wants to stay in Bonn']);
    expect(await fitIn(candidates[0])).toEqual({ verdict: 'fits', text: 'Moves to Berlin' });
    here.clock.advance(1000);
    expect(await good(change(note.id, { text: 'Bonn or Cologne' }))).toMatchObject({ verdict: 'does_not_fit', text: 'Bonn or Cologne' });
    expect(await fitIn(candidates[0])).toEqual({ verdict: 'does_not_fit', text: 'Bonn or Cologne' });
  });

  it('[PPL-002] is changed by its author, deleted also by administrators, and hidden from hiring managers and other companies', async () => {
    const manager = await here.addUser(company, 'hm');
    const { candidates, profiles } = await fillVacancy(here, who, { profiles: 1, body: { granted_users: [manager.id] } });
    const { id } = await good(add(profiles[0]));
    const hiring = await here.signIn(manager);
    expect(await fitIn(candidates[0], hiring)).toBeNull();
    expect((await hiring.get(`/api/v6/profiles/${profiles[0]}/fit_notes/`)).status).toBe(403);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect(await notesOf(profiles[0], stranger)).toEqual([]);
    for (const [caller, status] of [
      [stranger, 404],
      [colleague, 403],
      [hiring, 403],
    ] as const) {
      expect((await change(id, { verdict: 'does_not_fit' }, caller)).status).toBe(status);
      expect((await caller.delete(`/api/v6/fit_notes/${id}/`)).status).toBe(status);
    }
    expect((await change(id, { verdict: 'does_not_fit' }, admin)).status).toBe(403);
    for (const [field, value] of [
      ['text', ' '],
      ['text', 'x'.repeat(2001)],
      ['verdict', 'maybe'],
    ] as const)
      expect(await add(profiles[0], { [field]: value })).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
    await good(admin.delete(`/api/v6/fit_notes/${id}/`));
    expect(await notesOf(profiles[0])).toEqual([]);
  });

  it('[PPL-002] names a private vacancy only to those who see it, and stays when the vacancy is deleted', async () => {
    const { id: vacancy, candidates, profiles } = await fillVacancy(here, who, { profiles: 1, body: { access_type: 'private' } });
    await good(add(profiles[0], { candidate_id: candidates[0] }));
    expect(await notesOf(profiles[0])).toMatchObject([{ folder: { id: vacancy } }]);
    expect(await notesOf(profiles[0], colleague)).toMatchObject([{ text: 'Leads teams', folder: null }]);
    expect((await add(profiles[0], { candidate_id: candidates[0] }, colleague)).status).toBe(403);
    const [unrelated] = await addProfiles(here, 1);
    expect((await add(unrelated, { candidate_id: candidates[0] })).body).toHaveProperty('candidate_id');
    await good(who.delete(`/api/v6/folders/${vacancy}/`));
    expect(await notesOf(profiles[0])).toMatchObject([{ text: 'Leads teams', folder: null }]);
  });

  it('[PEDT-018] [PPL-002] follows a merge and its undo', async () => {
    const { profiles } = await fillVacancy(here, who, { profiles: 2 });
    const { id } = await good(add(profiles[1]));
    const placeOf = async () =>
      (await here.sql<{ profile_id: number }>('select profile_id from fit_notes where id = $1', [id]))[0]?.profile_id;
    await good(who.post('/api/glun/v4/', { action: 'glue', profile_ids: profiles }));
    const survivor = profiles.find((profile) => profile !== profiles[1]);
    expect(await placeOf()).toBe(survivor);
    await good(who.post('/api/glun/v4/', { action: 'unglue', profile_ids: profiles }));
    expect(await placeOf()).toBe(profiles[1]);
  });
});
