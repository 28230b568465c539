import { expect, it } from 'vitest';
import { countWrites, noteStatement } from './writes.ts';

const update = { sql: 'update "mailings" set "status" = $1', command: 'UPDATE' };
const select = (sql: string, rowCount = 1) => ({ sql, command: 'SELECT', rowCount });

it.each([
  [{ ...update, rowCount: 1 }, 1],
  [{ ...update, rowCount: 0 }, 0],
  [select('select "id" from "mailings" where "status" = $1'), 0],
  [select('select "id" from "mailings" for update skip locked'), 0],
  [select('select "id" from "mailings" for no key update'), 0],
  [select('with ended as (update mailings set status = $1 returning id) select count(*) from ended'), 1],
  [select('with moved as (delete from messages returning id) select id from moved', 0), 1],
  [select('select enqueue_task($1, $2::json)'), 1],
  [{ sql: 'commit', command: 'COMMIT', rowCount: null }, 0],
])('%o is %i writes', (statement, writes) => {
  const before = countWrites();
  noteStatement(statement);
  expect(countWrites() - before).toBe(writes);
});
