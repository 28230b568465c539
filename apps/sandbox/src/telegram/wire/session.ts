import { randomBytes } from 'node:crypto';
import type { AuthKey } from './keys.ts';
import { writeUints, writeValue, type TlValue } from './tl.ts';

/** The connection that a session speaks through at the moment. */
export type Link = { send(key: AuthKey, message: Buffer): void; cut(): void; onEnd(end: () => void): void };

/** What became of a message of the client. */
export type Received = { isRunning: boolean; answer: bigint | null; settled: Promise<boolean> | null };

type Sent = { seqNo: number; body: Buffer };
type Outgoing = Sent & { id: bigint };

/** Of https://core.telegram.org/mtproto/description#session: it outlives its connections, and keeps what was sent until it is acknowledged. */
export type Session = {
  readonly id: bigint;
  readonly key: AuthKey;
  /** Whether the client was told that the session is new. */
  isAnnounced: boolean;
  /** Whether updates are wanted: a request was made that did not decline them. */
  wantsUpdates: boolean;
  layer: number | null;
  usedAt: number;
  readonly received: Map<bigint, Received>;
  /** Ids below this one are no longer known. */
  oldest: bigint;
  attach(link: Link): void;
  detach(link: Link): void;
  link(): Link | null;
  /** Sends what needs an acknowledgement, and keeps it until then. */
  tell(value: TlValue): bigint;
  answer(to: bigint, body: Buffer): void;
  /** Sends what needs no acknowledgement. */
  note(value: TlValue | Buffer): void;
  acknowledged(ids: Iterable<bigint>): void;
  /** Sends again what is still kept. */
  resend(id: bigint): boolean;
  isKept(id: bigint): boolean;
  forget(id: bigint): void;
};

const CONTAINER = 0x73f1f8dc;
const RPC_RESULT = 0xf35c6d01;
const LONGEST_CONTAINER = 256 * 1024;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;
const MOST_KEPT = 2000;

export type SessionOptions = { id: bigint; key: AuthKey; now(): Date; saltOf(key: AuthKey): bigint };

export function createSession({ id, key, now, saltOf }: SessionOptions): Session {
  const kept = new Map<bigint, Sent>();
  const received = new Map<bigint, Received>();
  let keptBytes = 0;
  let outgoing: Outgoing[] = [];
  const former = new Set<Link>();
  let wasAttached = false;
  let link: Link | null = null;
  let lastId = 0n;
  let related = 0;
  let isFlushing = false;

  function nextId(remainder: 1n | 3n): bigint {
    const milliseconds = BigInt(now().getTime());
    const stamp = ((milliseconds / 1000n) << 32n) | (((milliseconds % 1000n) << 32n) / 1000n);
    const made = (stamp & ~3n) | remainder;
    lastId = made > lastId ? made : (((lastId >> 2n) + 1n) << 2n) | remainder;
    return lastId;
  }

  function put(remainder: 1n | 3n, body: Buffer, isRelated: boolean): bigint {
    const message = { id: nextId(remainder), seqNo: related * 2 + (isRelated ? 1 : 0), body };
    if (isRelated) {
      related += 1;
      keep(message);
    }
    outgoing.push(message);
    schedule();
    return message.id;
  }

  function keep({ id, seqNo, body }: Outgoing): void {
    kept.set(id, { seqNo, body });
    keptBytes += body.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= MOST_KEPT_BYTES && kept.size <= MOST_KEPT) break;
      drop(oldest);
    }
  }

  function drop(dropped: bigint): void {
    keptBytes -= kept.get(dropped)?.body.length ?? 0;
    kept.delete(dropped);
  }

  function schedule(): void {
    if (isFlushing) return;
    isFlushing = true;
    queueMicrotask(() => {
      isFlushing = false;
      flush();
    });
  }

  function flush(): void {
    // What needs no acknowledgement is worth nothing to a later connection; the rest is kept.
    const waiting = outgoing;
    outgoing = [];
    if (!link) return;
    for (const batch of batches(waiting)) {
      const [only] = batch;
      const message = batch.length === 1 && only ? enveloped(only) : enveloped(containerOf(batch));
      const header = Buffer.alloc(16);
      header.writeBigUInt64LE(saltOf(key));
      header.writeBigUInt64LE(id, 8);
      link.send(key, Buffer.concat([header, message]));
    }
  }

  const containerOf = (batch: Outgoing[]): Outgoing => ({
    id: nextId(3n),
    seqNo: related * 2,
    body: Buffer.concat([writeUints(CONTAINER, batch.length), ...batch.map(enveloped)]),
  });

  return {
    id,
    key,
    isAnnounced: false,
    wantsUpdates: false,
    layer: null,
    usedAt: now().getTime(),
    received,
    oldest: 0n,
    attach(next) {
      if (link === next) return;
      const isFirst = former.size === 0;
      const isNew = !former.has(next);
      former.add(next);
      link = next;
      if (!isNew) return;
      next.onEnd(() => {
        former.delete(next);
        wasAttached = true;
        if (link === next) link = null;
      });
      // Whatever a former connection may have lost.
      if (isFirst && !wasAttached) return;
      outgoing = [...kept].map(([id, sent]) => ({ id, ...sent }));
      schedule();
    },
    detach(gone) {
      if (link === gone) link = null;
    },
    link: () => link,
    tell: (value) => put(3n, writeValue(value), true),
    answer(to, body) {
      const header = Buffer.alloc(12);
      header.writeUInt32LE(RPC_RESULT);
      header.writeBigUInt64LE(to, 4);
      const answer = put(1n, Buffer.concat([header, body]), true);
      const one = received.get(to);
      if (one) Object.assign(one, { isRunning: false, answer });
    },
    note: (value) => void put(1n, Buffer.isBuffer(value) ? value : writeValue(value), false),
    acknowledged(ids) {
      for (const one of ids) drop(one);
    },
    resend(wanted) {
      const sent = kept.get(wanted);
      if (!sent) return false;
      outgoing.push({ id: wanted, ...sent });
      schedule();
      return true;
    },
    isKept: (wanted) => kept.has(wanted),
    forget: drop,
  };
}

function enveloped({ id, seqNo, body }: Outgoing): Buffer {
  const header = Buffer.alloc(16);
  header.writeBigUInt64LE(id);
  header.writeUInt32LE(seqNo, 8);
  header.writeUInt32LE(body.length, 12);
  return Buffer.concat([header, body]);
}

function batches(waiting: Outgoing[]): Outgoing[][] {
  const all: Outgoing[][] = [];
  let size = 0;
  for (const message of waiting) {
    const batch = all.at(-1);
    size += message.body.length + 16;
    if (batch && size <= LONGEST_CONTAINER && batch.length < 100) batch.push(message);
    else {
      all.push([message]);
      size = message.body.length + 16;
    }
  }
  return all;
}

export const newUniqueId = (): bigint => randomBytes(8).readBigUInt64LE();
