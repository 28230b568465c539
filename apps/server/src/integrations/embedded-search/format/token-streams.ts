import { type Section, sharedBytes, sharedNarrow, sharedU32 } from './typed-arrays.ts';

/**
 * Words of each document, packed. Codes follow first appearance, so that frequent words take one
 * byte; code 0 separates values.
 */
export interface Tokens {
  /** Unpacks words as number + 1, and 0 between values, into `into`. Returns the count. */
  read(document: number, into: Uint32Array): number;
  longest: number;
}

export interface PackedTokens {
  at: Uint32Array;
  bytes: Uint8Array;
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

/** A block of 2^5 documents has one 32-bit offset; the others are 16-bit differences. */
const together = 32;
const farthest = 0xffff;

/** Halves the bytes of the offsets; falls back to 32 bits if a block is too long. */
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

/** A byte contains at most one token. */
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
