import type { AuthKey } from './keys.ts';
import { createOutbox, type Link, type OutboxOptions } from './outbox.ts';
import { writeValue, type TlValue } from './tl.ts';

export type Received = { isRunning: boolean; isDropped: boolean; answer: bigint | null; settled: Promise<boolean> | null };

/** https://core.telegram.org/mtproto/description#session: outlives its connections. */
export type Session = {
  readonly id: bigint;
  readonly key: AuthKey;
  isAnnounced: boolean;
  wantsUpdates: boolean;
  layer: number | null;
  usedAt: number;
  readonly received: Map<bigint, Received>;
  oldest: bigint;
  attach(link: Link): void;
  /** Closes the connection; unacknowledged messages are sent again on the next one. */
  cut(): void;
  link(): Link | null;
  sendReliably(value: TlValue): void;
  answer(to: bigint, body: Buffer): void;
  sendUnacknowledged(value: TlValue | Buffer): void;
  acknowledged(ids: Iterable<bigint>): void;
  resend(id: bigint): boolean;
  isKept(id: bigint): boolean;
  forget(id: bigint): void;
};

const RPC_RESULT = 0xf35c6d01;

export function createSession(options: OutboxOptions): Session {
  const outbox = createOutbox(options);
  const received = new Map<bigint, Received>();
  const links = new Set<Link>();
  let wasAttached = false;

  function attach(next: Link): void {
    if (outbox.link() === next) return;
    const isKnown = links.has(next);
    const isReturn = wasAttached || links.size > 0;
    links.add(next);
    outbox.setLink(next);
    if (isKnown) return;
    next.onEnd(() => {
      links.delete(next);
      wasAttached = true;
      if (outbox.link() === next) outbox.setLink(null);
    });
    if (isReturn) outbox.resendAll();
  }

  return {
    id: options.id,
    key: options.key,
    isAnnounced: false,
    wantsUpdates: false,
    layer: null,
    usedAt: options.now().getTime(),
    received,
    oldest: 0n,
    attach,
    cut() {
      const link = outbox.link();
      outbox.setLink(null);
      link?.cut();
    },
    link: outbox.link,
    sendReliably: (value) => void outbox.put(writeValue(value), { remainder: 3n, isRelated: true }),
    answer(to, body) {
      const header = Buffer.alloc(12);
      header.writeUInt32LE(RPC_RESULT);
      header.writeBigUInt64LE(to, 4);
      const answer = outbox.put(Buffer.concat([header, body]), { remainder: 1n, isRelated: true });
      const one = received.get(to);
      if (one) Object.assign(one, { isRunning: false, answer });
    },
    sendUnacknowledged: (value) => void outbox.put(Buffer.isBuffer(value) ? value : writeValue(value), { remainder: 1n, isRelated: false }),
    acknowledged(ids) {
      for (const one of ids) outbox.drop(one);
    },
    resend: outbox.resend,
    isKept: outbox.isKept,
    forget: outbox.drop,
  };
}
