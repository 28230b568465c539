import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Fault, Faults } from '../mail/faults.ts';

/** EICAR test file, split so that scanners ignore this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const version = 'ClamAV 1.4.3/27800/Mon Nov 23 08:00:00 2026';

export type ClamdOptions = {
  /** A port of 127.0.0.1 (0: any free one), or the path of a unix socket. */
  listen: { port: number } | { path: string };
  faults: Faults;
  maxStream?: number;
};

export type Clamd = {
  port: number;
  scanned(): number;
  stop(): Promise<void>;
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function commandIn(data: Buffer): { name: string; rest: Buffer } | undefined {
  const end = data.indexOf(0);
  return end < 0 ? undefined : { name: data.toString('latin1', 0, end), rest: data.subarray(end + 1) };
}

function streamIn(data: Buffer, most: number): Buffer | 'too_long' | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0, total = 0; at + 4 <= data.length;) {
    const length = data.readUInt32BE(at);
    total += length;
    if (length === 0) return Buffer.concat(pieces);
    if (total > most) return 'too_long';
    pieces.push(data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

async function readCommand(socket: Socket, most: number): Promise<{ name: string; stream?: Buffer | 'too_long' }> {
  let data = Buffer.alloc(0);
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    data = Buffer.concat([data, piece as Buffer]);
    const command = commandIn(data);
    if (command && command.name !== 'zINSTREAM') return command;
    const stream = command && streamIn(command.rest, most);
    if (stream) return { name: 'zINSTREAM', stream };
  }
  return { name: '' };
}

const faultyAnswers: Partial<Record<Fault['fault'], string>> = { clamd_error: 'Can not open file or directory. ERROR', clamd_cut: '' };

export async function startClamd({ listen, faults, maxStream = 25 * 1024 * 1024 }: ClamdOptions): Promise<Clamd> {
  const open = new Set<Socket>();
  let scanned = 0;
  function judge(stream: Buffer | 'too_long'): string {
    scanned += 1;
    if (stream === 'too_long') return 'INSTREAM size limit exceeded. ERROR';
    return stream.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
  }
  async function serve(socket: Socket): Promise<void> {
    const { name, stream } = await readCommand(socket, maxStream);
    if (name === 'zPING') return void socket.end('PONG\0');
    if (name === 'zVERSION') return void socket.end(`${version}\0`);
    if (stream === undefined) return void socket.end('UNKNOWN COMMAND\0');
    const verdict = judge(stream);
    const text = Buffer.isBuffer(stream) ? stream : Buffer.alloc(0);
    const fault = faults.takeIn(text, 'clamd_slow') ?? faults.take('clamd_error', 'clamd_cut');
    if (fault?.fault === 'clamd_slow') await pause(fault.milliseconds);
    const answer = (fault && faultyAnswers[fault.fault]) ?? verdict;
    if (answer === '') socket.destroy();
    else socket.end(`${answer}\0`);
  }
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket).catch(() => socket.destroy());
  });
  server.listen('path' in listen ? listen : { ...listen, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    scanned: () => scanned,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
