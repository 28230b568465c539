import { get } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from './observe.ts';

/** Script URLs that a page loads. */
export function collectScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || /\.m?js(?:\?|$)/.test(response.url())) scripts.add(response.url());
  });
  return scripts;
}

/** Compresses what the server does not, as a proxy would. */
const brotliBytes = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`));
        else resolve(answer.headers['content-encoding'] === 'br' ? body.length : brotliCompressSync(body).length);
      });
    }).on('error', reject);
  });

const known = new Map<string, Promise<number>>();

/** File names contain a content hash, so one request suffices. */
function knownBytes(address: string): Promise<number> {
  const bytes = known.get(address) ?? brotliBytes(address);
  known.set(address, bytes);
  return bytes;
}

/** Brotli kilobytes (1000 bytes) of each script, largest first. */
export async function sizesOf(scripts: ReadonlySet<string>): Promise<{ address: string; kilobytes: number }[]> {
  const sizes = await Promise.all([...scripts].map(async (address) => ({ address, kilobytes: (await knownBytes(address)) / 1000 })));
  return sizes.toSorted((one, other) => other.kilobytes - one.kilobytes);
}
