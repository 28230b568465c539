export interface PairCodec {
  /** -1 after the limit of different pairs. */
  number(first: number, second: number): number;
  pairs(): { firsts: Uint32Array; seconds: Uint32Array };
}

const hash = (first: number, second: number): number => {
  const mixed = Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 15);
};

/** An open-addressing table, at most half full, for hundreds of thousands of documents. */
export function createPairCodec(limit: number): PairCodec {
  const places = 2 ** Math.ceil(Math.log2(limit * 2 + 2));
  const table = new Int32Array(places).fill(-1);
  const firsts = new Uint32Array(limit);
  const seconds = new Uint32Array(limit);
  let size = 0;
  return {
    number(first, second) {
      let place = hash(first, second) & (places - 1);
      for (; table[place]! >= 0; place = (place + 1) & (places - 1)) {
        const known = table[place]!;
        if (firsts[known] === first && seconds[known] === second) return known;
      }
      if (size === limit) return -1;
      firsts[size] = first;
      seconds[size] = second;
      table[place] = size;
      return size++;
    },
    pairs: () => ({ firsts: firsts.slice(0, size), seconds: seconds.slice(0, size) }),
  };
}
