/** Received bytes. Capacity doubles, so that many small chunks cost no more than large ones. */
export type Intake = {
  push(chunk: Buffer): void;
  readonly size: number;
  peek(length: number): Buffer | null;
  take(length: number): Buffer | null;
};

const FIRST_CAPACITY = 4096;

export function createIntake(): Intake {
  let buffer = Buffer.alloc(0);
  let start = 0;
  let end = 0;

  function makeRoom(more: number): void {
    if (end + more <= buffer.length) return;
    const needed = end - start + more;
    let capacity = Math.max(FIRST_CAPACITY, buffer.length);
    while (capacity < needed) capacity *= 2;
    if (start === end && needed <= FIRST_CAPACITY) capacity = FIRST_CAPACITY;
    const moved = Buffer.alloc(capacity);
    buffer.copy(moved, 0, start, end);
    end -= start;
    start = 0;
    buffer = moved;
  }

  return {
    get size() {
      return end - start;
    },
    push(chunk) {
      makeRoom(chunk.length);
      chunk.copy(buffer, end);
      end += chunk.length;
    },
    peek: (length) => (end - start < length ? null : buffer.subarray(start, start + length)),
    take(length) {
      if (end - start < length) return null;
      const taken = Buffer.from(buffer.subarray(start, start + length));
      start += length;
      return taken;
    },
  };
}
