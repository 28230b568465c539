import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type HostilePart, type Target } from './hostile-load/part.ts';
import { insider } from './hostile-load/insider.ts';
import { messages } from './hostile-load/messages.ts';
import { requests } from './hostile-load/requests.ts';
import { watchHealth } from './hostile-load/watch.ts';
import { checkout, freePort, newFolder, startProduct, waitForPeople } from './product/start-product.ts';
import { type BenchRow, makeRow } from './row.ts';

const parts: readonly HostilePart[] = [requests, messages, insider];

/** `of`: one part, else all in turn; `profiles`: people in the demo. */
export async function run({ of, profiles = 500, ...options }: Record<string, string | number | boolean>): Promise<BenchRow[]> {
  const chosen = parts.filter(({ name }) => of === undefined || name === of);
  if (chosen.length === 0) throw new Error(`There is no such part. There are: ${parts.map(({ name }) => name).join(', ')}.`);
  const temporary = newFolder();
  const rows = [makeRow('machine', 'load before, 1 minute', { value: loadavg()[0] ?? 0, reference: 'other work slows everything below' })];
  try {
    const dataDir = join(temporary.path, 'data');
    const [smtpPort, imapPort] = [await freePort(), await freePort()];
    const env = { HEADWATER_SANDBOX_SMTP_PORT: String(smtpPort), HEADWATER_SANDBOX_IMAP_PORT: String(imapPort) };
    const product = await startProduct({ folder: checkout, dataDir, profiles: Number(profiles), env });
    try {
      await waitForPeople(product.origin, Number(profiles));
      const target: Target = { origin: product.origin, pid: product.pid, dataDir, smtpPort, imapPort, options };
      for (const part of chosen) {
        const watch = await watchHealth(product.origin, part.name);
        const own = await part.run(target).finally(async () => rows.push(...(await watch.end())));
        rows.push(...own);
      }
    } finally {
      await product.stop();
    }
    return rows;
  } finally {
    temporary.remove();
  }
}
