import { connect } from 'node:net';

/** Raw request in parts, with a pause between them. */
export interface WireRequest {
  parts: readonly (string | Buffer)[];
  pauseMs?: number;
}

export interface WireAnswer {
  /** 0 for a connection without an answer. */
  status: number;
  ms: number;
}

const patienceMs = 60_000;
let counter = 0;

/** Varies the local address, so that the rate limit does not interfere. */
function localAddress(): { localAddress?: string } {
  if (process.platform !== 'linux') return {};
  counter += 1;
  return { localAddress: `127.1.${(counter >> 8) & 255}.${counter & 255}` };
}

export function sendRaw(port: number, { parts, pauseMs = 0 }: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve) => {
    const begin = performance.now();
    let received = '';
    const socket = connect({ host: '127.0.0.1', port, ...localAddress() });
    const stop = setTimeout(() => socket.destroy(), patienceMs);
    const write = (at: number) => {
      const part = parts[at];
      if (part === undefined || socket.destroyed) return;
      socket.write(part, () => (pauseMs > 0 ? setTimeout(() => write(at + 1), pauseMs) : write(at + 1)));
    };
    socket.on('connect', () => write(0));
    socket.on('data', (chunk: Buffer) => {
      if (received.length < 20) received += chunk.toString('latin1');
    });
    // Write errors of a cut socket do not matter.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(stop);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), ms: performance.now() - begin });
    });
  });
}
