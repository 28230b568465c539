import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '#platform/errors.ts';

const loopback = '127.0.0.1';

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: loopback, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

/** The requested port (StartupError if in use), else that of the last start, else any. */
export async function choosePort(folder: string, requested: number | undefined): Promise<number> {
  if (requested) {
    if (await tryPort(requested)) return requested;
    throw new StartupError(
      `Port ${requested} is taken, so the embedded database cannot listen on it: stop what uses it or choose another port.`,
    );
  }
  const file = join(folder, 'port');
  const saved = existsSync(file) ? Number(await readFile(file, 'utf8')) : 0;
  const port = (saved > 0 ? await tryPort(saved) : undefined) ?? (await tryPort(0));
  if (!port) throw new StartupError('There is no free port on 127.0.0.1 for the embedded database.');
  await writeFile(file, `${port}\n`);
  return port;
}
