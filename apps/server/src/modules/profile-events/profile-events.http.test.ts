import { beforeAll, describe, expect, it } from 'vitest';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

let company: number;
let caller: Caller;
let stranger: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const eventsOf = async (profile: number | undefined, who = caller, query = '') =>
  (await who.get(`/api/v6/profiles/${profile}/events/${query}`)).body;
const kindsOf = async (profile: number | undefined, who = caller) =>
  (await eventsOf(profile, who)).events.map(({ kind }: { kind: string }) => kind).toSorted() as string[];

describe('the events of a profile', () => {
  it('[PROF-033] list views, comments, statuses and changes of the company, newest first', async () => {
    const { id: folder, profiles, candidates } = await fillVacancy(here, caller, { profiles: 1 });
    const [profile] = profiles;
    for (let view = 0; view < 2; view += 1) await caller.get(`/api/internal/profiles/${profile}/`);
    await caller.post(`/api/v6/profiles/${profile}/comments/`, { text: 'Call again', candidate_id: candidates[0] });
    const [, next] = (await caller.get(`/api/v6/folders/${folder}/`)).body.statuses;
    expect((await caller.patch(`/api/v6/candidates/${candidates[0]}/`, { status: next.id })).status).toBe(200);
    await caller.post(`/api/v6/profiles/${profile}/private/`, { headline: 'Changed' });
    expect(await kindsOf(profile)).toEqual(['added', 'change', 'comment', 'status', 'viewed']);
    const { events, count } = await eventsOf(profile);
    expect(count).toBe(5);
    const of = (kind: string) => events.find((event: { kind: string }) => event.kind === kind);
    expect(of('comment')).toMatchObject({ text: 'Call again', user_name: expect.stringContaining('Ada'), folder: { id: folder } });
    expect(of('status')).toMatchObject({ text: next.name, folder: { id: folder } });
    expect(events.map(({ at }: { at: string }) => at)).toEqual(
      events
        .map(({ at }: { at: string }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(await eventsOf(profile, caller, '?per_page=2&page=2')).toMatchObject({ count: 5, pages: { current: 2, total: 3 } });
    expect(await kindsOf(profile, stranger)).toEqual([]);
  });

  it('[PROF-033] [PPL-002] contain fit notes, which a hiring manager does not read', async () => {
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const { id: folder, profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    const note = { verdict: 'does_not_fit', text: 'Looks for part time', candidate_id: candidates[0] };
    expect((await caller.post(`/api/v6/profiles/${profiles[0]}/fit_notes/`, note)).status).toBe(200);
    expect((await eventsOf(profiles[0])).events).toContainEqual(
      expect.objectContaining({ kind: 'does_not_fit', text: note.text, folder: expect.objectContaining({ id: folder }) }),
    );
    expect(await kindsOf(profiles[0], manager)).toEqual(['added']);
    expect(await kindsOf(profiles[0], stranger)).toEqual([]);
  });

  it('[PROF-033] show a hiring manager only their vacancies and rights', async () => {
    const user = await here.addUser(company, 'hm');
    const manager = await here.signIn(user);
    const { profiles, candidates } = await fillVacancy(here, caller, { profiles: 1, body: { granted_users: [user.id] } });
    await caller.get(`/api/internal/profiles/${profiles[0]}/`);
    await caller.post(`/api/v6/profiles/${profiles[0]}/comments/`, { text: 'For all', candidate_id: candidates[0] });
    expect(await kindsOf(profiles[0], manager)).toEqual(['added', 'comment']);
    await here.sql(`update users set hm_access = hm_access || '{"comments": false}' where id = $1`, [user.id]);
    expect(await kindsOf(profiles[0], manager)).toEqual(['added']);
    const hidden = await fillVacancy(here, caller, { profiles: 1 });
    expect((await manager.get(`/api/v6/profiles/${hidden.profiles[0]}/events/`)).status).toBe(404);
  });
});
