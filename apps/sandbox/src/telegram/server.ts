import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { now as present } from '../clock.ts';
import { createFaults } from './faults.ts';
import { openLedger } from './ledger.ts';
import { createCalls } from './methods/call.ts';
import { openBoxes } from './world/boxes.ts';
import { openFiles } from './world/files.ts';
import { createHub } from './world/hub.ts';
import { openPeople } from './world/people.ts';
import { createSignIns } from './world/sign-ins.ts';
import type { Application, World } from './world/world.ts';
import { serveConnection } from './wire/connection.ts';
import { loadCrypto } from './wire/crypto.ts';
import { openKeyRing } from './wire/keys.ts';
import { type ServerKey, serverKey } from './wire/server-key.ts';
import { createService } from './wire/service.ts';
import { createSessions } from './wire/sessions.ts';
import { loadSchema } from './wire/tl.ts';

export type TelegramOptions = {
  /** 0: any free port. */
  port: number;
  directory: string;
  application?: Application;
  now?: () => Date;
};

export type Telegram = {
  host: string;
  port: number;
  publicKey: string;
  application: Application;
  world: World;
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';
const MOST_CONNECTIONS = 2000;
export const APPLICATION: Application = { id: 17_349, hash: '344583e45741c457fe1862106095a5eb' };

/** MTProto 2.0 over TCP on 127.0.0.1. See README.md in this folder. */
export async function startTelegram({ port, directory, application = APPLICATION, now = present }: TelegramOptions): Promise<Telegram> {
  await mkdir(directory, { recursive: true });
  await loadCrypto();
  loadSchema();
  const key = await keyIn(directory);
  const ledger = await openLedger(directory);
  const seconds = (): number => Math.floor(now().getTime() / 1000);
  const keys = openKeyRing(ledger, now);
  const sessions = createSessions(keys, now);
  const server = createServer({ noDelay: true });
  const address = () => ({ host: HOST, port: (server.address() as AddressInfo).port });
  const world: World = {
    ledger,
    people: openPeople(ledger),
    boxes: openBoxes(ledger),
    files: await openFiles(ledger, directory),
    hub: createHub(keys, sessions),
    signIns: createSignIns(seconds),
    faults: createFaults(),
    application,
    address,
    now,
    seconds,
  };
  ledger.release();
  const service = createService({ keys, sessions, now, call: createCalls(world, keys), report });
  const sockets = new Set<Socket>();
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, { serverKey: key, keys, service, now, report });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    ...address(),
    publicKey: key.publicPem,
    application,
    world,
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
      await ledger.close();
    },
  };
}

const report = (error: unknown): void =>
  void process.stderr.write(`Telegram: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);

/** The key persists, so that clients stay configured. */
async function keyIn(directory: string): Promise<ServerKey> {
  const path = join(directory, 'telegram-key.pem');
  try {
    return serverKey(await readFile(path, 'utf8'));
  } catch {
    const made = serverKey();
    await writeFile(path, made.privatePem, { mode: 0o600 });
    return made;
  }
}
