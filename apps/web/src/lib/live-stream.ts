import { poll } from './poll.ts';

/** In ms. A buffering proxy accepts the connection but delivers nothing. */
const silentMs = 15_000;
/** In ms. The server sends a heartbeat every 15 s; a dead connection may not close. */
const deadMs = 60_000;
/** Tolerated delay between messages of the server without a lost event, in ms. */
const unevenMs = 2000;
const hiddenMs = 10_000;
const missed = { topic: 'resync', ids: [] };

type Listener = (data: unknown) => void;

/** Measures elapsed time through sleep and clock changes. */
const stopwatch = (steady = performance.now(), wall = Date.now()) => ({
  elapsed: () => Math.max(performance.now() - steady, Date.now() - wall),
});

interface Listening {
  path: string;
  tell: Listener;
  sinceLast: ReturnType<typeof stopwatch>;
}

/** Resolves when the stream is refused, silent for too long or stopped. */
function listen(listening: Listening, signal: AbortSignal): Promise<void> {
  const { path, tell } = listening;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const source = new EventSource(path);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
      source.close();
      resolve();
    };
    let isDue = false;
    const awaitWord = () => {
      if (isDue) return;
      isDue = true;
      clearTimeout(silence);
      silence = setTimeout(end, silentMs);
    };
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      isDue = false;
      clearTimeout(silence);
      silence = setTimeout(end, deadMs);
      const event = JSON.parse(data) as { topic?: string; quiet_ms?: number };
      const { sinceLast } = listening;
      listening.sinceLast = stopwatch();
      if (event.topic === 'alive') return;
      if (event.topic !== 'open') tell(event);
      // Events without an open stream were not delivered.
      else if ((event.quiet_ms ?? 0) < sinceLast.elapsed() + unevenMs) tell(missed);
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) end();
      else awaitWord();
    });
    signal.addEventListener('abort', end);
    awaitWord();
  });
}

async function follow(listening: Listening, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await listen(listening, signal);
    if (!signal.aborted) await poll(() => listening.tell(missed), { signal });
  }
}

const isHidden = () => document.visibilityState === 'hidden';

const untilVisible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (isHidden() && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

function untilHidden(signal: AbortSignal): { signal: AbortSignal; done(): void } {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = () => {
    clearTimeout(timer);
    if (isHidden()) timer = setTimeout(() => over.abort(), hiddenMs);
  };
  document.addEventListener('visibilitychange', turn);
  const done = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', turn);
  };
  return { signal: AbortSignal.any([signal, over.signal]), done };
}

/** Runs `act` in one tab at a time. Without locks (an insecure page) each visible tab runs it. */
async function runInOneTab(name: string, act: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return act();
  await locks.request(name, { signal }, act).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** A stream of one user: tabs of the browser may be left over from another user. */
interface Source {
  path: string;
  userId: number | undefined;
}

const nameOf = ({ path, userId }: Source) => `headwater.events ${path} ${userId ?? ''}`;

/** Browsers open at most six connections to a server, so one visible tab forwards the events. */
function openStream(from: Source, listener: Listener): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { path } = from;
  const name = nameOf(from);
  const others = new BroadcastChannel(name);
  others.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
  const tell: Listener = (event) => {
    if (signal.aborted) return;
    listener(event);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and takes no second argument
    others.postMessage(event);
  };
  const run = async () => {
    const listening = { path, tell, sinceLast: stopwatch(0, Date.now() - performance.now()) };
    while (!signal.aborted) {
      await untilVisible(signal);
      const shown = untilHidden(signal);
      await runInOneTab(name, () => follow(listening, shown.signal), shown.signal);
      shown.done();
    }
  };
  run().catch((error: unknown) => reportError(error));
  return () => {
    stopping.abort();
    others.close();
  };
}

interface Shared {
  listeners: Set<Listener>;
  stop(): void;
}

const streams = new Map<string, Shared>();

export function followStream(from: Source, listener: Listener): () => void {
  const name = nameOf(from);
  let shared = streams.get(name);
  if (!shared) {
    const listeners = new Set<Listener>();
    const stop = openStream(from, (event) => {
      for (const listener of listeners) listener(event);
    });
    shared = { listeners, stop };
    streams.set(name, shared);
  }
  const { listeners, stop } = shared;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || streams.get(name)?.listeners !== listeners) return;
    stop();
    streams.delete(name);
  };
}
