import { createLru } from '@headwater/domain/lru';
import { elapsed } from '#platform/clock.ts';

const megabyte = 1024 ** 2;
const bytesPerMs = (16 * megabyte) / 1000;
/** Bytes that a sender may bring at full speed after a rest. */
const burst = 4 * megabyte;
const rememberedSenders = 10_000;

/** Counts bytes of a sender, over all connections. Returns the milliseconds for which its stream has to rest. */
export type Pace = (sender: string, bytes: number) => number;

/** Limits the bytes that are read of a sender in a second: reading at full speed would keep the thread from all others. */
export function createPace(now: () => number = elapsed): Pace {
  const readUntil = createLru<string, number>(rememberedSenders);
  return (sender, bytes) => {
    const moment = now();
    const until = Math.max(readUntil.get(sender) ?? 0, moment - burst / bytesPerMs) + bytes / bytesPerMs;
    readUntil.set(sender, until);
    return Math.max(0, until - moment);
  };
}
