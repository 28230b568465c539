import type { AuthKey } from './keys.ts';
import { writeUints } from './tl.ts';

export type Link = { send(key: AuthKey, message: Buffer): void; cut(): void; onEnd(end: () => void): void };

type Sent = { seqNo: number; body: Buffer };
type Outgoing = Sent & { id: bigint };

/** Numbers messages, groups them in containers, and keeps them until they are acknowledged. */
export type Outbox = {
  /** `remainder`: response (1) or update (3). */
  put(body: Buffer, as: { remainder: 1n | 3n; isRelated: boolean }): bigint;
  link(): Link | null;
  setLink(link: Link | null): void;
  isKept(id: bigint): boolean;
  drop(id: bigint): void;
  resend(id: bigint): boolean;
  resendAll(): void;
};

const CONTAINER = 0x73f1f8dc;
const LONGEST_CONTAINER = 256 * 1024;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;
const MOST_KEPT = 2000;

export type OutboxOptions = { id: bigint; key: AuthKey; now(): Date; saltOf(key: AuthKey): bigint };

export function createOutbox({ id, key, now, saltOf }: OutboxOptions): Outbox {
  const pending = new Map<bigint, Sent>();
  const nextId = createIds(now);
  let keptBytes = 0;
  let outgoing: Outgoing[] = [];
  let link: Link | null = null;
  let related = 0;
  let isFlushing = false;

  function keep({ id, seqNo, body }: Outgoing): void {
    pending.set(id, { seqNo, body });
    keptBytes += body.length;
    for (const oldest of pending.keys()) {
      if (keptBytes <= MOST_KEPT_BYTES && pending.size <= MOST_KEPT) break;
      drop(oldest);
    }
  }

  function drop(dropped: bigint): void {
    keptBytes -= pending.get(dropped)?.body.length ?? 0;
    pending.delete(dropped);
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
    put(body, { remainder, isRelated }) {
      const message = { id: nextId(remainder), seqNo: related * 2 + (isRelated ? 1 : 0), body };
      if (isRelated) {
        related += 1;
        keep(message);
      }
      outgoing.push(message);
      schedule();
      return message.id;
    },
    link: () => link,
    setLink: (next) => void (link = next),
    isKept: (messageId) => pending.has(messageId),
    drop,
    resend(messageId) {
      const sent = pending.get(messageId);
      if (!sent) return false;
      outgoing.push({ id: messageId, ...sent });
      schedule();
      return true;
    },
    resendAll() {
      outgoing = [...pending].map(([id, sent]) => ({ id, ...sent }));
      schedule();
    },
  };
}

/** Message ids follow the time and never repeat. */
function createIds(now: () => Date): (remainder: 1n | 3n) => bigint {
  let last = 0n;
  return (remainder) => {
    const milliseconds = BigInt(now().getTime());
    const stamp = ((milliseconds / 1000n) << 32n) | (((milliseconds % 1000n) << 32n) / 1000n);
    const made = (stamp & ~3n) | remainder;
    last = made > last ? made : (((last >> 2n) + 1n) << 2n) | remainder;
    return last;
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
