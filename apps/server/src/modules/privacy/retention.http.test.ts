import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '@headwater/domain/time/durations';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addMessage } from '../../../test/message-fixtures.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { applyRetentionHandler, monthsBefore } from './retention.ts';
import { poll } from '../../../test/settled.ts';

const here = useInstallation();
const path = '/api/v6/retention/';
const minute = { timeout: 60_000 };

let acme: number;
let user: TestUser;
let admin: Caller;
let tasks: { stop(): Promise<void> };
beforeAll(async () => {
  acme = await here.addCompany();
  user = await here.addUser(acme, 'admin');
  admin = await here.signIn(user);
  tasks = await here.application.startSearchTasks();
});
afterAll(() => tasks.stop());

const age = (ids: readonly number[], days: number) =>
  here.sql('update profiles set updated_at = $2 where id = any($1)', [ids, new Date(here.clock.now().getTime() - days * dayMs)]);
const nightly = () => {
  const { database } = here.application;
  return applyRetentionHandler({ database, clock: here.clock }).run({}, new AbortController().signal);
};
const gone = async (ids: readonly number[]) =>
  (await here.sql<{ id: number }>('select id from profiles where id = any($1) and deleted_at is not null order by id', [ids])).map(
    ({ id }) => Number(id),
  );

describe('retention periods of a company', () => {
  it.each([
    ['2026-03-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-05-15T10:00:00Z', 24, '2024-05-15T10:00:00.000Z'],
    ['2024-02-29T10:00:00Z', 12, '2023-02-28T10:00:00.000Z'],
  ])('[DEC-14] counts back from %s by %d months', (now, months, since) => {
    expect(monthsBefore(new Date(now), months).toISOString()).toBe(since);
  });

  it('[DEC-14] are set by admins within bounds, separately for each company', async () => {
    expect(await good(admin.get(path))).toEqual({ months: null, changed_at: null });
    expect(await good(admin.put(path, { months: 24 }))).toMatchObject({ months: 24 });
    for (const months of [0, 121, 1.5, 'many']) expect([months, (await admin.put(path, { months })).status]).toEqual([months, 400]);
    const worker = await here.signIn(await here.addUser(acme, 'worker'));
    expect((await worker.put(path, { months: 1 })).status).toBe(403);
    const other = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    expect(await good(other.get(path))).toMatchObject({ months: null });
    expect(await good(admin.put(path, { months: null }))).toEqual({ months: null, changed_at: null });
  });

  it('[DEC-14] are previewed, and erase only unused people at night', async () => {
    const other = await here.addCompany();
    const [idle = 0, opened = 0, active = 0, closed = 0, written = 0, recent = 0] = await addProfiles(here, 6, { companyId: acme });
    const [common = 0] = await addProfiles(here, 1);
    const [elsewhere = 0] = await addProfiles(here, 1, { companyId: other });
    const all = [idle, opened, active, closed, written, recent, common, elsewhere];
    await age(all, 800);
    await age([recent], 10);
    await good(admin.get(`/api/internal/profiles/${opened}/`));
    const vacancyOf = async (profile: number) => {
      const { id } = await good(admin.post('/api/v6/folders/', { name: `Vacancy of ${profile}` }));
      await good(admin.post('/api/v6/candidates/', { folder_id: id, profiles: [profile] }));
      return id as number;
    };
    await vacancyOf(active);
    const ended = await vacancyOf(closed);
    await here.sql(`update vacancies set status = 'closed' where id = $1`, [ended]);
    const old = new Date(here.clock.now().getTime() - 800 * dayMs);
    await here.sql('update candidates set updated_at = $2 where profile_id = any($1)', [[active, closed], old]);
    await addMessage(here, { company: acme, user: user.id, profile: written, message: { state: 'sent', sent_at: here.clock.now() } });

    expect(await good(admin.get(`${path}preview/?months=24`))).toEqual({ count: 2 });
    await nightly();
    expect(await gone(all)).toEqual([]);
    await good(admin.put(path, { months: 24 }));
    // Two nightly runs in parallel.
    await Promise.all([nightly(), nightly()]);
    await poll(() => gone(all), minute).toEqual([idle, closed]);
    const { erasures } = await good(admin.get('/api/v6/erasures/'));
    expect(erasures.map((one: { profile_id: number; requested_by: string | null }) => [one.profile_id, one.requested_by])).toEqual(
      expect.arrayContaining([
        [idle, null],
        [closed, null],
      ]),
    );
    expect(erasures).toHaveLength(2);
  });

  it('[DEC-14] allow an unused person to return, but not one who requested erasure', async () => {
    const company = await here.addCompany();
    const own = await here.signIn(await here.addUser(company, 'admin'));
    const input = { contacts: [{ type: 'email' as const, value: 'again@else.test', source: 'manual' as const }] };
    const [idle = 0] = await addProfiles(here, 1, { companyId: company, input });
    await age([idle], 800);
    await here.sql(`update profile_contacts set created_at = created_at - interval '800 days' where profile_id = $1`, [idle]);
    await good(own.put(path, { months: 24 }));
    await nightly();
    await poll(() => gone([idle]), minute).toEqual([idle]);
    const again = { first_name: 'Once', last_name: 'More', contacts: [{ type: 'email', value: 'again@else.test' }] };
    const { id } = await good(own.post('/api/v6/profiles/create/', again));
    await good(own.post(`/api/v6/profiles/${id}/erasure/`));
    await poll(() => gone([id]), minute).toEqual([id]);
    expect((await own.post('/api/v6/profiles/create/', again)).status).toBe(409);
  });

  it('[DEC-14] keep people that were tagged, shared, or given a contact or a file, without opening them', async () => {
    const company = await here.addCompany();
    const own = await here.signIn(await here.addUser(company, 'admin'));
    const [idle = 0, tagged = 0, shared = 0, reached = 0, filed = 0] = await addProfiles(here, 5, { companyId: company });
    await age([idle, tagged, shared, reached, filed], 800);
    await good(own.post('/api/v6/profiles/tags/', { profiles: [tagged], add: ['Relocation'] }));
    await good(own.post(`/api/profiles/${shared}/links/`, {}));
    await good(own.post(`/api/v6/profiles/${reached}/contacts/`, { type: 'email', value: 'new@else.test' }));
    await good(upload(own, { filename: 'note.txt', bytes: 'Reference', fields: { profile_id: String(filed) } }));
    expect(await good(own.get(`${path}preview/?months=24`))).toEqual({ count: 1 });
    await good(own.put(path, { months: 24 }));
    await nightly();
    await poll(() => gone([idle, tagged, shared, reached, filed]), minute).toEqual([idle]);
  });
});
