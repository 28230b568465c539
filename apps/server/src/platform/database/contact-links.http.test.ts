import { Client } from 'pg';
import { expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { migrate } from './migrate.ts';

const here = useInstallation();

it('[CONT-003] brings links that a profile has in both spellings up to date, and keeps both', async () => {
  const company = await here.addCompany();
  const [profile] = await here.sql<{ id: number }>(
    `insert into profiles (company_id, data) values ($1, '{"first_name": "Ada"}') returning id`,
    [company],
  );
  const spellings = [
    'site.test/%d0%98',
    'site.test/И',
    'site.test/%D0%98',
    'other.test/%61',
    'plain.test/x',
    'late.test/б',
    'late.test/%d0%b1',
  ];
  for (const link of spellings)
    await here.sql(`insert into profile_contacts (profile_id, company_id, type, value, normalized) values ($1, $2, 'link', $3, $3)`, [
      profile?.id,
      company,
      link,
    ]);
  await here.sql(`delete from schema_migrations where name ~ '^(0199|0201)_'`);
  expect((await migrate(here.databaseUrl)).map((name) => name.slice(0, 4))).toEqual(['0199', '0201']);
  const client = new Client({ connectionString: here.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select value, normalized from profile_contacts where profile_id = $1 order by id', [profile?.id]);
  await client.end();
  expect(rows.map(({ value }) => value)).toEqual(spellings);
  expect(rows.map(({ normalized }) => normalized)).toEqual([
    'site.test/И',
    'site.test/%d0%98',
    'site.test/%D0%98',
    'other.test/a',
    'plain.test/x',
    'late.test/б',
    'late.test/%d0%b1',
  ]);
});
