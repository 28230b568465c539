import { type Growing, type Section, sharedU32 } from './typed-arrays.ts';

/**
 * A sorted list of 64-bit hashes replaces a dictionary for values that rarely repeat (addresses).
 * In four million values a collision has a chance of 1 to 2,000,000.
 */
export interface HashedValues {
  find(high: number, low: number): Uint32Array;
  /** Sorted by the upper bits of `high`. */
  high: Uint32Array;
  low: Uint32Array;
  documents: Uint32Array;
}

/** Two independent 32-bit hashes (multiplication and rotation, after cyrb53). */
export function hashOf(value: string): readonly [number, number] {
  let high = 0xdead_beef;
  let low = 0x41c6_ce57;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return [high >>> 0, low >>> 0];
}

const sortedBits = 4;
const places = 2 ** 25;

interface LookupSource {
  high: Growing;
  low: Growing;
  arrivals: Growing;
  /** Arrival -> document of the finished segment; -1: none. */
  placeOf: Int32Array;
}

export function writeHashedValues(name: string, { placeOf, ...build }: LookupSource, into: Record<string, Section>): void {
  const [high, low, arrivals] = [build.high.view(), build.low.view(), build.arrivals.view()];
  // A double packs upper hash bits and position, so that the native sort applies.
  const keys = new Float64Array(arrivals.length);
  let count = 0;
  for (let at = 0; at < arrivals.length; at++) {
    if (placeOf[arrivals[at]!]! >= 0) keys[count++] = (high[at]! >>> sortedBits) * places + at;
  }
  const order = Uint32Array.from(keys.subarray(0, count).toSorted(), (key) => key % places);
  into[`${name}.high`] = sharedU32(order.map((at) => high[at]!));
  into[`${name}.low`] = sharedU32(order.map((at) => low[at]!));
  into[`${name}.documents`] = sharedU32(order.map((at) => placeOf[arrivals[at]!]!));
}

export function readHashedValues(name: string, sections: Record<string, Section>): HashedValues {
  const part = (section: string): Uint32Array => (sections[`${name}.${section}`] as Uint32Array | undefined) ?? new Uint32Array(0);
  const [high, low, documents] = [part('high'), part('low'), part('documents')];
  return {
    high,
    low,
    documents,
    find(highBits, lowBits) {
      const upper = highBits >>> sortedBits;
      let from = 0;
      let end = high.length;
      while (from < end) {
        const middle = (from + end) >>> 1;
        if (high[middle]! >>> sortedBits < upper) from = middle + 1;
        else end = middle;
      }
      const found = new Set<number>();
      for (let at = from; at < high.length && high[at]! >>> sortedBits === upper; at++) {
        if (high[at] === highBits && low[at] === lowBits) found.add(documents[at]!);
      }
      return Uint32Array.from(found).toSorted();
    },
  };
}
