import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { createShutdown } from './shutdown.ts';

it('stops in reverse order, and stops the database even if a mail server blocks the worker', async () => {
  const order: string[] = [];
  const shutdown = createShutdown(createLog('silent'), { seconds: 10, say: () => undefined });
  const recordStep = (name: string) => async () => void order.push(name);
  shutdown.add('database', recordStep('database'));
  shutdown.add('application', async () => {
    order.push('application');
    throw new Error('broken');
  });
  shutdown.add('worker', () => new Promise(() => undefined));
  shutdown.add('http', recordStep('http'));
  await Promise.all([shutdown.now(), shutdown.now()]);
  expect(order).toEqual(['http', 'application', 'database']);
});
