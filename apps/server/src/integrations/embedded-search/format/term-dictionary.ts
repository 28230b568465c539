import { growingBytes, type Section, sharedBytes, sharedU32 } from './typed-arrays.ts';

export interface Dictionary {
  readonly size: number;
  word(number: number): string;
  lowerBound(word: string): number;
  find(word: string): number;
  prefix(beginning: string): readonly [number, number];
}

export function writeDictionary(name: string, sorted: readonly string[], into: Record<string, Section>): void {
  const starts = new Uint32Array(sorted.length + 1);
  const bytes = growingBytes();
  sorted.forEach((word, index) => {
    bytes.push(Buffer.from(word));
    starts[index + 1] = bytes.length;
  });
  into[`${name}.text`] = sharedBytes(bytes.view());
  into[`${name}.at`] = sharedU32(starts);
}

export function readDictionary(name: string, sections: Record<string, Section>): Dictionary {
  const starts = sections[`${name}.at`] ?? new Uint32Array(1);
  const raw = sections[`${name}.text`] ?? new Uint8Array(0);
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const size = Math.max(0, starts.length - 1);
  const word = (number: number): string => text.toString('utf8', starts[number], starts[number + 1]);
  const lowerBound = (term: string): number => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (word(middle) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    size,
    word,
    lowerBound,
    find(term) {
      const at = lowerBound(term);
      return at < size && word(at) === term ? at : -1;
    },
    // U+FFFF is a noncharacter: no word with the prefix sorts after it.
    prefix: (beginning) => [lowerBound(beginning), lowerBound(`${beginning}\uffff`)],
  };
}
