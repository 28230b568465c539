import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Faults } from '../mail/faults.ts';
import type { MailStore } from '../mail/store.ts';
import type { RunningServer } from '../mail/smtp.ts';
import type { SandboxUser } from '../mail/users.ts';
import { CAPABILITIES, COMMANDS, leave } from './commands.ts';
import { parseCommand, scanCommand } from './parse.ts';
import { ImapRefusal, reportChanges, type Session } from './session.ts';

export type ImapOptions = { port: number; store: MailStore; faults: Faults; users: SandboxUser[] };

const MAX_BUFFER = 32 * 1024 * 1024;

export async function startImap(options: ImapOptions): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, options);
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(socket: Socket, { store, faults, users }: ImapOptions): void {
  const session: Session = {
    store,
    users,
    faults,
    user: null,
    selected: null,
    nextLine: null,
    send: (line) => void (socket.writable && socket.write(line)),
    end: () => void socket.end(),
  };
  let buffer = Buffer.alloc(0);
  let answered = -1;
  let busy: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (;;) {
      const scan = scanCommand(buffer);
      if (scan.state === 'literal' && scan.at !== answered) session.send('+ Ready\r\n');
      answered = scan.state === 'literal' ? scan.at : -1;
      if (scan.state !== 'command') return;
      buffer = buffer.subarray(scan.used);
      await answer(session, scan.text);
    }
  }

  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk as Buffer]);
    if (buffer.length > MAX_BUFFER) socket.destroy();
    else if (session.nextLine) takeLine();
    else busy ??= work().finally(() => (busy = null));
  });
  function takeLine(): void {
    const newline = buffer.indexOf('\r\n');
    if (newline < 0) return;
    const line = buffer.toString('latin1', 0, newline);
    buffer = buffer.subarray(newline + 2);
    session.nextLine?.(line);
  }
  socket.on('error', () => undefined);
  socket.once('close', () => leave(session));
  session.send(`* OK [CAPABILITY ${CAPABILITIES}] Headwater sandbox\r\n`);
}

async function answer(session: Session, text: string): Promise<void> {
  let tag = '*';
  try {
    const command = parseCommand(text);
    tag = command.tag;
    const run = COMMANDS[command.name];
    if (!run) throw new Error(`${command.name.replaceAll(/[^A-Z ]/g, '?')} is not spoken here`);
    const response = await run(session, command.args);
    reportChanges(session);
    session.send(`${tag} ${response}\r\n`);
    if (command.name === 'LOGOUT') session.end();
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Failed';
    session.send(`${tag} ${error instanceof ImapRefusal ? 'NO' : 'BAD'} ${message}\r\n`);
  }
}
