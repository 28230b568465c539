import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Line {
  /** Address of the database through this proxy. */
  url: string;
  hasFallen(): boolean;
  fall(): void;
  stop(): Promise<void>;
}

/**
 * A proxy that disconnects once: after the transaction with `statement` has committed (`isWhole`:
 * after the statement itself), before the client gets the response; without a statement on request.
 * The database is then unreachable for `awayMs`.
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
    const upstream = connect(Number(port), hostname);
    let isMade = false;
    let isCommitting = false;
    near.on('data', (data) => {
      isMade ||= statement !== undefined && data.includes(statement);
      isCommitting = isMade && fellAt === undefined && data.includes(isWhole ? String(statement) : 'commit\0');
      upstream.write(data);
    });
    upstream.on('data', (data) => (isCommitting && fellAt === undefined ? fall() : near.write(data)));
    for (const [one, other] of [
      [near, upstream],
      [upstream, near],
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
