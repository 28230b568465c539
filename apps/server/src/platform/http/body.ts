import type { IncomingMessage } from 'node:http';
import { AppError } from '#platform/errors.ts';
import { isBoundary, parseContentType } from './content-type.ts';
import { readJson } from './read-json.ts';

const kilobyte = 1024;
const megabyte = 1024 ** 2;
/** What of a body arrives at least between two looks. Phones on a train are faster. */
const minBytesPerLook = 4 * kilobyte;
/** A form has a file and a few fields beside it. */
const maxParts = 50;
const retrySeconds = 5;

/** Bytes of bodies that are in memory at once, over all connections. */
interface Pool {
  total: number;
  /** Of these, for small bodies alone. */
  reserve: number;
  /** What those of one address may take of it; all where left out. */
  perAddress?: number;
}

const smallBody = 64 * kilobyte;
const pools = {
  /** People who are signed in: four uploads of 30 MB. */
  session: { total: 160 * megabyte, reserve: 32 * megabyte },
  /** Nobody knows them, and their bodies are sign-ins. */
  visitor: { total: 48 * megabyte, reserve: 16 * megabyte, perAddress: 12 * megabyte },
} satisfies Record<string, Pool>;
export type PoolName = keyof typeof pools;

/** How much of a body may be kept. */
interface Share {
  /** Throws where there is no room for more, and after the release. `size`: of the body so far. */
  add(bytes: number, size: number): void;
  release(): void;
}

/** Counts the bytes of bodies in memory. A share is held until its request is answered. */
export function createBodyBudget(sizes: Readonly<Record<PoolName, Pool>> = pools): { open(pool: PoolName, address: string): Share } {
  const used = { session: 0, visitor: 0 };
  const usedBy = { session: new Map<string, number>(), visitor: new Map<string, number>() };
  return {
    open(pool, address) {
      let own = 0;
      let isReleased = false;
      const { total, reserve, perAddress = total } = sizes[pool];
      const count = (bytes: number) => {
        own += bytes;
        used[pool] += bytes;
        const left = (usedBy[pool].get(address) ?? 0) + bytes;
        if (left > 0) usedBy[pool].set(address, left);
        else usedBy[pool].delete(address);
      };
      return {
        add(bytes, size) {
          if (isReleased) throw new AppError('bad_request');
          const room = (size > smallBody ? total - reserve : total) - used[pool];
          const ownRoom = perAddress - (usedBy[pool].get(address) ?? 0);
          if (bytes > Math.min(room, ownRoom)) throw new AppError('busy', { seconds: retrySeconds });
          count(bytes);
        },
        release() {
          count(-own);
          isReleased = true;
        },
      };
    },
  };
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

interface ReadOptions {
  /** Bytes. */
  limit: number;
  share: Share;
  /** A body is given up that brings almost nothing within this time. */
  lookEveryMs: number;
}

/** Reads a body whole, counting what arrives, whatever its headers said. Throws AppError where it is too large, too slow or cut off. */
export function readBody(stream: IncomingMessage, { limit, share, lookEveryMs }: ReadOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let seen = 0;
    const finish = (settle: () => void) => {
      clearInterval(timer);
      stream.off('data', take).off('end', end).off('error', cut).off('close', cut);
      settle();
    };
    const fail = (error: unknown) =>
      finish(() => {
        stream.on('error', () => undefined);
        stream.pause();
        reject(error instanceof Error ? error : new AppError('bad_request'));
      });
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(new AppError('body_too_large'));
      try {
        share.add(chunk.length, size);
        chunks.push(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const end = () => finish(() => resolve(Buffer.concat(chunks, size)));
    const cut = () => fail(new AppError('bad_request'));
    const timer = setInterval(() => {
      if (size - seen < minBytesPerLook) fail(new AppError('body_too_slow'));
      seen = size;
    }, lookEveryMs);
    stream.on('data', take).on('end', end).on('error', cut).on('close', cut);
    if (stream.destroyed) cut();
  });
}

/** Hears out what is left of a body whose request has been answered, so that the answer arrives; hangs up where it takes too long or is too much. */
export function discardRest(stream: IncomingMessage, { bytes = 32 * megabyte, ms = 10_000 } = {}): void {
  let left = bytes;
  const hangUp = () => stream.destroy();
  const timer = setTimeout(hangUp, ms);
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) hangUp();
  });
  stream.once('close', () => clearTimeout(timer));
  stream.once('end', () => clearTimeout(timer));
  stream.resume();
}

/** Throws where a body is of another kind than the route takes. */
export function checkMediaType({ headers }: IncomingMessage, takesForm: boolean): void {
  const type = parseContentType(headers['content-type'] ?? 'application/json');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  const isJson = type?.media === 'application/json' && /^utf-?8$/i.test(type.parameters.get('charset') ?? 'utf-8');
  const isForm = takesForm && type?.media === 'multipart/form-data';
  if (!isPlain || !(isJson || isForm)) throw new AppError('media_type', { type: takesForm ? 'multipart/form-data' : 'application/json' });
}

/** Each part becomes an object: they are counted before. */
function checkParts(bytes: Buffer, boundary: string): void {
  const mark = Buffer.from(`--${boundary}`);
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    count += 1;
    if (count > maxParts) throw new AppError('too_many_values');
  }
}

async function readForm(bytes: Buffer, boundary = ''): Promise<FormData> {
  if (!isBoundary(boundary)) throw new AppError('bad_request');
  checkParts(bytes, boundary);
  try {
    // Written anew, so that the parser looks for the very boundary whose parts were counted.
    return await new Response(bytes, { headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } }).formData();
  } catch {
    throw new AppError('bad_request');
  }
}

/** What a body says; undefined for an empty one. */
export async function decodeBody(bytes: Buffer, header = 'application/json'): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  const type = parseContentType(header);
  return type?.media === 'multipart/form-data' ? readForm(bytes, type.parameters.get('boundary')) : readJson(bytes);
}
