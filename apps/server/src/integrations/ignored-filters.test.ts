import { expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock.ts';
import type { Call } from '#platform/fetch/api-caller.ts';
import { createServiceApi } from '#platform/fetch/service-api.ts';
import { harvestLists } from './greenhouse/harvest-lists.ts';
import { readingCalls as readGreenhouse } from './greenhouse/harvest-read.ts';
import { leverCalls } from './lever/calls.ts';
import { readingCalls as readLever } from './lever/read.ts';
import { smartRecruitersCalls } from './smartrecruiters/calls.ts';

const base = 'https://ats.test';

function openApi(answer: (path: string) => unknown) {
  const send = async ({ url }: Call) => ({
    status: 200,
    headers: {},
    bytes: new TextEncoder().encode(JSON.stringify(answer(new URL(url).pathname + new URL(url).search))),
  });
  return createServiceApi({ clock: systemClock, pace: { quietUntil: 0 }, send, reasonOf: () => undefined, limitEnds: () => undefined });
}

const person = (id: number, value: string) => ({ id, first_name: 'Anna', email_addresses: [{ value, type: 'personal' }] });
const opportunity = (id: string, email: string) => ({ id, name: 'Anna', contact: `of ${id}`, emails: [email], createdAt: 1 });

it('finds no person in Greenhouse if the system ignores the address', async () => {
  const all = [person(1, 'anna@people.test'), person(2, 'other@people.test')];
  const api = openApi((path) => (path.startsWith('/candidates') ? all : []));
  const { findPeople } = readGreenhouse(harvestLists(api, base));
  expect(await findPeople(['somebody@people.test'])).toEqual([]);
  expect(await findPeople(['Anna@people.test'])).toMatchObject([{ id: '1' }]);
});

it('finds no person in Lever if the system ignores the address', async () => {
  const api = openApi(() => ({ data: [opportunity('a', 'anna@people.test'), opportunity('b', 'other@people.test')], hasNext: false }));
  const { findPeople } = readLever(leverCalls(api, base));
  expect(await findPeople(['somebody@people.test'])).toEqual([]);
  expect(await findPeople(['Anna@people.test'])).toMatchObject([{ id: 'of a' }]);
});

it('reads all pages of SmartRecruiters without a total', async () => {
  const pages: Record<string, object> = {
    '': { content: [{ id: 'a' }], nextPageId: 'second' },
    second: { content: [{ id: 'b' }], nextPageId: 'third' },
    third: { content: [{ id: 'c' }] },
  };
  const api = openApi((path) => pages[new URLSearchParams(path.split('?')[1]).get('pageId') ?? '']);
  expect(await smartRecruitersCalls(api, base).list(z.object({ id: z.string() }), '/candidates')).toHaveLength(3);
});
