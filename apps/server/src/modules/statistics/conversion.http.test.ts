import type { StatisticsBreakdown } from '@headwater/contract/statistics';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { useSharedInstallation } from '../../../test/installation.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();

it('[STB-003] [STC-023] shows and exports the conversion of a company with 60 statuses', { timeout: 30_000 }, async () => {
  const company = await here.addCompany();
  const caller = await here.signIn(await here.addUser(company, 'admin'));
  const { body } = await caller.get('/api/v6/status_collection/statuses/');
  await here.sql(
    `insert into candidate_statuses (company_id, name, position, color)
     select $1, 'Stage ' || n, 100 + n, 1 from generate_series(1, $2::integer) as n`,
    [company, 60 - body.statuses.length],
  );
  const statuses = (await caller.get('/api/v6/status_collection/statuses/')).body.statuses as { id: number; name: string }[];
  expect(statuses).toHaveLength(60);
  const [first, , second] = statuses;
  const [third, last] = [statuses.at(-2), statuses.at(-1)];
  const { candidates } = await fillVacancy(here, caller, { profiles: 3 });
  for (const [place, candidate] of candidates.entries())
    for (const status of [second, last, third].slice(0, 3 - place))
      expect((await caller.patch(`/api/v6/candidates/${candidate}/`, { status: status?.id })).status).toBe(200);
  const inside = `/api/internal/companies/${company}/statistics/`;
  const read = async (more = ''): Promise<StatisticsBreakdown['rows']> =>
    (await caller.get(`${inside}breakdown/?section=pipeline&breakdown=conversion${more}`)).body.rows;
  const rows = await read();
  expect(rows.map(({ name, values }) => [name, values['candidacies'], values['share']])).toEqual([
    [`${first?.name} → ${second?.name}`, 3, 1],
    [`${first?.name} → ${third?.name}`, 1, 1 / 3],
    [`${first?.name} → ${last?.name}`, 2, 2 / 3],
    [`${second?.name} → ${third?.name}`, 1, 1 / 3],
    [`${second?.name} → ${last?.name}`, 2, 2 / 3],
    [`${last?.name} → ${third?.name}`, 1, 1 / 2],
  ]);
  for (const { key, values } of rows) {
    const list = await caller.get(`${inside}list/?section=pipeline&metric=added&breakdown=conversion&key=${key}`);
    expect([key, list.body.count]).toEqual([key, values['candidacies']]);
  }
  expect((await read(`&from_status=${last?.id}&to_status=${first?.id}`)).map(({ values }) => values)).toEqual([
    { candidacies: 0, share: 0 },
  ]);
  expect(await read(`&from_status=${second?.id}`)).toHaveLength(2);
  const file = await caller.get(`${inside}export/?section=pipeline&breakdown=conversion`);
  const exported: string[][] = parse(file.body as string, { bom: true, relax_column_count: true });
  expect(exported.slice(1, 7).map(([name]) => name)).toEqual(rows.map(({ name }) => name));
});
