import { expect, it } from 'vitest';
import { z } from 'zod';
import { movableClock } from '#platform/clock.ts';
import { type Answer, CallFailed } from './api-caller.ts';
import { createServiceApi, ServiceError } from './service-api.ts';

const call = { method: 'POST', url: 'https://service.test/' } as const;

function open(answer: () => Partial<Answer> & { body?: unknown }) {
  const clock = movableClock(new Date('2026-11-02T10:00:00Z'));
  let calls = 0;
  const api = createServiceApi({
    clock,
    pace: { quietUntil: 0 },
    reasonOf: (body) => z.object({ message: z.string() }).safeParse(body).data?.message,
    limitEnds: (headers) => (headers['left'] === '0' ? Number(headers['ends']) : undefined),
    send: async () => {
      calls += 1;
      const { status = 200, headers = {}, body = {} } = answer();
      return { status, headers, bytes: new TextEncoder().encode(JSON.stringify(body)) };
    },
  });
  const kindOf = (method: 'GET' | 'POST') =>
    api.json(z.object({}), { ...call, method }).then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.kind : String(error)),
    );
  return { api, clock, kindOf, calls: () => calls };
}

it.each([
  [401, 'denied', 'denied'],
  [403, 'rights', 'rights'],
  [404, 'gone', 'gone'],
  [422, 'rejected', 'rejected'],
  [500, 'unavailable', 'unknown'],
  [408, 'unavailable', 'unknown'],
  [302, 'unavailable', 'unknown'],
])('reads %i as %s of a read and as %s of a write', async (status, ofRead, ofWrite) => {
  const { kindOf } = open(() => ({ status }));
  expect([await kindOf('GET'), await kindOf('POST')]).toEqual([ofRead, ofWrite]);
});

it('tells a write that never left from one that may have arrived', async () => {
  let mayHaveArrived = false;
  const { kindOf } = open(() => {
    throw new CallFailed('network', mayHaveArrived, new Error('cut'));
  });
  const before = await kindOf('POST');
  mayHaveArrived = true;
  expect([before, await kindOf('POST'), await kindOf('GET')]).toEqual(['unavailable', 'unknown', 'unavailable']);
});

it('sends nothing until Retry-After is over', async () => {
  const answers = [{ status: 429, headers: { 'retry-after': '40' } }, {}];
  const { api, clock, kindOf, calls } = open(() => answers.shift() ?? {});
  await expect(api.json(z.object({}), call)).rejects.toMatchObject({ kind: 'limit', retryAfter: 40 });
  clock.advance(39_000);
  expect([await kindOf('GET'), calls()]).toEqual(['limit', 1]);
  clock.advance(1000);
  expect([await kindOf('GET'), calls()]).toEqual(['done', 2]);
});

it('stops before a limit that an answer calls used up', async () => {
  const ends = Date.parse('2026-11-02T10:00:30Z');
  const { clock, kindOf, calls } = open(() => ({ headers: { left: '0', ends: String(ends) } }));
  expect(await kindOf('POST')).toBe('done');
  expect([await kindOf('POST'), calls()]).toEqual(['limit', 1]);
  clock.advance(30_000);
  expect(await kindOf('POST')).toBe('done');
});

it('shows the reason of the service', async () => {
  const { api } = open(() => ({ status: 422, body: { message: 'Job is not open' } }));
  await expect(api.json(z.object({}), call)).rejects.toThrow('Job is not open');
});

const endlessLimits: Record<string, string>[] = [{ 'retry-after': '999999999' }, { left: '0', ends: '99999999999999' }];

it.each(endlessLimits)('waits for an hour at most: %j', async (headers) => {
  const answers = [{ status: 429, headers }, {}];
  const { api, clock, kindOf } = open(() => answers.shift() ?? {});
  await expect(api.json(z.object({}), call)).rejects.toMatchObject({ kind: 'limit', retryAfter: 3600 });
  clock.advance(3_599_000);
  expect(await kindOf('GET')).toBe('limit');
  clock.advance(1000);
  expect(await kindOf('GET')).toBe('done');
});
