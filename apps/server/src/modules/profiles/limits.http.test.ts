import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

it('[RSLT-023] [ACC-021] opens as many profiles a day as the company may, with sixty parallel requests', async () => {
  const company = await here.addCompany();
  await here.sql('update companies set profiles_per_day = 5 where id = $1', [company]);
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  const ids = await addProfiles(here, 60);
  const answers = await Promise.all(ids.map((id) => caller.get(`/api/internal/profiles/${id}/`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(55);
  // Profiles opened today stay open to the company.
  const opened = answers.findIndex(({ status }) => status === 200);
  expect((await caller.get(`/api/internal/profiles/${ids[opened]}/`)).status).toBe(200);
});

it('[ACC-022] starts the day at midnight in Moscow for companies of Russia, else at midnight UTC', async () => {
  const ids = await addProfiles(here, 2);
  const [russian, other] = await Promise.all(
    (['russia', 'other'] as const).map(async (region) => {
      const company = await here.addCompany({ region });
      await here.sql('update companies set profiles_per_day = 1 where id = $1', [company]);
      const caller = await here.signIn(await here.addUser(company, 'worker'));
      return (place: 0 | 1) => caller.get(`/api/internal/profiles/${ids[place]}/`);
    }),
  );
  const now = here.clock.now();
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  here.clock.advance(new Date(`${tomorrow}T20:50:00Z`).getTime() - now.getTime());
  for (const open of [russian, other]) expect((await open?.(0))?.status).toBe(200);
  expect(await russian?.(1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^(?:600|59\d)$/) } });
  expect((await other?.(1))?.status).toBe(429);
  here.clock.advance(10 * 60_000 + 1000);
  expect((await russian?.(1))?.status).toBe(200);
  expect((await other?.(1))?.status).toBe(429);
  here.clock.advance(3 * 3600_000);
  expect((await other?.(1))?.status).toBe(200);
});

it('[CONT-013] does not confirm a closed contact that a user enters', async () => {
  const company = await here.addCompany();
  const [caller, colleague] = [
    await here.signIn(await here.addUser(company, 'worker')),
    await here.signIn(await here.addUser(company, 'worker')),
  ];
  const [id = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: 'anna@closed.test' }] } });
  const add = (value: string) => caller.post(`/api/v6/profiles/${id}/contacts/`, { type: 'email', value });
  const shown = async (who: typeof caller) =>
    (await who.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts as { value: string | null; mask: string }[];
  const before = await shown(caller);
  const [right, wrong] = [await add('anna@closed.test'), await add('other@closed.test')];
  expect([right.status, wrong.status]).toEqual([200, 200]);
  expect((await shown(caller)).filter(({ value }) => value === null)).toEqual(before);
  // A contact of the company is reported, and an opened one is listed once.
  expect(await add('Anna@closed.test')).toMatchObject({ status: 400, body: { value: ['This contact is already on the profile'] } });
  await colleague.get(`/api/v6/profiles/${id}/get-contacts/`);
  expect((await shown(colleague)).map(({ value }) => value).toSorted()).toEqual(['anna@closed.test', 'other@closed.test']);
});

it('[COMP-027] [COMP-048] [COMP-049] opens contacts from the quota that the company bought for these days, exactly', async () => {
  const company = await here.addCompany();
  await here.sql(`update companies set quota_pricing_model = 'quota', contacts_per_month = 3000 where id = $1`, [company]);
  const caller = await here.signIn(await here.addUser(company, 'worker'));
  const ids = await addProfiles(here, 6, { input: { contacts: [{ type: 'phone', value: '+7 916 123-45-67' }] } });
  const open = (id: number) => caller.get(`/api/v6/profiles/${id}/get-contacts/`);
  expect((await open(ids[0] ?? 0)).status).not.toBe(200);
  const day = (days: number) => new Date(here.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await here.sql(
    `insert into company_quotas (company_id, starts_on, ends_on, quota, created_at) values ($1, $2, $3, 3, now()), ($1, $4, $5, 100, now())`,
    [company, day(-2), day(2), day(10), day(20)],
  );
  const answers = await Promise.all(ids.map(open));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await caller.get('/api/quotas/my/')).body.quotas_contact_available).toBe(0);
});

it('[COMP-046] [COMP-050] closes opened contacts at the end of the month if the company chose so', async () => {
  const company = await here.addCompany();
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const [id = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: 'closing@candidates.test' }] } });
  const shown = async () => (await caller.get(`/api/v6/profiles/${id}/contacts/`)).body.contacts[0].value as string | null;
  await caller.get(`/api/v6/profiles/${id}/get-contacts/`);
  await here.sql(`update contact_openings set month = date_trunc('month', now()) - interval '1 month' where user_id = $1`, [user.id]);
  expect(await shown()).toBe('closing@candidates.test');
  await here.sql(`update companies set features = features || '{"closing_contacts": true}' where id = $1`, [company]);
  expect(await shown()).toBeNull();
  await caller.get(`/api/v6/profiles/${id}/get-contacts/`);
  expect(await shown()).toBe('closing@candidates.test');
});

it('[REQ-049] [PEDT-001] accepts a profile with the maximum length of each part', async () => {
  const caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  const positions = Array.from({ length: 100 }, (_, at) => ({ title: `Инженер ${at}`, description: 'ы'.repeat(10_000) }));
  const made = await caller.post('/api/v6/profiles/create/', { first_name: 'Анна', last_name: 'Петрова', positions });
  expect(made.status).toBe(200);
  const saved = await caller.post(`/api/v6/profiles/${made.body.id}/private/`, { positions: positions.toReversed() });
  expect(saved.status).toBe(200);
  const { current_positions: now, previous_positions: before } = (await caller.get(`/api/internal/profiles/${made.body.id}/`))
    .body as Record<string, { description: string }[]>;
  const shown = [...(now ?? []), ...(before ?? [])];
  expect(shown.filter(({ description }) => description.length === 10_000)).toHaveLength(100);
});

it('[ACC-042] [ACC-043] [RSLT-023] reports the daily limit until the day ends', async () => {
  const company = await here.addCompany();
  await here.sql('update companies set profiles_per_day = 2 where id = $1', [company]);
  const [caller, colleague, manager, quiet] = await Promise.all(
    (['worker', 'admin', 'hm', 'admin_without_search'] as const).map(async (role) => here.signIn(await here.addUser(company, role))),
  );
  const ids = await addProfiles(here, 3);
  const open = (place: 0 | 1 | 2) => caller?.get(`/api/internal/profiles/${ids[place]}/`);
  const statuses = () =>
    Promise.all([caller, colleague, manager, quiet].map(async (who) => (await who?.get('/api/v6/user-status/'))?.body.status));
  await open(0);
  expect(await statuses()).toEqual(['active', 'active', 'active', 'active']);
  await open(1);
  expect((await open(2))?.status).toBe(429);
  expect(await statuses()).toEqual(['limit_exceeded', 'limit_exceeded', 'limit_exceeded', 'active']);
  // Opened profiles are counted per company.
  const other = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  expect((await other.get('/api/v6/user-status/')).body).toEqual({ status: 'active' });
  here.clock.advance(24 * 3600_000);
  expect(await statuses()).toEqual(['active', 'active', 'active', 'active']);
  expect((await open(2))?.status).toBe(200);
  // An expired license has precedence.
  await open(0);
  await here.sql(`update companies set paid_till = '2020-01-01' where id = $1`, [company]);
  expect(await statuses()).toEqual(Array.from({ length: 4 }, () => 'license_expired'));
});
