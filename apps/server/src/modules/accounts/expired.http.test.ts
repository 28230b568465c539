import { afterAll, beforeAll, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation();
let worker: { stop(): Promise<void> };
beforeAll(async () => (worker = await here.application.startWorker()));
afterAll(() => worker.stop());

const tables = ['sessions', 'one_time_tokens', 'known_devices'];
const counts = async () =>
  (await Promise.all(tables.map((table) => here.sql<{ count: number }>(`select count(*)::int as count from ${table}`)))).map(
    ([row]) => row?.count,
  );

it('deletes expired sessions, links and known devices periodically', async () => {
  const user = await here.addUser(await here.addCompany(), 'worker');
  const caller = await here.signIn(user);
  await here.sql(
    `insert into one_time_tokens (token_hash, company_id, user_id, purpose, expires_at) values ('live', $1, $2, 'reset', now() + interval '1 hour')`,
    [user.companyId, user.id],
  );
  for (const [table, columns] of [
    ['sessions', ''],
    ['known_devices', ''],
    ['one_time_tokens', `, 'reset'`],
  ] as const)
    await here.sql(
      `insert into ${table} (token_hash, company_id, user_id, expires_at${columns && ', purpose'}) values ('over', $1, $2, now() - interval '1 minute'${columns})`,
      [user.companyId, user.id],
    );
  expect(await counts()).toEqual([2, 2, 2]);
  expect(await here.sql(`select from graphile_worker._private_known_crontabs where identifier = 'delete_expired_sessions'`)).toHaveLength(
    1,
  );
  await here.sql(`select graphile_worker.add_job('delete_expired_sessions')`);
  await until(async () => expect(await counts()).toEqual([1, 1, 1]));
  expect((await caller.get('/api/internal/users/me/')).status).toBe(200);
});
