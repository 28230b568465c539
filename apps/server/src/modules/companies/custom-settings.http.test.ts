import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
const path = '/api/v6/companies/';

let staff: Caller;
beforeAll(async () => {
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});
const make = async (): Promise<number> => (await staff.post(`${path}new/`, { company_name: 'Acme' })).body.company_id;

describe('settings of single companies', () => {
  it('[COMP-063] [COMP-073] [ROLE-068] [ROLE-069] [ROLE-073] have switches instead of special ids', async () => {
    const id = await make();
    const worker = await here.signIn(await here.addUser(id, 'worker'));
    const hasFilters = async () => (await worker.get('/api/internal/users/me/')).body.company.activity_filters;
    expect(await hasFilters()).toBe(false);
    const saved = await staff.patch(`${path}${id}/custom_settings/`, { activity_filters: true, search_countries: ['DE', 'FR', 'DE'] });
    expect(saved.body).toEqual({
      activity_filters: true,
      contacts_without_sources: false,
      public_statistics: false,
      internal_company: false,
      search_countries: ['DE', 'FR'],
    });
    expect(await hasFilters()).toBe(true);
    expect((await staff.patch(`${path}${id}/custom_settings/`, { search_countries: [] })).body.search_countries).toEqual([]);
    expect((await staff.patch(`${path}${id}/custom_settings/`, { search_countries: ['Germany'] })).status).toBe(400);
  });

  it('[COMP-063] rejects a stale change of a switch', async () => {
    const id = await make();
    const custom = `${path}${id}/custom_settings/`;
    const expected = (await staff.get(`${path}${id}/`)).body.custom_settings as object;
    expect((await staff.patch(custom, { search_countries: ['DE'], activity_filters: true, expected })).status).toBe(200);
    const refused = await staff.patch(custom, { search_countries: ['FR'], public_statistics: true, expected });
    expect([refused.status, refused.body]).toEqual([
      400,
      { search_countries: ['This was changed while the form was open. Save again to replace it'], code: 'company_changed' },
    ]);
    const { body } = await staff.get(`${path}${id}/`);
    expect(body.custom_settings).toMatchObject({ search_countries: ['DE'], activity_filters: true, public_statistics: false });
    // An equal value, an untouched switch, and a deliberate replacement are saved.
    expect((await staff.patch(custom, { activity_filters: true, public_statistics: true, expected })).status).toBe(200);
    const knowing = { ...expected, search_countries: ['DE'] };
    expect((await staff.patch(custom, { search_countries: ['FR'], expected: knowing })).body).toMatchObject({
      search_countries: ['FR'],
      activity_filters: true,
      public_statistics: true,
    });
  });

  it('[COMP-063] saves the last change without `expected`, and logs its author and fields', async () => {
    const id = await make();
    const custom = `${path}${id}/custom_settings/`;
    expect((await staff.patch(custom, { search_countries: ['DE'], activity_filters: true })).status).toBe(200);
    expect((await staff.patch(custom, { search_countries: ['FR'], activity_filters: false })).body).toMatchObject({
      search_countries: ['FR'],
      activity_filters: false,
    });
    const entries = await here.sql(
      `select user_id is not null as somebody, details from audit_entries where company_id = $1 and kind = 'company_changed' order by id desc limit 1`,
      [id],
    );
    expect(entries).toMatchObject([
      { somebody: true, details: { fields: ['activity_filters', 'search_countries'], values: { activity_filters: [true, false] } } },
    ]);
  });
});
