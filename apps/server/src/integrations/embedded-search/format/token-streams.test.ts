import { describe, expect, it } from 'vitest';
import { growingBytes, type Section } from './typed-arrays.ts';
import { readTokens, writeTokens } from './token-streams.ts';

/** Documents of the given lengths that differ in the first word only. */
function written(lengths: readonly number[]): Record<string, Section> {
  const bytes = growingBytes();
  const at = [0];
  lengths.forEach((length, document) => {
    for (let word = 0; word < length; word++) bytes.pushNumber(word === 0 ? 1 + document : 1);
    at.push(bytes.length);
  });
  const sections: Record<string, Section> = {};
  writeTokens('x.about', { at: Uint32Array.from(at), bytes: bytes.view(), wordOf: Uint32Array.from(lengths.keys()) }, sections);
  return sections;
}

function firstsOf(lengths: readonly number[]): { firsts: number[]; found: number[]; sections: Record<string, Section> } {
  const sections = written(lengths);
  const tokens = readTokens('x.about', sections);
  const into = new Uint32Array(tokens.longest);
  const found: number[] = [];
  const firsts = lengths.map((_, document) => {
    found.push(tokens.read(document, into));
    return into[0]!;
  });
  return { firsts, found, sections };
}

describe('words of documents', () => {
  it('are found in any document', () => {
    const lengths = Array.from({ length: 100 }, (_, document) => 1 + ((document * 7) % 40));
    const { firsts, found } = firstsOf(lengths);
    expect(found).toEqual(lengths);
    expect(firsts).toEqual(lengths.map((_, document) => document + 1));
  });

  it('are found if documents are too long for short offsets', () => {
    const lengths = Array.from({ length: 70 }, () => 5_000);
    const { firsts, found, sections } = firstsOf(lengths);
    expect(sections['x.about.tokensAt']).toBeDefined();
    expect(found).toEqual(lengths);
    expect(firsts).toEqual(lengths.map((_, document) => document + 1));
  });
});
