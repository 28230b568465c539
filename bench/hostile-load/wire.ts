import { connect } from 'node:net';

/** A request as bytes: parts are written one after another, with a pause between them where it is slow. */
export interface WireRequest {
  parts: readonly (string | Buffer)[];
  pauseMs?: number;
}

export interface WireAnswer {
  /** 0 where the connection was cut without an answer. */
  status: number;
  ms: number;
}

const patienceMs = 60_000;
let counter = 0;

/** Each request comes from another address of this machine, so that the limit of requests does not answer in place of what is tested. */
function localAddress(): { localAddress?: string } {
  if (process.platform !== 'linux') return {};
  counter += 1;
  return { localAddress: `127.1.${(counter >> 8) & 255}.${counter & 255}` };
}

/** Sends a request over a socket of its own and answers the status of what comes back. */
export function sendRaw(port: number, { parts, pauseMs = 0 }: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve) => {
    const begin = performance.now();
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port, ...localAddress() });
    const stop = setTimeout(() => socket.destroy(), patienceMs);
    const write = (at: number) => {
      const part = parts[at];
      if (part === undefined || socket.destroyed) return;
      socket.write(part, () => (pauseMs > 0 ? setTimeout(() => write(at + 1), pauseMs) : write(at + 1)));
    };
    socket.on('connect', () => write(0));
    socket.on('data', (chunk: Buffer) => {
      if (heard.length < 20) heard += chunk.toString('latin1');
    });
    // A socket that is cut while it writes says so; what counts is what was heard.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(stop);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0), ms: performance.now() - begin });
    });
  });
}
