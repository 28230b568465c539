import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { send } from '@headwater/sandbox/telegram/world/actions';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from '../mail-load/ask.ts';
import { memoryOf, processorOf } from '../mail-load/usage.ts';
import { keepWorker } from '../mail-load/worker-process.ts';
import type { BenchRow } from '../row.ts';
import { listenToEvents } from './event-stream.ts';
import { type Account, openInstallation, type Telegram, telegramSettings } from './installation.ts';

interface Options {
  accounts: number;
  messages: number;
}

/** SIM cards that are added at a time. */
const addedAtOnce = 4;
/** Seconds in which nothing happens but watching. */
const idleSeconds = 60;
/** Milliseconds between two messages. */
const pauseMs = 100;
/** A message that is not shown by then is lost. */
const patienceMs = 15_000;

type Worker = ReturnType<typeof keepWorker>;
type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** What takes minutes says where it stands. */
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

async function until(isSo: () => Promise<boolean>, what: string): Promise<number> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > 600_000) throw new Error(`never: ${what}`);
    await sleep(250);
  }
  return (performance.now() - since) / 1000;
}

const countOf = async (url: string, text: string): Promise<number> => (await ask<{ count: number }>(url, text))[0]?.count ?? 0;

async function addAccounts(installation: Installation, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      accounts.push(await installation.addAccount(index));
      if (index % 50 === 49) say(`${index + 1} accounts are added`);
    }
  };
  await Promise.all(Array.from({ length: addedAtOnce }, work));
  return accounts;
}

const nameOf = ({ id }: Account) => `watched_person_${id}`;

/** The person of that account writes to it. */
function write({ world }: Telegram, account: Account, text: string): void {
  const [from, to] = [world.people.byUsername(nameOf(account)), world.people.byPhone(account.phone.slice(1))];
  if (!from || !to) throw new Error('nobody is there to write');
  send(world, { from, to, text });
}

interface Live {
  /** Milliseconds until the event, and until the message was read over HTTP after it. */
  told: number[];
  shown: number[];
  lost: number;
}

/** One message after the other, each in the dialog of another account. */
async function measure(
  context: { url: string; telegram: Telegram; installation: Installation },
  accounts: readonly Account[],
  messages: number,
) {
  const rows = await ask<{ id: number; account_id: number }>(context.url, 'select id, account_id from telegram_dialogs');
  const dialogOf = new Map(rows.map((row) => [Number(row.account_id), Number(row.id)]));
  const { origin, cookie } = await context.installation.listen();
  const waiting = new Map<number, () => void>();
  const events = await listenToEvents(origin, cookie, (ids) => {
    for (const id of ids) waiting.get(id)?.();
  });
  const live: Live = { told: [], shown: [], lost: 0 };
  const isShown = async (dialog: number, text: string) => {
    const answer = await fetch(`${origin}/api/internal/telegram/dialogs/${dialog}/messages/?limit=5`, { headers: { cookie } });
    return (await answer.text()).includes(text);
  };
  const one = async (index: number) => {
    const account = accounts[index % accounts.length];
    const dialog = account && dialogOf.get(account.id);
    if (!account || dialog === undefined) throw new Error('an account has no dialog');
    const text = `Live message ${index}.`;
    const since = performance.now();
    const told = new Promise<void>((resolve) => waiting.set(dialog, resolve));
    write(context.telegram, account, text);
    const late = sleep(patienceMs).then(() => 'late' as const);
    if ((await Promise.race([told, late])) === 'late') return void (live.lost += 1);
    live.told.push(performance.now() - since);
    while (!(await isShown(dialog, text))) {
      if (performance.now() - since > patienceMs) return void (live.lost += 1);
      await sleep(20);
    }
    live.shown.push(performance.now() - since);
    return undefined;
  };
  for (let index = 0; index < messages; index += 1) {
    await one(index);
    await sleep(pauseMs);
  }
  await events.close();
  return live;
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};

interface Usage {
  emptyMb: number;
  watchingMb: number;
  idleCpu: number;
  liveCpu: number;
  connectSeconds: number;
}

function report({ accounts, messages }: Options, usage: Usage, live: Live): BenchRow[] {
  const row = (metric: string, value: number, target: number | null): BenchRow => ({
    case: `${accounts} accounts watched`,
    metric,
    value: Math.round(value * 100) / 100,
    target,
    reference: null,
  });
  return [
    row('seconds until all are connected', usage.connectSeconds, 60),
    row('MB of the worker without accounts', usage.emptyMb, null),
    row('MB of the worker', usage.watchingMb, null),
    row('MB for each account', (usage.watchingMb - usage.emptyMb) / accounts, 2),
    row('% of a core while nothing happens', usage.idleCpu, 50),
    row('% of a core for each account', usage.idleCpu / accounts, 0.25),
    row('% of a core while messages come', usage.liveCpu, null),
    row('messages of people', messages, null),
    row('lost', live.lost, 0),
    row('told by an event, ms p50', percentile(live.told, 0.5), null),
    row('told by an event, ms p95', percentile(live.told, 0.95), 500),
    row('told by an event, ms p99', percentile(live.told, 0.99), null),
    row('read after the event, ms p95', percentile(live.shown, 0.95), 500),
    row('load of the machine', loadavg()[0] ?? 0, null),
  ];
}

/** What a worker costs that watches so many accounts, in use and not. */
async function watch(context: { url: string; telegram: Telegram; installation: Installation; worker: Worker }, options: Options) {
  const { url, telegram, installation, worker } = context;
  await sleep(15_000);
  const emptyMb = memoryOf(worker.pid());
  const accounts = await addAccounts(installation, options.accounts);
  const online = 'select count(*)::int as count from telegram_accounts where is_online';
  const connectSeconds = await until(async () => (await countOf(url, online)) === options.accounts, 'all accounts are online');
  say('all accounts are connected');
  for (const account of accounts) write(telegram, account, 'The first word');
  const heard = "select count(distinct dialog_id)::int as count from telegram_messages where state = 'received'";
  await until(async () => (await countOf(url, heard)) === options.accounts, 'all first words are heard');
  await sleep(10_000);
  const before = processorOf(worker.pid());
  await sleep(idleSeconds * 1000);
  const idleCpu = ((processorOf(worker.pid()) - before) / idleSeconds) * 100;
  const watchingMb = memoryOf(worker.pid());
  say('messages come');
  const [liveFrom, since] = [processorOf(worker.pid()), performance.now()];
  const live = await measure(context, accounts, options.messages);
  const liveCpu = ((processorOf(worker.pid()) - liveFrom) / ((performance.now() - since) / 1000)) * 100;
  return report(options, { emptyMb, watchingMb, idleCpu, liveCpu, connectSeconds }, live);
}

export async function watchAccounts(options: Options): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-watch-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const ports = { smtpPort: 0, imapPort: 0, httpPort: 0, telegramPort: 0 };
  const sandbox = await startSandbox({ directory: join(dataDir, 'sandbox'), users: [], ...ports });
  const { telegram } = sandbox;
  if (!telegram) throw new Error('the sandbox has no Telegram');
  const context = { databaseUrl: postgres.url, dataDir, telegram };
  const installation = await openInstallation(context);
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...telegramSettings(context) });
  try {
    return await watch({ url: postgres.url, telegram, installation, worker }, options);
  } finally {
    await worker.stop();
    await installation.close();
    await sandbox.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
