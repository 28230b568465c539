export type Section = Uint8Array | Uint16Array | Uint32Array | Int32Array;
export const missing = -(2 ** 31);

export function sharedBytes(source: Uint8Array): Uint8Array {
  const out = new Uint8Array(new SharedArrayBuffer(source.length));
  out.set(source);
  return out;
}

export function sharedU32(source: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(new SharedArrayBuffer(source.length * 4));
  out.set(source);
  return out;
}

export function sharedI32(source: ArrayLike<number>): Int32Array {
  const out = new Int32Array(new SharedArrayBuffer(source.length * 4));
  out.set(source);
  return out;
}

export function sharedNarrow(source: ArrayLike<number>, max: number): Uint16Array | Uint32Array {
  if (max >= 0xffff) return sharedU32(source);
  const out = new Uint16Array(new SharedArrayBuffer(source.length * 2));
  out.set(source);
  return out;
}

export interface Growing {
  readonly length: number;
  push(value: number): void;
  at(index: number): number;
  view(): Int32Array;
}

/** 32-bit numbers; read unsigned ones through `>>> 0` or a Uint32Array over the same bytes. */
export function growing(): Growing {
  let items = new Int32Array(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === items.length) {
        const wider = new Int32Array(length * 2);
        wider.set(items);
        items = wider;
      }
      items[length++] = value;
    },
    at: (index) => items[index] ?? 0,
    view: () => items.subarray(0, length),
  };
}

export interface GrowingBytes {
  readonly length: number;
  push(bytes: Uint8Array): void;
  /** LEB128: seven bits per byte, the lowest first; the highest bit marks continuation. */
  pushNumber(value: number): void;
  align(): void;
  view(): Uint8Array;
}

export function growingBytes(): GrowingBytes {
  let items = new Uint8Array(256);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= items.length) return;
    const wider = new Uint8Array(Math.max(items.length * 2, length + more));
    wider.set(items);
    items = wider;
  };
  return {
    get length() {
      return length;
    },
    push(bytes) {
      reserve(bytes.length);
      items.set(bytes, length);
      length += bytes.length;
    },
    pushNumber(value) {
      if (length + 5 > items.length) reserve(5);
      let left = value;
      for (; left > 127; left >>>= 7) items[length++] = (left & 127) | 128;
      items[length++] = left;
    },
    align() {
      const gap = (4 - (length % 4)) % 4;
      reserve(gap);
      length += gap;
    },
    view: () => items.subarray(0, length),
  };
}
