import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { movableClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import type { SearchPort } from './port.ts';
import { createSearchService } from './service.ts';

/** An engine without an index that builds `total` documents at one document per ms. */
function building(total: number) {
  const built = { done: 0, total };
  const engine: Partial<SearchPort> = {
    open: async () => ({ state: 'missing' }) as Awaited<ReturnType<SearchPort['open']>>,
    rebuild: async () => {
      const since = performance.now();
      while (built.done < total) {
        await sleep(20);
        built.done = Math.min(total, Math.round(performance.now() - since));
      }
    },
    stats: async () => ({ progress: built }) as Awaited<ReturnType<SearchPort['stats']>>,
    close: async () => undefined,
  };
  const service = createSearchService({
    saveComparison: async () => undefined,
    clock: movableClock(new Date('2026-03-01T00:00:00Z')),
    log: createLog('silent'),
    directory: '/nowhere',
    createEngine: () => engine as SearchPort,
  });
  return { service, engine };
}

it('waits for an index that is almost built, and otherwise throws the progress', async () => {
  const near = building(4500);
  const far = building(1_000_000);
  const [waited, turnedAway] = await Promise.allSettled([near.service.ready(), far.service.ready()]);
  expect(waited).toMatchObject({ status: 'fulfilled', value: near.engine });
  expect(turnedAway).toMatchObject({ status: 'rejected', reason: { key: 'search_building', parts: { total: 1_000_000 } } });
  await near.service.stop();
  await far.service.stop();
});
