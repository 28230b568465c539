import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import type { Call } from '#platform/fetch/api-caller.ts';
import { createServiceApi } from '#platform/fetch/service-api.ts';
import { addressesOf, subdomainOf } from './addresses.ts';
import { workableCalls } from './calls.ts';
import { reasonOf, subscription } from './wire.ts';

const { apiOf, isOwn } = addressesOf(undefined);

/** Lists with answers for each page; returns the URLs of the requests. */
async function listWith(nexts: readonly (string | undefined)[]) {
  const asked: string[] = [];
  const send = async ({ url }: Call) => {
    const next = nexts[asked.length];
    asked.push(url);
    const body = { subscriptions: [{ id: asked.length }, { id: asked.length + 1 }], ...(next ? { paging: { next } } : {}) };
    return { status: 200, headers: {}, bytes: new TextEncoder().encode(JSON.stringify(body)) };
  };
  const api = createServiceApi({ clock: systemClock, pace: { quietUntil: 0 }, send, reasonOf, limitEnds: () => undefined });
  const calls = workableCalls({ api, baseUrl: apiOf('acme'), isOwn });
  const rows = await calls.list(subscription, 'subscriptions').catch((error: unknown) => error);
  return { asked, rows };
}

describe('lists of Workable', () => {
  it('follow the unchanged address of the next page, and keep a repeated row once', async () => {
    const next = 'https://www.workable.com/spi/v3/accounts/acme/subscriptions?limit=100&since_id=2';
    const { asked, rows } = await listWith([next]);
    expect(asked).toEqual(['https://acme.workable.com/spi/v3/subscriptions?limit=100', next]);
    expect(rows).toMatchObject([{ id: '1' }, { id: '2' }, { id: '3' }]);
  });

  it('end at a page that names itself', async () => {
    const next = 'https://acme.workable.com/spi/v3/subscriptions?since_id=2';
    expect((await listWith([next, next, next])).asked).toHaveLength(2);
  });

  it.each(['https://workable.com.evil.test/spi/v3/jobs', 'http://acme.workable.com/spi/v3/jobs', 'jobs?since_id=2'])(
    'send the token to no other address: %s',
    async (next) => {
      const { asked, rows } = await listWith([next]);
      expect(asked).toHaveLength(1);
      expect(rows).toMatchObject({ kind: 'unavailable' });
    },
  );
});

describe('a subdomain', () => {
  it.each(['acme', 'ACME', 'acme.workable.com', 'https://acme.workable.com', 'https://acme.workable.com/backend/jobs?x=1'])(
    '[ATS-026] is read from %s',
    (typed) => expect(subdomainOf(typed)).toBe('acme'),
  );
});

it('names the fields of a refusal', () => {
  expect(reasonOf({ error: 'Validation failed', validation_errors: { email: ['is invalid', 'is taken'] } })).toBe(
    'Validation failed: email is invalid, is taken',
  );
  expect(reasonOf({ error: 'Not found' })).toBe('Not found');
  expect(reasonOf('a page')).toBeUndefined();
});
