import { startClamd } from './antivirus/clamd.ts';
import { createMailClock } from './clock.ts';
import { startImap } from './imap/server.ts';
import { createFaults } from './mail/faults.ts';
import { startSmtp } from './mail/smtp.ts';
import { openMailStore } from './mail/store.ts';
import { aliasOf, type SandboxUser } from './mail/users.ts';
import { startPage } from './page/server.ts';
import type { Telegram } from './telegram/server.ts';

export type SandboxOptions = {
  directory: string;
  /** 0: any free port. */
  smtpPort: number;
  imapPort: number;
  httpPort: number;
  users: SandboxUser[];
  /** Whether the server stores sent mail itself, like Gmail (default), or the client must. */
  filesSentMail?: boolean;
  modelDelay?: number;
  clamdPort?: number | undefined;
  telegramPort?: number | undefined;
};

export type Sandbox = {
  ports: { smtp: number; imap: number; http: number };
  telegram: Telegram | null;
  counts(): Map<string, number>;
  stop(): Promise<void>;
};

/** Starts all servers on 127.0.0.1. If a port is in use, it rejects and leaves none running. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { users, filesSentMail = true, modelDelay = 0 } = options;
  const clock = createMailClock();
  const aliases = new Map(users.map((user) => [aliasOf(user).address, user.address.toLowerCase()]));
  const store = await openMailStore(options.directory, aliases, clock);
  const faults = createFaults();
  for (const { address } of users) store.mailbox(address);
  const running: { port: number; stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop()));
    await store.close();
  };
  try {
    const smtp = await startSmtp({ port: options.smtpPort, store, faults, users, filesSentMail });
    running.push(smtp);
    const imap = await startImap({ port: options.imapPort, store, faults, users });
    running.push(imap);
    const telegram = options.telegramPort === undefined ? null : await openTelegram(options.directory, options.telegramPort);
    if (telegram) running.push(telegram);
    const page = await startPage({
      port: options.httpPort,
      store,
      clock,
      faults,
      users,
      directory: options.directory,
      modelDelay,
      telegram,
    });
    running.push(page);
    if (options.clamdPort !== undefined) running.push(await startClamd({ listen: { port: options.clamdPort }, faults }));
    const ports = { smtp: smtp.port, imap: imap.port, http: page.port };
    return { ports, telegram, counts: () => store.counts(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openTelegram(directory: string, port: number): Promise<Telegram> {
  const { startTelegram } = await import('./telegram/server.ts');
  return startTelegram({ port, directory });
}
