import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { namesOfNobodyElse } from './public/erasing.ts';

const here = useInstallation();

it('[DEC-14] finds family names through an index', async () => {
  await here.sql(
    `insert into profiles (data, created_at, updated_at)
     select jsonb_build_object('first_name', 'Vera', 'last_name', ' Lisova' || n), now(), now() from generate_series(1, 20000) n`,
  );
  await here.sql('analyze profiles');
  const { names, scans } = await here.application.database.asSystem(async (tx) => {
    const names = await namesOfNobodyElse(tx, 1, ['Lisova', 'LISOVA7', 'Lisova1']);
    const counted = await sql<{ scans: number }>`select pg_stat_get_xact_numscans('profiles_last_name'::regclass) as scans`.execute(tx);
    return { names, scans: counted.rows[0]?.scans };
  });
  expect(names.toSorted()).toEqual(['Lisova', 'Lisova1']);
  expect(Number(scans)).toBe(3);
});
