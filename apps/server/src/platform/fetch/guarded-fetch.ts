import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';

export type FetchRefusal = 'address' | 'too_large' | 'status' | 'network';

export class FetchRefused extends Error {
  readonly reason: FetchRefusal;
  constructor(reason: FetchRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export interface Fetched {
  bytes: Uint8Array;
  mediaType: string;
}

export interface GuardedFetchOptions {
  maxBytes: number;
  timeoutMs?: number;
  allows?(address: string): boolean;
  /** Sends a POST and follows no redirect, because it would receive credentials. */
  post?: { body: string; headers: Record<string, string> };
  signal?: AbortSignal | undefined;
}

const maxRedirects = 3;

/** Excludes loopback, private, link-local (cloud metadata), shared and reserved addresses. */
export const isPublicAddress = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** Reserved names (RFC 6761, 6762, 8375, ICANN) and those that ICANN does not delegate. */
const privateNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|intranet|corp|home)$/;

/** Checks literal addresses and private domains; a call also checks resolved names. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host)) return isPublicAddress(host);
  return host.includes('.') && !privateNames.test(host);
}

/**
 * Rejects a name if any address is not allowed. The connection uses the result, which prevents DNS
 * rebinding.
 */
export const guardedLookup =
  (allows: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const bad = addresses.find(({ address }) => !allows(address));
      const [first] = addresses;
      if (bad || !first) return done(new FetchRefused('address', `${hostname} is not a public address`), '', 0);
      if (options.all) return done(null, addresses as never, 0);
      done(null, first.address, first.family);
    });
  };

export async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new FetchRefused('too_large', `more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export async function readFirst(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    parts.push(part);
    if (size >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

export function checkUrl(url: URL, allows: (address: string) => boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('address', `${url.protocol} is not fetched`);
  if (isIP(host) && !allows(host)) throw new FetchRefused('address', `${host} is not a public address`);
}

/** Public hosts only, also after redirects. Throws FetchRefused. */
export async function guardedFetch(
  address: string,
  { maxBytes, timeoutMs = 10_000, allows = isPublicAddress, post, signal: left }: GuardedFetchOptions,
): Promise<Fetched> {
  const agent = new Agent({ connect: { lookup: guardedLookup(allows), timeout: timeoutMs } });
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(left ? [left] : [])]);
  let url = new URL(address);
  try {
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      checkUrl(url, allows);
      const { statusCode, headers, body } = await request(url, { dispatcher: agent, signal, ...(post ? { method: 'POST', ...post } : {}) });
      const location = headers['location'];
      if (!post && statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        url = new URL(location, url);
        await body.dump();
        continue;
      }
      if (statusCode !== 200) throw new FetchRefused('status', `answered ${statusCode}`);
      return { bytes: await readBounded(body, maxBytes), mediaType: String(headers['content-type'] ?? '') };
    }
    throw new FetchRefused('status', 'too many redirects');
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    const { cause } = error as { cause?: unknown };
    if (cause instanceof FetchRefused) throw cause;
    throw new FetchRefused('network', (error as Error).message);
  } finally {
    await agent.destroy();
  }
}
