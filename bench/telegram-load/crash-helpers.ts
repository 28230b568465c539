import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from '../mail-load/ask.ts';
import type { Telegram } from './installation.ts';

/** Milliseconds without progress. Another worker takes over after half a minute. */
const patienceMs = 180_000;
/** Failure of the connection between a message and its answer. */
export const fates = ['cut', 'lost', 'unheard'] as const;

/** False if progress stops. `at` increases with progress. */
export async function progresses(look: () => Promise<{ at: number; isOver: boolean }>, everyMs: number): Promise<boolean> {
  let [known, since] = [0, Date.now()];
  for (;;) {
    const { at, isOver } = await look();
    if (isOver) return true;
    if (at > known) [known, since] = [at, Date.now()];
    if (Date.now() - since > patienceMs) return false;
    await sleep(everyMs);
  }
}

/** Waits briefly for a message in the worker's hands. */
export async function waitForSendingMessage(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await ask(url, "select id from messages where state = 'handed_over' limit 1")).length > 0) return;
    await sleep(5);
  }
}

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};
/** Additional entries of `one`, with multiplicity. */
export const countSurplus = (one: readonly string[], other: readonly string[]): number => {
  const others = countBy(other);
  return [...countBy(one)].reduce((sum, [key, count]) => sum + Math.max(0, count - (others.get(key) ?? 0)), 0);
};

/** Messages on a person's phone, oldest first per writer. */
export function textsOnPhone({ world }: Telegram, username: string): string[] {
  const person = world.people.byUsername(username);
  if (!person) return [];
  const box = world.boxes.of(person.id);
  return [...box.dialogs.values()].flatMap(({ ids }) =>
    ids.flatMap((id) => {
      const message = box.messages.get(id);
      return message && !message.isOut ? [message.text] : [];
    }),
  );
}

/** A database and a sandbox with Telegram and the users' mailboxes. */
export async function startCrashFixture(users: Parameters<typeof startSandbox>[0]['users']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-crash-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const ports = { smtpPort: 0, imapPort: 0, httpPort: 0, telegramPort: 0 };
  const sandbox = await startSandbox({ directory: join(dataDir, 'sandbox'), users, ...ports });
  const { telegram } = sandbox;
  if (!telegram) throw new Error('the sandbox has no Telegram');
  const postControl = async (path: string, payload: object): Promise<void> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) };
    const { ok, status } = await fetch(`http://127.0.0.1:${sandbox.ports.http}/control/${path}`, init);
    if (!ok) throw new Error(`/control/${path} was answered ${status}`);
  };
  return {
    postgres,
    sandbox,
    telegram,
    context: { databaseUrl: postgres.url, dataDir, telegram },
    postControl,
    /** Breaks the connection at the account's next message. */
    dropConnection: (fate: (typeof fates)[number], phone: string) =>
      postControl('telegram/faults', { method: 'messages.sendMessage', phone, fate }),
    async stop() {
      await sandbox.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type CrashFixture = Awaited<ReturnType<typeof startCrashFixture>>;
