import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const path = '/api/v6/companies/';

it('[COMP-054] sorts companies by use and exports them as a table for staff', async () => {
  const staff = await here.signIn(await here.addUser(await here.addCompany({ name: 'Staff' }), 'super_user'));
  const [busy, quiet] = [await here.addCompany({ name: 'Busy' }), await here.addCompany({ name: 'Quiet' })];
  const recruiter = await here.addUser(busy, 'worker');
  await here.sql('update companies set max_workers_with_search = 5 where id = $1', [busy]);
  await here.sql('update users set last_seen_at = $2 where id = $1', [recruiter.id, new Date('2026-11-01T10:00:00Z')]);
  const found = (await staff.get(`${path}?sort=last_active_at&order=asc`)).body.companies;
  expect(found[0]).toMatchObject({
    company_id: busy,
    search_seats: 1,
    max_workers_with_search: 5,
    last_active_at: '2026-11-01T10:00:00.000Z',
  });
  expect(found.at(-1)).toMatchObject({ company_id: quiet, search_seats: 0, last_active_at: null });
  expect((await staff.get(`${path}?sort=search_seats&order=desc`)).body.companies[0].company_id).toBe(busy);
  const rows = parse(String((await staff.get(`${path}export/?search=busy`)).body), { columns: true, bom: true }) as Record<
    string,
    string
  >[];
  expect(rows).toMatchObject([{ ID: String(busy), Company: 'Busy', 'Search seats used': '1', 'Search seats': '5', License: 'Active' }]);
  const manager = await here.signIn(await here.addUser(await here.addCompany(), 'manager'));
  expect((await manager.get(`${path}export/`)).status).toBe(403);
});
