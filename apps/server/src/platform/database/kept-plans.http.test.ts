import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { databaseFailure } from './failures.ts';

const here = useInstallation();

it('[REQ-045] fails once after a table change by another release, then replans on every connection', async () => {
  const { database } = here.application;
  const read = () =>
    database.readAsSystem((tx) => sql`select * from kept_plans where id > ${0}`.execute(tx).then(({ rows }) => rows), { isPrepared: true });
  await here.sql('create table kept_plans (id int); grant select on kept_plans to headwater_app; insert into kept_plans values (1)');
  // Prepares the plan on every connection.
  await Promise.all(Array.from({ length: 20 }, read));
  expect(await read()).toEqual([{ id: 1 }]);
  await here.sql('alter table kept_plans add column note text');
  expect(await read().catch((error: unknown) => databaseFailure(error))).toBe('unavailable');
  for (let time = 0; time < 3; time += 1) {
    const together = await Promise.all(Array.from({ length: 10 }, read));
    expect(together.flat()).toEqual(Array.from({ length: 10 }, () => ({ id: 1, note: null })));
  }
  await here.sql('drop table kept_plans');
});
