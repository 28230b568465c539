import type { IncomingMessage } from 'node:http';
import { AppError } from '#platform/errors.ts';
import { createTally } from '#platform/tally.ts';
import { isBoundary, parseContentType } from './content-type.ts';
import { readJson } from './read-json.ts';

const kilobyte = 1024;
const megabyte = 1024 ** 2;
/** Minimum bytes per interval; slow mobile networks are faster. */
const minBytesPerCheck = 4 * kilobyte;
const maxParts = 50;
const retrySeconds = 5;

interface Pool {
  total: number;
  reserve: number;
  perSender: number;
  perGroup?: number;
}

export interface Sender {
  sender: string;
  group?: string;
}

const smallBody = 64 * kilobyte;
const pools = {
  /** Four uploads of 30 MB; two per person and three per company. */
  session: { total: 160 * megabyte, reserve: 32 * megabyte, perSender: 64 * megabyte, perGroup: 96 * megabyte },
  visitor: { total: 48 * megabyte, reserve: 16 * megabyte, perSender: 12 * megabyte },
} satisfies Record<string, Pool>;
export type PoolName = keyof typeof pools;

interface Share {
  /** Throws if the pool is full, or after the release. `size`: bytes of the body so far. */
  add(bytes: number, size: number): void;
  release(): void;
}

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

/** Milliseconds for which a stream rests after so many bytes. */
type Delay = (bytes: number) => number;

interface ReadOptions {
  limit: number;
  share: Share;
  delay: Delay;
  checkEveryMs: number;
}

function rest(stream: IncomingMessage, ms: number): NodeJS.Timeout | undefined {
  if (ms <= 0) return undefined;
  stream.pause();
  return setTimeout(() => stream.resume(), ms);
}

/** Counts received bytes instead of trusting headers. Throws AppError. */
export function readBody(stream: IncomingMessage, { limit, share, delay, checkEveryMs }: ReadOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let seen = 0;
    let resting: NodeJS.Timeout | undefined;
    const finish = (settle: () => void) => {
      clearInterval(timer);
      clearTimeout(resting);
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
        resting = rest(stream, delay(chunk.length));
      } catch (error) {
        fail(error);
      }
    };
    const end = () => finish(() => resolve(Buffer.concat(chunks, size)));
    const cut = () => fail(new AppError('bad_request'));
    const timer = setInterval(() => {
      if (size - seen < minBytesPerCheck) fail(new AppError('body_too_slow'));
      seen = size;
    }, checkEveryMs);
    stream.on('data', take).on('end', end).on('error', cut).on('close', cut);
    if (stream.destroyed) cut();
  });
}

/** Drains the rest of a body, so that the client receives the response. */
export function discardRest(stream: IncomingMessage, delay: Delay, { bytes = 32 * megabyte, ms = 10_000 } = {}): void {
  let left = bytes;
  let resting: NodeJS.Timeout | undefined;
  const disconnect = () => stream.destroy();
  const timer = setTimeout(disconnect, ms);
  const end = () => [timer, resting].forEach(clearTimeout);
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) disconnect();
    else resting = rest(stream, delay(chunk.length));
  });
  stream.once('close', end).once('end', end);
  stream.resume();
}

export function checkMediaType({ headers }: IncomingMessage, takesForm: boolean): void {
  const type = parseContentType(headers['content-type'] ?? 'application/json');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  const isJson = type?.media === 'application/json' && /^utf-?8$/i.test(type.parameters.get('charset') ?? 'utf-8');
  const isForm = takesForm && type?.media === 'multipart/form-data';
  if (!isPlain || !(isJson || isForm)) throw new AppError('media_type', { type: takesForm ? 'multipart/form-data' : 'application/json' });
}

/** Limits the parts before the parser creates an object for each. */
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
    // The normalized header makes the parser use the same boundary as the check.
    return await new Response(bytes, { headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } }).formData();
  } catch {
    throw new AppError('bad_request');
  }
}

export async function decodeBody(bytes: Buffer, header = 'application/json'): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  const type = parseContentType(header);
  return type?.media === 'multipart/form-data' ? readForm(bytes, type.parameters.get('boundary')) : readJson(bytes);
}
