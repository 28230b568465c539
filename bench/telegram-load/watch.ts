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
import { type BenchRow, makeRow } from '../row.ts';
import { openEventStream } from './event-stream.ts';
import { type Account, openInstallation, type Telegram, telegramSettings } from './installation.ts';

interface Options {
  accounts: number;
  messages: number;
}

const addedAtOnce = 4;
/** Seconds without messages. */
const idleSeconds = 60;
/** Milliseconds between messages. */
const pauseMs = 100;
/** Later messages count as lost. */
const patienceMs = 15_000;

type Worker = ReturnType<typeof keepWorker>;
type Installation = Awaited<ReturnType<typeof openInstallation>>;

const printProgress = (sentence: string) => void process.stderr.write(`${sentence}\n`);

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
      if (index % 50 === 49) printProgress(`${index + 1} accounts are added`);
    }
  };
  await Promise.all(Array.from({ length: addedAtOnce }, work));
  return accounts;
}

const nameOf = ({ id }: Account) => `watched_person_${id}`;

function write({ world }: Telegram, account: Account, text: string): void {
  const [from, to] = [world.people.byUsername(nameOf(account)), world.people.byPhone(account.phone.slice(1))];
  if (!from || !to) throw new Error('nobody is there to write');
  send(world, { from, to, text });
}

interface Live {
  /** Milliseconds until the event, and until the message is readable by HTTP. */
  eventDelays: number[];
  shown: number[];
  lost: number;
}

/** One message at a time, each to another account. */
async function measure(
  context: { url: string; telegram: Telegram; installation: Installation },
  accounts: readonly Account[],
  messages: number,
) {
  const rows = await ask<{ id: number; account_id: number }>(context.url, 'select id, account_id from telegram_dialogs');
  const dialogOf = new Map(rows.map((row) => [Number(row.account_id), Number(row.id)]));
  const { origin, cookie } = await context.installation.listen();
  const waiting = new Map<number, () => void>();
  const events = await openEventStream(origin, cookie, (ids) => {
    for (const id of ids) waiting.get(id)?.();
  });
  const live: Live = { eventDelays: [], shown: [], lost: 0 };
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
    const event = new Promise<void>((resolve) => waiting.set(dialog, resolve));
    write(context.telegram, account, text);
    const late = sleep(patienceMs).then(() => 'late' as const);
    if ((await Promise.race([event, late])) === 'late') return void (live.lost += 1);
    live.eventDelays.push(performance.now() - since);
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
  const row = (metric: string, value: number, target: number | null) => makeRow(`${accounts} accounts watched`, metric, { value, target });
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
    row('event after, ms p50', percentile(live.eventDelays, 0.5), null),
    row('event after, ms p95', percentile(live.eventDelays, 0.95), 500),
    row('event after, ms p99', percentile(live.eventDelays, 0.99), null),
    row('read after the event, ms p95', percentile(live.shown, 0.95), 500),
    row('load of the machine', loadavg()[0] ?? 0, null),
  ];
}

/** Cost of a worker that watches accounts, idle and busy. */
async function watch(context: { url: string; telegram: Telegram; installation: Installation; worker: Worker }, options: Options) {
  const { url, telegram, installation, worker } = context;
  await sleep(15_000);
  const emptyMb = memoryOf(worker.pid());
  const accounts = await addAccounts(installation, options.accounts);
  const online = 'select count(*)::int as count from telegram_accounts where is_online';
  const connectSeconds = await until(async () => (await countOf(url, online)) === options.accounts, 'all accounts are online');
  printProgress('all accounts are connected');
  for (const account of accounts) write(telegram, account, 'The first word');
  const received = "select count(distinct dialog_id)::int as count from messages where state = 'received'";
  await until(async () => (await countOf(url, received)) === options.accounts, 'all first messages are received');
  await sleep(10_000);
  const before = processorOf(worker.pid());
  await sleep(idleSeconds * 1000);
  const idleCpu = ((processorOf(worker.pid()) - before) / idleSeconds) * 100;
  const watchingMb = memoryOf(worker.pid());
  printProgress('messages come');
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
