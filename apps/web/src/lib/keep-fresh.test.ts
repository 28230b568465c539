import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createORPCClient } from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerEvent } from '@headwater/contract/events';
import type { orpc as utils } from './api.ts';
import { keepFresh, pauseMs } from './keep-fresh.ts';
import { staleBy } from './stale-queries.ts';

// Keys contain the names of calls; no call is sent.
const nowhere = { call: () => Promise.reject(new Error('nothing is called here')) };
const orpc = createTanstackQueryUtils(createORPCClient(nowhere)) as unknown as typeof utils;

let client: QueryClient;
let tell: (event: ServerEvent) => void;
let stops: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  stops = [
    keepFresh(client, {
      stale: staleBy(orpc),
      listen: (listener) => {
        tell = listener;
        return () => undefined;
      },
    }),
  ];
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const of = (id: number) => ({ input: { id } });

/** Mounts a query with the given response time; records its requests and results. */
function show(queryKey: readonly unknown[], takesMs = 0, staleTime = 60_000) {
  const asked: number[] = [];
  const queryFn = async () => {
    const number = asked.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    return number;
  };
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime });
  stops.push(observer.subscribe(() => undefined));
  return { times: () => asked.length, shown: () => observer.getCurrentResult().data };
}

describe('visible data', () => {
  it('[DEC-07] is requested again after a change, with a delay for many changes', async () => {
    const list = show(orpc.jobs.list.key());
    await wait(0);
    for (const id of [1, 2, 3]) tell({ topic: 'job', ids: [id] });
    expect(list.times()).toBe(1);
    await wait(pauseMs);
    expect(list.times()).toBe(2);
  });

  it('[DEC-07] waits for a pending response and is requested again afterwards', async () => {
    const list = show(orpc.jobs.list.key(), 2.5 * pauseMs);
    await wait(3 * pauseMs);
    expect(list.shown()).toBe(1);
    // With a request per event, the data would not appear before the last event.
    for (let count = 0; count < 4; count += 1) {
      tell({ topic: 'job', ids: [1] });
      await wait(pauseMs);
    }
    expect([list.times(), list.shown()]).toEqual([3, 2]);
    await wait(60_000);
    expect([list.times(), list.shown()]).toEqual([3, 3]);
  });

  it('[DEC-07] is requested again after a gap, including data loaded just before it or still loading', async () => {
    const [loaded, loading] = [show(orpc.vacancies.list.key()), show(orpc.jobs.list.key(), 2 * pauseMs)];
    const other = show(['of no topic']);
    await wait(10);
    tell({ topic: 'resync', ids: [] });
    await wait(pauseMs);
    expect([loaded.times(), loading.times(), other.times()]).toEqual([2, 1, 1]);
    await wait(6 * pauseMs);
    expect([loaded.times(), loading.shown(), other.times()]).toEqual([2, 2, 1]);
  });

  it('[DEC-07] ignores an unknown topic', async () => {
    const list = show(orpc.jobs.list.key());
    tell({ topic: 'of a newer server' as 'job', ids: [] });
    await wait(pauseMs);
    expect(list.times()).toBe(1);
  });
});

describe('templates', () => {
  it('[DEC-07] changed elsewhere refresh lists but not an open editor, also after a gap', async () => {
    const [list, creators] = [show(orpc.templates.list.key()), show(orpc.templates.creators.key())];
    const written = show(orpc.templates.get.key(of(7)), 0, Number.POSITIVE_INFINITY);
    await wait(0);
    tell({ topic: 'templates', ids: [7] });
    await wait(pauseMs);
    expect([list.times(), creators.times(), written.times()]).toEqual([2, 2, 1]);
    tell({ topic: 'resync', ids: [] });
    await wait(pauseMs);
    expect([list.times(), creators.times(), written.times()]).toEqual([3, 3, 1]);
  });
});

const times = (shown: readonly { times(): number }[]) => new Set(shown.map((one) => one.times()));

describe('mailing events', () => {
  it('[DEC-07] refresh the mailing, its recipients and its review, but no other mailing', async () => {
    const queries = [orpc.mailings.get, orpc.mailings.launchInfo, orpc.mailings.recipients, orpc.sequences.get, orpc.sequences.recipients];
    const changed = queries.map((query) => show(query.key(of(7))));
    const others = queries.map((query) => show(query.key(of(8))));
    const lists = [orpc.mailings.list, orpc.sequences.list, orpc.mailings.recipient].map((query) => show(query.key()));
    await wait(0);
    tell({ topic: 'mailings', ids: [7] });
    await wait(pauseMs);
    expect([times(changed), times(others), times(lists)]).toEqual([new Set([2]), new Set([1]), new Set([2])]);
    // The event names no ids if there are too many.
    tell({ topic: 'mailings', ids: [] });
    await wait(pauseMs);
    expect([times(changed), times(others)]).toEqual([new Set([3]), new Set([2])]);
  });

  it('[DEC-07] are separate from message events, which refresh only the named messages', async () => {
    const [message, other, mailing] = [
      show(orpc.outreach.get.key(of(3))),
      show(orpc.outreach.get.key(of(4))),
      show(orpc.mailings.get.key(of(7))),
    ];
    await wait(0);
    tell({ topic: 'messages', ids: [3] });
    await wait(pauseMs);
    expect([message.times(), other.times(), mailing.times()]).toEqual([2, 1, 1]);
  });
});
