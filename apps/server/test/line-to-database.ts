import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Line {
  /** Of the database, over this line. */
  url: string;
  hasFallen(): boolean;
  fall(): void;
  stop(): Promise<void>;
}

/**
 * A line to the database that falls once: when a transaction in which that statement was made has been committed (or, where it is the
 * whole transaction, when it was carried out), before whoever asked for it hears so; without one when it is told to. The database is away for so many milliseconds then, as one that starts again.
 */
export async function startLineToDatabase(
  databaseUrl: string,
  { statement, isWhole = false, awayMs }: { statement?: string; isWhole?: boolean; awayMs: number },
): Promise<Line> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let fellAt: number | undefined;
  const fall = () => {
    fellAt = Date.now();
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (fellAt !== undefined && Date.now() - fellAt < awayMs) return near.destroy();
    const far = connect(Number(port), hostname);
    let isMade = false;
    let isCommitting = false;
    near.on('data', (data) => {
      isMade ||= statement !== undefined && data.includes(statement);
      isCommitting = isMade && fellAt === undefined && data.includes(isWhole ? String(statement) : 'commit\0');
      far.write(data);
    });
    far.on('data', (data) => (isCommitting && fellAt === undefined ? fall() : near.write(data)));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hasFallen: () => fellAt !== undefined,
    fall,
    stop: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
