import { type Section, sharedBytes, sharedNarrow, sharedU32 } from './typed-arrays.ts';

/**
 * Words of each document in order, packed. A word is coded by the order of its first appearance, so that frequent ones take one byte;
 * code 0 parts two values of a field.
 */
export interface Tokens {
  /** Puts the words of the document as number + 1, 0 between values, into `into` (of at least `longest` places); how many there are. */
  read(document: number, into: Uint32Array): number;
  longest: number;
}

export interface PackedTokens {
  /** Where the bytes of each document begin, and the end. */
  at: Uint32Array;
  bytes: Uint8Array;
  /** Code - 1 -> number of the word. */
  wordOf: Uint32Array;
}

export function readPacked({ at, bytes, wordOf }: Pick<PackedTokens, 'bytes' | 'wordOf'> & { at: (document: number) => number }) {
  return (document: number, into: Uint32Array): number => {
    const end = at(document + 1);
    let length = 0;
    for (let from = at(document); from < end; length++) {
      let byte = bytes[from++]!;
      let code = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[from++]!;
        code |= (byte & 127) << shift;
      }
      into[length] = code === 0 ? 0 : wordOf[code - 1]! + 1;
    }
    return length;
  };
}

/** Documents (2^5) of which one beginning is kept in 32 bits; the others are told by 16 bits from there. */
const together = 32;
const farthest = 0xffff;

/** Half the bytes of a list of beginnings; where the words of some are too many for that, the list as it is. */
function writeStarts(name: string, at: Uint32Array, into: Record<string, Section>): void {
  const firsts = new Uint32Array(Math.ceil(at.length / together));
  for (let block = 0; block < firsts.length; block++) firsts[block] = at[block * together]!;
  const beyond = at.map((start, document) => start - firsts[Math.floor(document / together)]!);
  if (beyond.some((distance) => distance > farthest)) {
    into[`${name}.tokensAt`] = sharedU32(at);
    return;
  }
  into[`${name}.tokensFirst`] = sharedU32(firsts);
  into[`${name}.tokensBeyond`] = sharedNarrow(beyond, 0);
}

function readStarts(name: string, sections: Record<string, Section>): (document: number) => number {
  const firsts = sections[`${name}.tokensFirst`] as Uint32Array | undefined;
  const beyond = sections[`${name}.tokensBeyond`] as Uint16Array | undefined;
  if (firsts && beyond) return (document) => firsts[document >> 5]! + beyond[document]!;
  const at = sections[`${name}.tokensAt`] as Uint32Array | undefined;
  return (document) => at?.[document] ?? 0;
}

/** A byte holds at most one token. */
function longestOf(at: Uint32Array): number {
  let longest = 0;
  for (let document = 0; document + 1 < at.length; document++) longest = Math.max(longest, at[document + 1]! - at[document]!);
  return longest;
}

export function writeTokens(name: string, packed: PackedTokens, into: Record<string, Section>): void {
  into[`${name}.tokens`] = sharedBytes(packed.bytes);
  writeStarts(name, packed.at, into);
  into[`${name}.wordOf`] = sharedU32(packed.wordOf);
  into[`${name}.longest`] = sharedU32([longestOf(packed.at)]);
}

export function readTokens(name: string, sections: Record<string, Section>): Tokens {
  const part = (section: string) => sections[`${name}.${section}`] ?? new Uint32Array(1);
  return {
    longest: part('longest')[0] ?? 0,
    read: readPacked({ at: readStarts(name, sections), bytes: part('tokens') as Uint8Array, wordOf: part('wordOf') as Uint32Array }),
  };
}
