import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation, useSharedInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const path = '/api/v6/companies/';

let staff: Caller;
let staffCompany: number;
beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff' });
  staff = await here.signIn(await here.addUser(staffCompany, 'super_user'));
});

const day = (days: number) => new Date(here.clock.now().getTime() + days * 86_400_000).toISOString();
const create = async (more: object = {}): Promise<number> =>
  (await staff.post(`${path}new/`, { company_name: 'Acme', ...more })).body.company_id;

describe('a company', () => {
  it('[COMP-055] [COMP-056] [COMP-011] [COMP-053] is created with the given values and usual defaults', async () => {
    const made = await staff.post(`${path}new/`, { company_name: 'Ромашка', access_type: 'demo', messaging: true });
    expect(made).toMatchObject({
      status: 200,
      body: {
        company_name: 'Ромашка',
        access_type: 'demo',
        messaging: true,
        sequences: false,
        is_active: true,
        license: 'active',
        hm_max_count: 10,
        hm_max_folders: 20,
        contacts_per_month: 3000,
        contacts_per_month_user: 300,
        profiles_per_day: 1000,
        credits: null,
        gdpr: { gender: true, diversity: true, age: true },
      },
    });
    expect((await staff.get(`${path}${made.body.company_id}/`)).body).toEqual(made.body);
  });

  it(
    '[COMP-012] [COMP-013] [COMP-014] [COMP-015] [COMP-017] [COMP-018] [COMP-019] [COMP-020] [COMP-021] [COMP-022] [COMP-023] [COMP-024] [COMP-025] [COMP-026] ' +
      '[COMP-027] [COMP-028] [COMP-029] [COMP-030] [COMP-031] [COMP-032] [COMP-033] [COMP-034] [COMP-035] [COMP-036] [COMP-037] [COMP-038] [COMP-039] [COMP-040] ' +
      '[COMP-041] [COMP-042] [COMP-043] [COMP-044] [COMP-045] [COMP-046] [COMP-047] [COMP-048] [COMP-058] keeps everything that staff set of it',
    async () => {
      const id = await create();
      const manager = await here.addUser(staffCompany, 'manager');
      const all = {
        company_name: 'Globex',
        is_ext_company: true,
        access_type: 'extension',
        is_active: false,
        account_manager_id: manager.id,
        site: 'https://globex.test',
        segment: 'enterprise',
        paid_from: '2026-01-01T00:00:00.000Z',
        paid_till: '2026-12-31T00:00:00.000Z',
        payment_sum: 120_000.5,
        max_workers_with_search: 7,
        demo_end_email_time: '2030-01-01T09:00:00.000Z',
        languages: ['ru', 'en'],
        region: 'russia',
        terms_location: 'russia',
        ats_region: 'eu',
        file_region: 'russia',
        time_zone: 'Europe/Moscow',
        filters: { gender: true, diversity: true, age: true },
        gdpr: { gender: false, diversity: true, age: false },
        contacts_per_month: null,
        contacts_per_month_user: 50,
        quota_pricing_model: 'quota',
        profiles_per_day: 10,
        integrations: {
          greenhouse: true,
          smartrecruiters: false,
          mixmax: true,
          zapier: false,
          lever: true,
          teamtailor: true,
          workable: true,
          getmatch: true,
        },
        huntflow_webhook: 'https://huntflow.test/hook',
        ats: true,
        messaging: true,
        sequences: true,
        gpt: true,
        telegram: true,
        api_access: true,
        events_section: true,
        closing_contacts: true,
        data_enrichment: false,
        data_enrichment_credits: 5000,
        hm_max_count: null,
        hm_max_folders: 3,
        hm_invite_domains: ['globex.test', 'mail.globex.test'],
        gift_credit_size: 25,
        mfa: true,
        stats_link: 'https://stats.test/7',
        crm_link: 'https://crm.test/7',
        enable_mltr: true,
        mltr_days_filter: true,
        comment_days_filter: true,
        remote_filter: true,
        linkedin_filter: true,
      };
      const industry = (await staff.get(`${path}dropdowns/`)).body.industries[0].value;
      const saved = await staff.put(`${path}${id}/`, { ...all, industry, huntflow_token: 'secret token' });
      expect(saved).toMatchObject({
        status: 200,
        body: { ...all, industry, has_huntflow_token: true, account_manager: { id: manager.id } },
      });
      expect(JSON.stringify(saved.body)).not.toContain('secret token');
      expect((await staff.get(`${path}${id}/`)).body).toEqual(saved.body);
      const rows = await here.sql('select row_to_json(c)::text as text from companies c where id = $1', [id]);
      expect(JSON.stringify(rows)).not.toContain('secret token');
    },
  );

  it('[COMP-058] keeps missing fields, so that two people do not undo each other', async () => {
    const id = await create({ site: 'https://acme.test', messaging: true });
    await Promise.all([
      staff.put(`${path}${id}/`, { filters: { age: true } }),
      staff.put(`${path}${id}/`, { crm_link: 'https://crm.test' }),
      staff.put(`${path}${id}/`, { sequences: true }),
    ]);
    expect((await staff.get(`${path}${id}/`)).body).toMatchObject({
      site: 'https://acme.test',
      crm_link: 'https://crm.test',
      messaging: true,
      sequences: true,
      filters: { age: true, gender: false },
    });
  });

  it('[COMP-058] [COMP-067] rejects a field that a colleague has changed', async () => {
    const id = await create({ site: 'https://acme.test', hm_invite_domains: ['acme.test'], filters: { age: true }, payment_sum: 5 });
    const [{ body: seen }, admin] = [await staff.get(`${path}${id}/`), await here.signIn(await here.addUser(id, 'admin'))];
    await staff.put(`${path}${id}/`, { site: 'https://first.test', filters: { age: false, gender: true } });
    const told = ['This was changed while the form was open. Save again to replace it'];
    const expected = { site: seen.site, filters: seen.filters, payment_sum: seen.payment_sum };
    const save = (changes: object, before: object = expected) => staff.put(`${path}${id}/`, { ...changes, expected: before });
    const refused = await save({ site: 'https://second.test', filters: { gender: false }, payment_sum: 7 });
    expect([refused.status, refused.body]).toEqual([400, { site: told, filters: told, code: 'company_changed' }]);
    expect((await staff.get(`${path}${id}/`)).body).toMatchObject({
      site: 'https://first.test',
      payment_sum: 5,
      filters: { gender: true },
    });
    const own = await admin.patch('/api/v6/company/', { site: 'https://second.test', expected });
    expect([own.status, own.body]).toEqual([400, { site: told, code: 'company_changed' }]);
    // Other errors are reported once no change of a colleague is at risk.
    const both = await save({ site: 'https://second.test', industry: 987_654 });
    expect([both.status, both.body]).toEqual([400, { site: told, code: 'company_changed' }]);
    const wrong = await save({ site: 'no address' });
    expect([wrong.status, wrong.body]).toEqual([400, { site: ['Enter a valid link'] }]);
    // An equal value, an untouched field, and a deliberate replacement are saved.
    expect((await save({ site: 'https://first.test' })).status).toBe(200);
    expect((await save({ filters: { diversity: true } })).status).toBe(200);
    expect((await save({ site: 'https://second.test' }, { site: 'https://first.test' })).status).toBe(200);
    expect((await save({ payment_sum: 8 }, { unknown: 1, payment_sum: 5, huntflow_token: 'x' })).status).toBe(200);
    expect((await staff.get(`${path}${id}/`)).body).toMatchObject({
      site: 'https://second.test',
      payment_sum: 8,
      filters: { gender: true, age: false, diversity: true },
    });
  });

  it('[COMP-016] [COMP-058] accepts another account manager after its own was deleted', async () => {
    const [left, next] = [await here.addUser(staffCompany, 'manager'), await here.addUser(staffCompany, 'manager')];
    const id = await create({ account_manager_id: left.id });
    expect((await staff.delete(`/api/v6/managers/${left.id}/`)).status).toBe(200);
    expect((await staff.get(`${path}${id}/`)).body.account_manager_id).toBeNull();
    const save = (manager: number | null, seen: number | null) =>
      staff.put(`${path}${id}/`, { account_manager_id: manager, expected: { account_manager_id: seen } });
    expect(await save(next.id, null)).toMatchObject({ status: 200, body: { account_manager: { id: next.id } } });
    // A form opened earlier replaces no manager without notice.
    expect((await save(null, null)).status).toBe(400);
  });

  it('[COMP-058] reports errors at their field', async () => {
    const id = await create();
    const wrong = (body: object) => staff.put(`${path}${id}/`, body);
    expect(await wrong({ company_name: ' ' })).toMatchObject({ status: 400, body: { company_name: ['This field cannot be empty'] } });
    expect(await wrong({ site: 'javascript:alert(1)' })).toMatchObject({ status: 400, body: { site: ['Enter a valid link'] } });
    for (const site of ['https://x\u202Ey.test', 'https://someone:secret@acme.test', 'https://', '//acme.test', 'https://a b.test'])
      expect(await wrong({ site })).toMatchObject({ status: 400, body: { site: ['Enter a valid link'] } });
    expect(await wrong({ paid_from: '2026-02-01T00:00:00Z', paid_till: '2026-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { paid_till: ['The end is before the start'] },
    });
    expect(await wrong({ hm_invite_domains: ['not a domain'] })).toMatchObject({
      status: 400,
      body: { hm_invite_domains: ['Enter a domain, such as example.com'] },
    });
    expect(await wrong({ time_zone: 'Mars/Olympus' })).toMatchObject({ status: 400, body: { time_zone: [expect.any(String)] } });
    expect(await wrong({ industry: 999_999 })).toMatchObject({ status: 400, body: { industry: [expect.any(String)] } });
    const worker = await here.addUser(id, 'worker');
    expect(await wrong({ account_manager_id: worker.id })).toMatchObject({
      status: 400,
      body: { account_manager_id: ['This person cannot be an account manager'] },
    });
    expect(await staff.put(`${path}${staffCompany}/`, { is_active: false })).toMatchObject({
      status: 400,
      body: { is_active: ['You cannot switch off your own company'] },
    });
  });

  it('[COMP-054] is listed by name or in another order, and filtered', async () => {
    const manager = await here.addUser(staffCompany, 'manager');
    const [late, early] = [
      await create({ company_name: 'zz Listed', site: 'https://late.test' }),
      await create({ company_name: 'Aa listed' }),
    ];
    await staff.put(`${path}${late}/`, { account_manager_id: manager.id, paid_till: '2020-01-01T00:00:00Z', access_type: 'demo' });
    await here.addUser(early, 'worker');
    const ids = async (query: string) =>
      (await staff.get(`${path}?${query}`)).body.companies.map(({ company_id: id }: { company_id: number }) => id);
    expect(await ids('search=listed')).toEqual([early, late]);
    expect(await ids('search=late.test')).toEqual([late]);
    expect(await ids('search=listed&license=expired')).toEqual([late]);
    expect(await ids('search=listed&license=active')).toEqual([early]);
    expect(await ids('search=listed&access_type=demo')).toEqual([late]);
    expect(await ids(`account_manager_id=${manager.id}`)).toEqual([late]);
    expect(await ids('search=listed&order=desc')).toEqual([late, early]);
    expect(await ids('search=listed&sort=paid_till&order=desc')).toEqual([late, early]);
    expect(await ids('search=listed&sort=employees')).toEqual([late, early]);
    expect(await ids('search=listed&sort=created_at')).toEqual([late, early]);
    expect(await ids('search=%25')).toEqual([]);
    const { body } = await staff.get(`${path}?search=listed&per_page=1`);
    expect(body).toMatchObject({ count: 2, pages: { current: 1, total: 2 }, companies: [{ company_id: early, employees: 1 }] });
  });

  it('[COMP-051] [COMP-052] [COMP-059] has its choices from one call, in the user’s language', async () => {
    const { body } = await staff.get(`${path}dropdowns/`);
    expect(body.access_types).toEqual([
      { value: 'pay', name: 'Paid' },
      { value: 'demo', name: 'Demo' },
      { value: 'extension', name: 'Extension' },
    ]);
    expect(body.industries.length).toBeGreaterThan(10);
    expect(body.quota_pricing_models.map(({ value }: { value: string }) => value)).toEqual(['monthly', 'quota']);
    const russian = await here.signIn(await here.addUser(staffCompany, 'sales_manager', { language: 'ru' }));
    expect((await russian.get(`${path}dropdowns/`)).body.regions).toEqual([
      { value: 'russia', name: 'Россия' },
      { value: 'other', name: 'Остальной мир' },
    ]);
  });

  it('[COMP-019] [ACC-023] cannot end its own license', async () => {
    const own = `${path}${staffCompany}/`;
    const text = 'You cannot switch off your own company';
    const refused = [
      [{ paid_till: day(-1) }, { paid_till: [text] }],
      [{ paid_from: day(1) }, { paid_from: [text] }],
      [{ is_active: false }, { is_active: [text] }],
    ] as const;
    for (const [change, body] of refused) expect(await staff.put(own, change)).toMatchObject({ status: 400, body });
    expect((await staff.put(own, { paid_from: day(-1), paid_till: day(30) })).status).toBe(200);
    expect((await staff.put(own, { paid_from: null, paid_till: null })).status).toBe(200);
    const id = await create();
    expect((await staff.put(`${path}${id}/`, { paid_till: day(-1) })).body).toMatchObject({ license: 'expired' });
  });

  it('[COMP-016] [ROLE-016] is open to its account manager, and to no other', async () => {
    const user = await here.addUser(staffCompany, 'manager');
    const manager = await here.signIn(user);
    const [own, other] = [await create({ account_manager_id: user.id }), await create()];
    expect((await manager.get(`${path}${own}/`)).status).toBe(200);
    for (const answer of [
      await manager.get(`${path}${other}/`),
      await manager.get(`/api/internal/companies/${other}/`),
      await manager.get(`${path}${other}/credits/`),
      await manager.get(`${path}${other}/quotas/`),
    ])
      expect(answer.status).toBe(404);
    const listed = async (query = '') => {
      const { body } = await manager.get(path + query);
      return [body.count, body.companies.map((row: { company_id: number }) => row.company_id)];
    };
    expect(await listed()).toEqual([1, [own]]);
    expect(await listed(`?account_manager_id=${user.id + 1}`)).toEqual([0, []]);
    expect((await (await here.signIn(await here.addUser(own, 'admin'))).get(path)).status).toBe(403);
    expect((await manager.delete(`${path}${own}/`)).status).toBe(403);
  });

  it('[ROLE-016] [ROLE-035] is read-only for its account manager, including license, limits, second factor and credits', async () => {
    const user = await here.addUser(staffCompany, 'manager');
    const manager = await here.signIn(user);
    const own = `${path}${await create({ account_manager_id: user.id, paid_till: day(5), max_workers_with_search: 2 })}/`;
    const before = (await staff.get(own)).body;
    for (const change of [
      { paid_till: day(500) },
      { max_workers_with_search: 100 },
      { contacts_per_month: null },
      { profiles_per_day: 100_000 },
      { mfa: false },
      { site: 'https://own.test' },
      { account_manager_id: null },
      {},
    ])
      expect([change, (await manager.put(own, change)).status]).toEqual([change, 403]);
    for (const answer of [
      await manager.patch(`${own}custom_settings/`, { public_statistics: true }),
      await manager.patch(`${own}hiring_managers_settings/`, { hm_display_sections: { contacts: false } }),
      await manager.post(`${own}credits/`, { amount: 5, reason: 'Gift' }),
      await manager.post(`${own}quotas/`, { from: '2026-01-01', till: '2026-12-31', quota: 100 }),
      await manager.put(`${own}linked_companies/`, { company_ids: [] }),
    ])
      expect(answer.status).toBe(403);
    expect((await staff.get(own)).body).toEqual(before);
    // The pages themselves stay open.
    for (const page of ['', 'credits/', 'quotas/', 'hiring_managers_settings/', 'employees/stats/'])
      expect([page, (await manager.get(own + page)).status]).toEqual([page, 200]);
    const sales = await here.signIn(await here.addUser(staffCompany, 'sales_manager'));
    expect((await sales.put(own, { paid_till: day(500), max_workers_with_search: 3 })).status).toBe(200);
  });

  it('[COMP-060] [COMP-061] has statistics of its users', async () => {
    const id = await create({ max_workers_with_search: 2 });
    await here.addUser(id, 'worker');
    await here.addUser(id, 'worker', { canSearch: false });
    await here.addUser(id, 'admin_without_search');
    const manager = await here.addUser(id, 'hm');
    await here.sql('update users set is_activated = false where id = $1', [manager.id]);
    const statistics = {
      workers: { total: 2, active: 2, invited: 0, with_search: 1 },
      admins: { total: 1, active: 1, invited: 0 },
      hiring_managers: { total: 1, active: 0, invited: 1 },
      max_workers_with_search: 2,
      hm_max_count: 10,
    };
    expect((await staff.get(`${path}${id}/employees/stats/`)).body).toEqual(statistics);
    expect((await staff.get(`/api/internal/companies/${id}/`)).body).toMatchObject({ company_name: 'Acme', license: 'active', statistics });
  });

  it('[COMP-032] has no data enrichment if it is disabled', async () => {
    const id = await create();
    const worker = await here.signIn(await here.addUser(id, 'worker'));
    expect((await worker.get('/api/internal/users/me/')).body.data_enrichment_enabled).toBe(true);
    await staff.put(`${path}${id}/`, { data_enrichment: false });
    expect((await worker.get('/api/internal/users/me/')).body.data_enrichment_enabled).toBe(false);
    expect((await worker.get('/api/v6/enrichment_requests/')).status).toBe(403);
  });

  it('[COMP-067] is changed by its own administrators, as far as they may', async () => {
    const id = await create({ payment_sum: 100, crm_link: 'https://crm.test' });
    const [admin, worker] = [await here.signIn(await here.addUser(id, 'admin')), await here.signIn(await here.addUser(id, 'worker'))];
    const asked = { company_name: 'Renamed', mfa: true, hm_invite_domains: ['Acme.test'], contacts_per_month: 1 };
    // An administrator needs a second factor before requiring it of all users.
    expect(await admin.patch('/api/v6/company/', asked)).toMatchObject({
      status: 400,
      body: { mfa: ['Set up two-step verification for your own account first'] },
    });
    await here.sql(
      `insert into authenticators (user_id, company_id, sealed_secret, confirmed_at, sealed_for)
       select id, company_id, 'sealed', now(), id from users where company_id = $1 and role = 'admin'`,
      [id],
    );
    const saved = await admin.patch('/api/v6/company/', asked);
    expect(saved).toMatchObject({
      status: 200,
      body: { company_name: 'Renamed', mfa: true, hm_invite_domains: ['acme.test'], contacts_per_month: 3000 },
    });
    expect(saved.body).not.toHaveProperty('payment_sum');
    expect(saved.body).not.toHaveProperty('crm_link');
    // The requirement applies to administrators who removed their own factor.
    await here.sql('delete from authenticators where company_id = $1', [id]);
    expect((await admin.get('/api/v6/company/')).body.code).toBe('second_factor_missing');
    await here.sql('update companies set mfa = false where id = $1', [id]);
    expect((await admin.get('/api/v6/company/')).body).toEqual({ ...saved.body, mfa: false });
    expect((await worker.get('/api/v6/company/')).status).toBe(403);
  });
});

describe('without system e-mail', () => {
  const bare = useSharedInstallation();

  it('[COMP-039] rejects required codes that could not arrive', async () => {
    const company = await bare.addCompany();
    const admin = await bare.signIn(await bare.addUser(company, 'admin'));
    expect(await admin.patch('/api/v6/company/', { mfa: true })).toMatchObject({
      status: 400,
      body: { mfa: ['Email is not set up here, so nobody could sign in with a code'] },
    });
    expect((await admin.get('/api/v6/company/')).body.mfa).toBe(false);
  });
});
