import type { IncomingMessage } from 'node:http';
import { AppError } from '#platform/errors.ts';
import { createTally } from '#platform/tally.ts';
import { isBoundary, parseContentType } from './content-type.ts';
import { readJson } from './read-json.ts';

const kilobyte = 1024;
const megabyte = 1024 ** 2;
/** What of a body arrives at least between two looks. Phones on a train are faster. */
const minBytesPerLook = 4 * kilobyte;
/** A form has a file and a few fields beside it. */
const maxParts = 50;
const retrySeconds = 5;

/** Bytes of bodies in memory, over all connections. */
interface Pool {
  total: number;
  /** Part of the total for small bodies only. */
  reserve: number;
  /** The most for one sender: an address of visitors, or a person. */
  perSender: number;
  /** The most for the large bodies of one group of senders: a company. */
  perGroup?: number;
}

/** Sender of a body. */
export interface Sender {
  sender: string;
  group?: string;
}

const smallBody = 64 * kilobyte;
const pools = {
  /** Signed-in people: four uploads of 30 MB, of which one person has two and one company three. */
  session: { total: 160 * megabyte, reserve: 32 * megabyte, perSender: 64 * megabyte, perGroup: 96 * megabyte },
  /** Visitors send sign-ins. */
  visitor: { total: 48 * megabyte, reserve: 16 * megabyte, perSender: 12 * megabyte },
} satisfies Record<string, Pool>;
export type PoolName = keyof typeof pools;

/** How much of a body may be kept. */
interface Share {
  /** Throws where there is no room for more, and after the release. `size`: of the body so far. */
  add(bytes: number, size: number): void;
  release(): void;
}

/** Counts the bytes of bodies in memory. A share is held until its request is answered. */
export function createBodyBudget(sizes: Readonly<Record<PoolName, Pool>> = pools): { open(pool: PoolName, from: Sender): Share } {
  const used = createTally();
  return {
    open(pool, { sender, group = '' }) {
      let own = 0;
      let isReleased = false;
      const { total, reserve, perSender, perGroup = total }: Pool = sizes[pool];
      const [ofSender, ofGroup] = [`${pool} sender ${sender}`, `${pool} group ${group}`];
      const count = (bytes: number) => {
        own += bytes;
        for (const key of [pool, ofSender, ofGroup]) used.add(key, bytes);
      };
      return {
        add(bytes, size) {
          if (isReleased) throw new AppError('bad_request');
          const isSmall = size <= smallBody;
          const room = (isSmall ? total : total - reserve) - used.of(pool);
          const ownRoom = perSender - used.of(ofSender);
          const groupRoom = isSmall ? room : perGroup - used.of(ofGroup);
          if (bytes > Math.min(room, ownRoom, groupRoom)) throw new AppError('busy', { seconds: retrySeconds });
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
