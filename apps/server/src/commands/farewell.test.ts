import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { elapsed } from '#platform/clock.ts';
import { createFarewell } from './farewell.ts';

it('stops in reverse order, and stops the database although a mail server keeps the worker', async () => {
  const order: string[] = [];
  const farewell = createFarewell(createLog('silent'), () => undefined);
  const note = (name: string) => async () => void order.push(name);
  farewell.add('database', note('database'));
  farewell.add('application', async () => {
    order.push('application');
    throw new Error('broken');
  });
  farewell.add('worker', () => new Promise(() => undefined));
  farewell.add('http', note('http'));
  const begun = elapsed();
  await Promise.all([farewell.now(), farewell.now()]);
  expect(order).toEqual(['http', 'application', 'database']);
  expect(elapsed() - begun).toBeLessThan(5000);
}, 10_000);
