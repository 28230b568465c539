import { afterAll, beforeAll, expect, it } from 'vitest';
import { callersFrom } from '../../../test/caller.ts';
import { useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';

const most = 60;
const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: String(most) });
let visitors: { get(path: string): Promise<{ status: number }> }[];
let close: () => Promise<void>;

beforeAll(async () => {
  const other = here.openAgain();
  const app = await other.createHttp();
  visitors = [here.app, app].map((one) => callersFrom(one, '203.0.113.7').visitor());
  close = async () => {
    await app.close();
    await other.close();
  };
});
afterAll(() => close());

async function ask(process: number, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const answer = await visitors[process]?.get('/api/v6/unknown/');
    statuses.push(answer?.status ?? 0);
  }
  return statuses;
}

/** Counts are exchanged once a second. */
async function untilCounted(count: number): Promise<void> {
  here.clock.advance(1000);
  await until(async () => expect(await here.sql('select count from shared_counts')).toEqual([{ count }]));
}

it('[SCL-006] limits hold across processes, and a rarely used key costs no query', async () => {
  const few = most / 10 - 1;
  await ask(0, few);
  here.clock.advance(1000);
  expect(await here.sql('select from shared_counts')).toEqual([]);
  await ask(0, most - 10 - few);
  await untilCounted(most - 10);
  const other = await ask(1, 10);
  await untilCounted(most);
  expect([...other, ...(await ask(1, 1)), ...(await ask(0, 11))].filter((status) => status === 429)).toHaveLength(2);
});
