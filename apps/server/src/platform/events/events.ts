import { Client } from 'pg';
import type { EventTopic, ServerEvent } from '@headwater/contract/events';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { channel, type Notice, signedOut } from './store.ts';

/** Per kind; a further stream ends the oldest one. */
const streamsPerUser = 10;
const queueBound = 200;
const reconnectAfter = 1000;
/** Also how long an idle stream outlives a session that ended without a sign-out. */
const aliveEvery = 15_000;
const checkEveryMs = 1000;
const alive: ServerEvent = { topic: 'alive', ids: [] };
const resync: ServerEvent = { topic: 'resync', ids: [] };

export interface Events {
  /** Ends with one of the signals, `forMs`, newer streams of the person, or when `maySee` returns false. */
  subscribe(person: { companyId: number; userId: number }, options: SubscribeOptions): AsyncGenerator<ServerEvent>;
  close(): Promise<void>;
}

interface SubscribeOptions {
  signals: readonly AbortSignal[];
  /** Streams with an API token do not end the windows of the user. */
  hasToken?: boolean;
  forMs: number;
  maySee(): Promise<boolean>;
  receives?(topic: EventTopic): boolean;
}

interface Stream {
  hasToken: boolean;
  companyId: number;
  userId: number;
  receives: (topic: EventTopic) => boolean;
  waiting: ServerEvent[];
  isEnded: boolean;
  wake(): void;
}

function push(stream: Stream, event: ServerEvent): void {
  if (stream.waiting.length >= queueBound) stream.waiting = [resync];
  else stream.waiting.push(event);
  stream.wake();
}

function finish(stream: Stream): void {
  stream.isEnded = true;
  stream.wake();
}

function broadcast(streams: ReadonlySet<Stream>, { companyId, userId, topic, ids }: Notice): void {
  for (const stream of streams) {
    if (stream.companyId !== companyId || (userId !== undefined && userId !== stream.userId)) continue;
    if (topic === signedOut) finish(stream);
    else if (stream.receives(topic)) push(stream, { topic, ids: [...ids] });
  }
}

async function* read(stream: Stream): AsyncGenerator<ServerEvent> {
  while (!stream.isEnded) {
    const next = stream.waiting.shift();
    if (next) yield next;
    else {
      await new Promise<void>((resolve) => {
        stream.wake = resolve;
      });
    }
  }
}

function createQuiet({ elapsed }: Clock) {
  const lastAt = new Map<number, number>();
  let begunAt = elapsed();
  return {
    begin() {
      lastAt.clear();
      begunAt = elapsed();
    },
    record(notice: Notice): Notice {
      lastAt.set(notice.companyId, elapsed());
      return notice;
    },
    msOf: (companyId: number) => Math.floor(elapsed() - (lastAt.get(companyId) ?? begunAt)),
  };
}

function startPulse(clock: Clock, beat: () => void): () => void {
  let cancel: () => void;
  const wait = () => {
    cancel = clock.setTimer(aliveEvery, () => {
      wait();
      beat();
    });
  };
  wait();
  return () => cancel();
}

export function createEvents({ url, clock, log }: { url: string; clock: Clock; log: Log }): Events {
  const streams = new Set<Stream>();
  const quiet = createQuiet(clock);
  let isClosed = false;
  let client: Client | undefined;
  let listening: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: url, keepAlive: true });
    fresh.on('notification', ({ payload }) => broadcast(streams, quiet.record(JSON.parse(payload ?? '') as Notice)));
    fresh.on('error', (error) => log.warn({ err: error }, 'event listener connection lost'));
    fresh.on('end', () => {
      if (client === fresh) client = undefined;
      if (!isClosed) clock.setTimer(reconnectAfter, () => void listen());
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    client = fresh;
    quiet.begin();
    // Events during the outage are lost.
    for (const stream of streams) push(stream, resync);
  }

  async function listen(): Promise<void> {
    if (isClosed || client) return;
    listening ??= connect()
      .catch((error: Error) => {
        log.warn({ err: error }, 'event listener cannot connect; retrying');
        clock.setTimer(reconnectAfter, () => void listen());
      })
      .finally(() => {
        listening = undefined;
      });
    await listening;
  }

  function open(person: Pick<Stream, 'companyId' | 'userId' | 'hasToken' | 'receives'>): Stream {
    const own = [...streams].filter(({ userId, hasToken }) => userId === person.userId && hasToken === person.hasToken);
    for (const oldest of own.slice(0, Math.max(0, own.length - streamsPerUser + 1))) finish(oldest);
    const stream: Stream = { ...person, waiting: [], isEnded: false, wake: () => undefined };
    streams.add(stream);
    return stream;
  }

  return {
    async *subscribe(person, { signals, forMs, maySee, hasToken = false, receives = () => true }) {
      const stream = open({ ...person, hasToken, receives });
      const stop = () => finish(stream);
      const timer = setTimeout(stop, forMs);
      let checkedAt = clock.elapsed();
      const mayContinue = async () => {
        checkedAt = clock.elapsed();
        // A short database outage ends no session.
        const may = await maySee().catch(() => true);
        if (!may) stop();
        return may;
      };
      const stopPulse = startPulse(clock, () => void mayContinue().then((may) => may && push(stream, alive)));
      for (const signal of signals) signal.addEventListener('abort', stop);
      try {
        if (signals.some(({ aborted }) => aborted)) return;
        await listen();
        if (!(await mayContinue())) return;
        yield { topic: 'open', ids: [], quiet_ms: client ? quiet.msOf(person.companyId) : 0 };
        for await (const event of read(stream)) {
          if (event !== alive && clock.elapsed() - checkedAt >= checkEveryMs && !(await mayContinue())) return;
          yield event;
        }
      } finally {
        clearTimeout(timer);
        stopPulse();
        for (const signal of signals) signal.removeEventListener('abort', stop);
        streams.delete(stream);
      }
    },
    async close() {
      isClosed = true;
      for (const stream of streams) finish(stream);
      await listening;
      await client?.end();
    },
  };
}
