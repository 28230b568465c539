import { type Section, sharedBytes, sharedU32 } from './arrays.ts';

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

export function readPacked({ at, bytes, wordOf }: { at: ArrayLike<number>; bytes: ArrayLike<number>; wordOf: ArrayLike<number> }) {
  return (document: number, into: Uint32Array): number => {
    const end = at[document + 1] ?? 0;
    let length = 0;
    for (let from = at[document] ?? 0; from < end; length++) {
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

/** A byte holds at most one token. */
function longestOf(at: Uint32Array): number {
  let longest = 0;
  for (let document = 0; document + 1 < at.length; document++) longest = Math.max(longest, at[document + 1]! - at[document]!);
  return longest;
}

export function writeTokens(name: string, packed: PackedTokens, into: Record<string, Section>): void {
  into[`${name}.tokens`] = sharedBytes(packed.bytes);
  into[`${name}.tokensAt`] = sharedU32(packed.at);
  into[`${name}.wordOf`] = sharedU32(packed.wordOf);
  into[`${name}.longest`] = sharedU32([longestOf(packed.at)]);
}

export function readTokens(name: string, sections: Record<string, Section>): Tokens {
  const part = (section: string) => sections[`${name}.${section}`] ?? new Uint32Array(1);
  return {
    longest: part('longest')[0] ?? 0,
    read: readPacked({ at: part('tokensAt'), bytes: part('tokens'), wordOf: part('wordOf') }),
  };
}
