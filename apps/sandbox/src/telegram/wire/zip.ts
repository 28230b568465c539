import { gzipSync, unzipSync } from 'node:zlib';
import { TlBinaryReader, TlBinaryWriter } from '@mtcute/core/utils.js';
import { TlError } from './tl-error.ts';

export const GZIP_PACKED = 0x3072cfa1;

export type Budget = { left: number };

export const newBudget = (): Budget => ({ left: 8 * 1024 * 1024 });

export function unzip(packed: Uint8Array, budget: Budget): Buffer {
  if (budget.left <= 0) throw new TlError('Too much is zipped');
  try {
    const plain = unzipSync(packed, { maxOutputLength: budget.left });
    budget.left -= plain.length;
    return plain;
  } catch (error) {
    budget.left = 0;
    throw new TlError('It cannot be unzipped', { cause: error });
  }
}

export function zippedIn(body: Buffer): Uint8Array {
  if (body.length < 8) throw new TlError('It ends too early');
  return TlBinaryReader.manual(body, 4).bytes();
}

const WORTH_ZIPPING = 1024;

export function zipped(result: Buffer): Buffer {
  if (result.length < WORTH_ZIPPING) return result;
  const packed = gzipSync(result, { level: 1 });
  if (packed.length > result.length * 0.9) return result;
  const writer = TlBinaryWriter.manual(packed.length + 12);
  writer.uint(GZIP_PACKED);
  writer.bytes(packed);
  return Buffer.from(writer.result());
}
