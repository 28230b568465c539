import { poll } from './poll.ts';

/** A proxy that holds events back lets the connection open and then nothing comes. */
const silentMs = 15_000;
/** The server says every 15 s that it is there; a line that died with no end (a laptop that slept, a router that forgot) says nothing more. */
const deadMs = 60_000;
/** By so much a word may come later than another one from the server, in which no event is lost. */
const unevenMs = 2000;
/** A tab that is only looked away from for a moment keeps its stream. */
const hiddenMs = 10_000;
const missed = { topic: 'resync', ids: [] };

type Listener = (data: unknown) => void;

/** How long ago something was, also where the machine slept meanwhile or its clock was set. */
const stopwatch = (steady = performance.now(), wall = Date.now()) => ({
  elapsed: () => Math.max(performance.now() - steady, Date.now() - wall),
});

interface Listening {
  path: string;
  tell: Listener;
  /** Since the last word of the stream; before the first one since the page began to load. */
  sinceLast: ReturnType<typeof stopwatch>;
}

/** Reads the stream, with the browser's own reconnecting; resolves once it was refused, was not heard for too long, or was stopped. */
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
      // What happened while no stream was open was told to nobody.
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

/** The stream for as long as it works; while it does not, everything is asked for again by update pings. */
async function follow(listening: Listening, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await listen(listening, signal);
    if (!signal.aborted) await poll(() => listening.tell(missed), { signal });
  }
}

const isHidden = () => document.visibilityState === 'hidden';

/** Resolves once the tab is looked at, or `signal`. */
const looked = (signal: AbortSignal) =>
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

/** Aborts once the tab has been hidden for a while, or `signal`. */
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

/** Does `act` in one tab of the browser at a time. Without locks (a page that is not served securely) in each that is looked at. */
async function alone(name: string, act: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return act();
  await locks.request(name, { signal }, act).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** A stream, and whose: the windows of one browser may be left over from different people. */
interface Source {
  path: string;
  userId: number | undefined;
}

const nameOf = ({ path, userId }: Source) => `headwater.events ${path} ${userId ?? ''}`;

/**
 * Hears the events of `path` until stopped. A browser opens six connections to a server at most, so the tabs of a person share one stream:
 * one that is looked at holds it and passes on to the others what it hears.
 */
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of windows; a channel has one origin and takes no second argument
    others.postMessage(event);
  };
  const run = async () => {
    const listening = { path, tell, sinceLast: stopwatch(0, Date.now() - performance.now()) };
    while (!signal.aborted) {
      await looked(signal);
      const shown = untilHidden(signal);
      await alone(name, () => follow(listening, shown.signal), shown.signal);
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

/** Hears events with everybody else in this tab who does; returns how to stop. */
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
