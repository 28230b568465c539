import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';

/**
 * STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015), as in age: the nonce of a chunk is its number
 * and whether it is the last one, so that chunks cannot be reordered, removed or cut off.
 */
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const saltBytes = 32;
const algorithm = 'aes-256-gcm';

const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

export const newSalt = (): Buffer => randomBytes(saltBytes);

export const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, scryptCost, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** A subkey for one purpose. Files have a purpose each, so that none can take the place of another. */
export const subkeyOf = (key: Buffer, { salt, purpose }: { salt: Buffer; purpose: string }): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, 32));

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(chunk), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const fileKey = (key: Buffer, salt: Buffer, file: string) => subkeyOf(key, { salt, purpose: `headwater backup file ${file}` });

function sealChunk(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < tagBytes) throw new Error('the end is missing');
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
}

/** Pieces of `size` bytes. The last one has the rest and is empty for an empty input. */
async function* pieces(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let count = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    count += chunk.length;
    if (count <= size) continue;
    let rest = Buffer.concat(held);
    for (; rest.length > size; rest = rest.subarray(size)) yield { piece: rest.subarray(0, size), isLast: false };
    held = [rest];
    count = rest.length;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

/** Encrypts a file of a backup: a salt, then chunks with their tags. */
export const sealFile = (key: Buffer, file: string) =>
  async function* seal(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = newSalt();
    const own = fileKey(key, salt, file);
    yield salt;
    let chunk = 0;
    for await (const { piece, isLast } of pieces(bytes, chunkBytes)) {
      yield sealChunk(own, nonceOf(chunk, isLast), piece);
      chunk += 1;
    }
  };

async function* withoutHead(bytes: AsyncIterable<Buffer>, take: (head: Buffer) => void): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head.length === saltBytes) {
      yield chunk;
      continue;
    }
    const all = Buffer.concat([head, chunk]);
    head = all.subarray(0, saltBytes);
    if (head.length === saltBytes) {
      take(head);
      yield all.subarray(saltBytes);
    }
  }
}

/** Decrypts a file. Throws at the first chunk that is not authentic, and at a missing end. */
export const openFile = (key: Buffer, file: string) =>
  async function* open(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let own: Buffer | undefined;
    const sealed = withoutHead(bytes, (salt) => (own = fileKey(key, salt, file)));
    let chunk = 0;
    for await (const { piece, isLast } of pieces(sealed, chunkBytes + tagBytes)) {
      if (!own) throw new Error('the beginning is missing');
      yield openChunk(own, nonceOf(chunk, isLast), piece);
      chunk += 1;
    }
  };
