import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openFile, sealFile } from './sealing.ts';

const key = randomBytes(32);
const chunk = 64 * 1024;
const sealedChunk = chunk + 16;
const refused = /authenticate|missing/;

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const seal = (bytes: Buffer, pieceSize = 1000) => collect(sealFile(key, 'a')(inPieces(bytes, pieceSize)));
const open = (sealed: Buffer, { name = 'a', with: other = key, pieceSize = 777 } = {}) =>
  collect(openFile(other, name)(inPieces(sealed, pieceSize)));

describe('an encrypted file of a backup', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])('returns its %i bytes, in pieces of any size', async (length) => {
    const bytes = randomBytes(length);
    for (const pieceSize of [1000, chunk, 5 * chunk]) {
      const opened = await open(await seal(bytes, pieceSize), { pieceSize });
      expect(opened.equals(bytes)).toBe(true);
    }
  });

  it('differs each time', async () => {
    expect(await seal(Buffer.from('same'))).not.toEqual(await seal(Buffer.from('same')));
  });

  it('is refused with another key and as another file', async () => {
    const sealed = await seal(randomBytes(10));
    await expect(open(sealed, { with: randomBytes(32) })).rejects.toThrow(refused);
    await expect(open(sealed, { name: 'b' })).rejects.toThrow(refused);
  });

  it('is refused if a byte is changed, wherever it is', async () => {
    const sealed = await seal(randomBytes(chunk + 10));
    for (const at of [0, 31, 32, 40, 32 + sealedChunk - 1, 32 + sealedChunk, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(open(changed)).rejects.toThrow(refused);
    }
  });

  it('is refused if chunks are swapped, missing or added, or the end is cut off', async () => {
    const sealed = await seal(randomBytes(2 * chunk + 10));
    const [head, one, two, end] = [
      sealed.subarray(0, 32),
      sealed.subarray(32, 32 + sealedChunk),
      sealed.subarray(32 + sealedChunk, 32 + 2 * sealedChunk),
      sealed.subarray(32 + 2 * sealedChunk),
    ];
    expect(await open(Buffer.concat([head, one, two, end]))).toHaveLength(2 * chunk + 10);
    for (const parts of [[two, one, end], [two, end], [one, two], [one], [], [one, two, two, end], [one, two, end, end]])
      await expect(open(Buffer.concat([head, ...parts]))).rejects.toThrow(refused);
    for (const length of [0, 10, 32, 40]) await expect(open(sealed.subarray(0, length))).rejects.toThrow(refused);
  });
});
