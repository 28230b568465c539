import { createHash } from 'node:crypto';

export interface Measure {
  bytes: number;
  sha256: string;
}

export function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    result: (): Measure => ({ bytes, sha256: hash.digest('hex') }),
  };
}
