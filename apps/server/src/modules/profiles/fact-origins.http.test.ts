import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();
let [anna, rival] = [undefined, undefined] as unknown as [Caller, Caller];
beforeAll(async () => {
  anna = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  rival = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const beta = { title: 'Developer', company: 'Beta', start: '2021-03', is_current: true };
/** The day of a save, by the clock of the database. */
const saved: unknown = expect.stringMatching(/^20(?:2[6-9]|[3-9]\d)-\d\d-\d\d$/);
const page = async (caller: Caller, id: number) => (await caller.get(`/api/internal/profiles/${id}/`)).body;

describe('the origin of facts', () => {
  it('[PPL-001] is the base with its date until the company changes a field, and a current employer is stale after a year', async () => {
    const [id = 0] = await addProfiles(here, 1, { input: { positions: [beta], updated_on: '2024-01-15', skills: [{ name: 'SQL' }] } });
    const base = { source: 'base', by: null, on: '2024-01-15' };
    expect(await page(anna, id)).toMatchObject({
      origins: { profile: base, fields: {} },
      current_positions: [{ company: 'Beta', origin: base, is_stale: true }],
    });
    await anna.post(`/api/v6/profiles/${id}/private/`, { skills: [{ name: 'SQL' }, { name: 'Go' }] });
    const changed = await page(anna, id);
    expect(changed.origins).toMatchObject({ profile: base, fields: { skills: { source: 'form', by: expect.any(String), on: saved } } });
    expect(changed.current_positions).toMatchObject([{ origin: base, is_stale: true }]);
    expect((await page(rival, id)).origins).toEqual({ profile: base, fields: {} });
  });

  it('[PPL-001] is the save in the form that confirms a position, and the base for one that another source carries over', async () => {
    const [id = 0] = await addProfiles(here, 1, { input: { positions: [beta], updated_on: '2024-01-15' } });
    const older = { title: 'Tester', company: 'Alpha', start: '2019-01', end: '2021-02' };
    await anna.post(`/api/v6/profiles/${id}/private/`, { positions: [beta, older] });
    const { current_positions: now, previous_positions: before } = await page(anna, id);
    expect(now).toMatchObject([{ company: 'Beta', origin: { source: 'form', on: saved }, is_stale: false }]);
    expect(before).toMatchObject([{ company: 'Alpha', origin: { source: 'form', on: saved }, is_stale: false }]);
    await here.sql(`update profile_fragments set source = 'file' where profile_id = $1`, [id]);
    expect((await page(anna, id)).current_positions).toMatchObject([{ origin: { source: 'base', on: '2024-01-15' }, is_stale: true }]);
  });
});
