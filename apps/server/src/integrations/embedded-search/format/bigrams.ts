import { type Section, sharedU32 } from './typed-arrays.ts';
import type { Bitmap } from './bitmaps.ts';
import { readPostings, writePostings } from './posting-lists.ts';

/**
 * Documents with two very common forms side by side: checking every candidate of such a phrase
 * would take 100 ms at a million documents.
 */
export interface Bigrams {
  has(first: number, second: number): boolean;
  /** The caller owns the bitmap. */
  read(first: number, second: number): Bitmap;
}

const commonest = 96;
/** Fewer candidates can be checked directly. */
const worthwhile = 20_000;

interface BigramSource {
  documents: number;
  forms: number;
  /** Word -> form. */
  formOf: Uint32Array;
  counts: Uint32Array;
  read: (document: number, into: Uint32Array) => number;
  tokens: Uint32Array;
}

export function writeBigrams(name: string, source: BigramSource, into: Record<string, Section>): void {
  const { documents, formOf, counts, read, tokens } = source;
  if (documents < worthwhile) return;
  const sums = new Float64Array(source.forms);
  counts.forEach((count, word) => (sums[formOf[word]!]! += count));
  const common = Uint32Array.from(sums.keys())
    .toSorted((a, b) => sums[b]! - sums[a]!)
    .slice(0, commonest);
  const rankOf = new Int32Array(source.forms).fill(-1);
  common.forEach((form, rank) => (rankOf[form] = rank));
  const walk = (visit: (key: number, document: number) => void): void => {
    for (let document = 0; document < documents; document++) {
      const length = read(document, tokens);
      let before = -1;
      for (let at = 0; at < length; at++) {
        const rank = tokens[at] === 0 ? -1 : rankOf[formOf[tokens[at]! - 1]!]!;
        if (before >= 0 && rank >= 0) visit(before * commonest + rank, document);
        before = rank;
      }
    }
  };
  writePostings(`${name}.bigrams`, { size: commonest * commonest, walk }, into);
  into[`${name}.pairForms`] = sharedU32(common);
}

export function readBigrams(name: string, sections: Record<string, Section>): Bigrams {
  const common = sections[`${name}.pairForms`] ?? new Uint32Array(0);
  const ranks = new Map(Array.from(common, (form, rank) => [form, rank]));
  const postings = readPostings(`${name}.bigrams`, sections);
  return {
    has: (first, second) => ranks.has(first) && ranks.has(second),
    read: (first, second) => postings.read((ranks.get(first) ?? 0) * commonest + (ranks.get(second) ?? 0)),
  };
}
