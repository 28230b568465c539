import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { databaseFailure } from './failures.ts';

const here = useInstallation();

it('[REQ-045] a table that a release beside this one changes is refused once a connection, and read again', async () => {
  const { database } = here.application;
  const read = () =>
    database.readAsSystem((tx) => sql`select * from kept_plans where id > ${0}`.execute(tx).then(({ rows }) => rows), { keepsPlans: true });
  await here.sql('create table kept_plans (id int); grant select on kept_plans to headwater_app; insert into kept_plans values (1)');
  expect(await read()).toEqual([{ id: 1 }]);
  await here.sql('alter table kept_plans add column note text');
  const outcomes: unknown[] = [];
  // More than there are connections.
  for (let time = 0; time < 30; time += 1) outcomes.push(await read().catch((error: unknown) => databaseFailure(error)));
  const refused = outcomes.filter((outcome) => outcome === 'unavailable');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(11);
  expect(outcomes.slice(-5)).toEqual(Array.from({ length: 5 }, () => [{ id: 1, note: null }]));
  await here.sql('drop table kept_plans');
});
