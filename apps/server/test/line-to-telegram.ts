import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Line {
  port: number;
  /** Blocks all connections until they are restored. */
  fall(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** A proxy that tests can interrupt: it then rejects new connections. */
export async function startLineTo(far: { host: string; port: number }): Promise<Line> {
  const open = new Set<Socket>();
  let isDown = false;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const join = (one: Socket, other: Socket) => {
    open.add(one);
    one.on('data', (data) => void other.write(data));
    one.on('error', () => undefined);
    one.on('close', () => {
      open.delete(one);
      other.destroy();
    });
  };
  const server = createServer((near) => {
    if (isDown) return void near.destroy();
    const beyond = connect(far.port, far.host);
    join(near, beyond);
    join(beyond, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    fall() {
      isDown = true;
      cut();
    },
    mend: () => void (isDown = false),
    stop: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
