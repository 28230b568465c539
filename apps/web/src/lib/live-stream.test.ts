import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followStream } from './live-stream.ts';

/** Stub of an EventSource; the tests trigger its network events. */
class PlayedSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: PlayedSource[] = [];
  readyState = 0;
  constructor() {
    super();
    PlayedSource.opened.push(this);
  }
  close() {
    this.readyState = PlayedSource.CLOSED;
  }
  say(event: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
  refuse() {
    this.readyState = PlayedSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

let page: EventTarget & { visibilityState: string };
let stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  PlayedSource.opened.length = 0;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('EventSource', PlayedSource);
});
afterEach(async () => {
  for (const stop of stops) stop();
  await wait(1);
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Topics received since the last check. */
async function start(userId = 1) {
  const heard: unknown[] = [];
  stops.push(followStream({ path: '/events/', userId }, (event) => heard.push((event as { topic: string }).topic)));
  await vi.advanceTimersByTimeAsync(0);
  return { heard: () => heard.splice(0) };
}
const latest = () => PlayedSource.opened.at(-1) as PlayedSource;
/** Opens the stream; `quietMs` is the time without events that the server reports. */
const open = (quietMs = 3000) => latest().say({ topic: 'open', ids: [], quiet_ms: quietMs });
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Advances the time while the server sends its heartbeat. */
async function live(ms: number) {
  for (let left = ms; left > 0; left -= 25_000) {
    await wait(Math.min(left, 25_000));
    latest().say({ topic: 'alive', ids: [] });
  }
}
function look(state: 'visible' | 'hidden') {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

describe('the event stream', () => {
  it('[DEC-07] is shared by all listeners of a tab and closes with the last one', async () => {
    const [first, second] = [await start(), await start()];
    expect(PlayedSource.opened).toHaveLength(1);
    open();
    latest().say({ topic: 'job', ids: [1] });
    expect([first.heard(), second.heard()]).toEqual([['job'], ['job']]);
    stops.shift()?.();
    expect(latest().readyState).toBe(0);
    stops.shift()?.();
    expect(latest().readyState).toBe(PlayedSource.CLOSED);
  });

  it('[DEC-07] belongs to one user: leftovers of a previous user neither send nor receive events', async () => {
    const names: string[] = [];
    const request = async (name: string, _options: object, act: () => Promise<void>) => (names.push(name), act());
    vi.stubGlobal('navigator', { locks: { request } });
    const [left, entered] = [await start(1), await start(2)];
    expect(new Set(names)).toHaveProperty('size', 2);
    const [ofLeft, ofEntered] = PlayedSource.opened;
    ofEntered?.say({ topic: 'job', ids: [1] });
    await wait(0);
    expect([left.heard(), entered.heard()]).toEqual([[], ['job']]);
    ofLeft?.say({ topic: 'messages', ids: [1] });
    await wait(0);
    expect([left.heard(), entered.heard()]).toEqual([['messages'], []]);
  });

  it('[DEC-07] reports possibly missed events when it opens again', async () => {
    const { heard } = await start();
    open();
    expect(heard()).toEqual([]);
    await live(600_000);
    latest().dispatchEvent(new Event('error'));
    await wait(3000);
    open();
    expect(heard()).toEqual(['resync']);
    expect(PlayedSource.opened).toHaveLength(1);
  });

  it('[DEC-07] [REQ-022] is replaced by polling while refused, and retried', async () => {
    const { heard } = await start();
    latest().refuse();
    await wait(0);
    expect(heard()).toEqual(['resync']);
    await wait(45_000);
    expect(heard()).toEqual(['resync', 'resync', 'resync']);
    expect(PlayedSource.opened).toHaveLength(2);
    open();
    expect(heard()).toEqual(['resync']);
    await live(120_000);
    expect(heard()).toEqual([]);
  });

  it('[DEC-07] reopens silently after a quiet gap, and reports possibly missed events otherwise', async () => {
    const { heard } = await start();
    open();
    await live(60_000);
    // The stream ends regularly and the browser reconnects.
    const again = async (quietMs: number) => {
      latest().dispatchEvent(new Event('error'));
      await wait(1000);
      open(quietMs);
      return heard();
    };
    expect(await again(61_000)).toEqual([]);
    expect(await again(500)).toEqual(['resync']);
    // Equal to the time since the last message, which may have been delayed.
    expect(await again(1100)).toEqual(['resync']);
    expect(await again(3100)).toEqual([]);
    latest().dispatchEvent(new Event('error'));
    latest().say({ topic: 'open', ids: [] });
    expect(heard()).toEqual(['resync']);
  });

  it('[DEC-07] reports possibly missed events after the page load or a sleeping machine', async () => {
    await wait(1500);
    const { heard } = await start();
    open(3400);
    expect(heard()).toEqual(['resync']);
    vi.setSystemTime(Date.now() + 3_600_000);
    latest().dispatchEvent(new Event('error'));
    open(1_800_000);
    expect(heard()).toEqual(['resync']);
  });

  it('[DEC-07] is replaced by polling if the connection dies without closing', async () => {
    const { heard } = await start();
    open();
    await live(100_000);
    expect([latest().readyState, heard()]).toEqual([0, []]);
    await wait(60_001);
    expect(heard()).toEqual(['resync']);
  });

  it('[DEC-07] [REQ-022] is replaced by polling if a proxy buffers the events', async () => {
    const { heard } = await start();
    await wait(14_999);
    expect(heard()).toEqual([]);
    await wait(2);
    expect(heard()).toEqual(['resync']);
    expect(latest().readyState).toBe(PlayedSource.CLOSED);
    stops.shift()?.();
    await wait(120_000);
    expect(heard()).toEqual([]);
  });

  it('[DEC-07] closes in a tab that stays hidden, and catches up when the tab is visible', async () => {
    const { heard } = await start();
    open();
    look('hidden');
    await wait(9000);
    look('visible');
    await live(60_000);
    expect(latest().readyState).toBe(0);
    look('hidden');
    await wait(10_000);
    expect(latest().readyState).toBe(PlayedSource.CLOSED);
    look('visible');
    await wait(0);
    open();
    expect([PlayedSource.opened.length, heard()]).toEqual([2, ['resync']]);
  });
});
