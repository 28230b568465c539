import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@headwater/sandbox/sandbox';
import { send } from '@headwater/sandbox/telegram/world/actions';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';
import { ask } from '../mail-load/ask.ts';
import { killPostgres } from '../mail-load/crash-launches.ts';
import { keepWorker } from '../mail-load/worker-process.ts';
import type { BenchRow } from '../row.ts';
import { type Context, type Dialog, openInstallation, type Telegram, telegramSettings } from './installation.ts';

const accountCount = 5;
/** New dialogs of an account in a day, as its limit allows. */
const mostDialogs = 40;
/** Milliseconds without a message that has ended. An account whose worker was killed is another one's after half a minute. */
const patienceMs = 180_000;
/** What becomes of the line between a message and its answer. */
const fates = ['cut', 'lost', 'unheard'] as const;

interface Options {
  kills: number;
  messages: number;
}

interface Kept {
  dialog_id: number;
  body: string;
  state: string;
  is_out: boolean;
  random_id: string | null;
}

interface CrashRun {
  url: string;
  telegram: Telegram;
  dialogs: readonly Dialog[];
  messages: number;
  kill: { worker(): boolean; postgres(): boolean };
  /** The line falls with the next message of an account. */
  dropLine(fate: (typeof fates)[number], phone: string): Promise<void>;
}

const ended = async (url: string): Promise<number> => {
  const rows = await ask<{ count: number }>(
    url,
    "select count(*)::int as count from telegram_messages where random_id is not null and state in ('sent', 'failed')",
  );
  return rows[0]?.count ?? 0;
};

/** True when so many have ended; false when nothing more does. */
async function reaches(url: string, count: number, everyMs: number): Promise<boolean> {
  let [known, since] = [0, Date.now()];
  for (;;) {
    const now = await ended(url);
    if (now >= count) return true;
    if (now > known) [known, since] = [now, Date.now()];
    if (Date.now() - since > patienceMs) return false;
    await sleep(everyMs);
  }
}

/** Right after the worker was seen with a message in hand, where one is found. */
async function seesOneInHand(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await ask(url, "select id from telegram_messages where state = 'sending' limit 1")).length > 0) return;
    await sleep(5);
  }
}

/** Kills are spread over the messages: each waits until some more have ended. People answer meanwhile, also while nobody hears them. */
async function killAll(run: CrashRun, kills: number): Promise<{ killed: number; answers: { dialog: Dialog; text: string }[] }> {
  const answers: { dialog: Dialog; text: string }[] = [];
  const { people } = run.telegram.world;
  let killed = 0;
  while (killed < kills) {
    const share = run.messages / (kills + 1);
    if (!(await reaches(run.url, Math.floor(share * (killed + Math.random())), 20))) break;
    if ((await ended(run.url)) >= run.messages) break;
    const dialog = run.dialogs[killed % run.dialogs.length];
    if (!dialog) break;
    await run.dropLine(fates[killed % fates.length] ?? 'cut', dialog.phone);
    if (killed % 2 === 0) await seesOneInHand(run.url);
    if (!(killed % 3 === 2 ? run.kill.postgres() : run.kill.worker())) {
      await sleep(200);
      continue;
    }
    killed += 1;
    const [from, to] = [people.byUsername(dialog.username), people.byPhone(dialog.phone.slice(1))];
    if (!from || !to) continue;
    // Two of one text: both are to be seen.
    for (const text of [`Answer ${killed}`, 'Yes', 'Yes']) {
      send(run.telegram.world, { from, to, text });
      answers.push({ dialog, text });
    }
  }
  return { killed, answers };
}

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};
/** How many more of each there are in one than in the other. */
const surplus = (one: readonly string[], other: readonly string[]): number => {
  const others = countBy(other);
  return [...countBy(one)].reduce((sum, [key, count]) => sum + Math.max(0, count - (others.get(key) ?? 0)), 0);
};

/** What is on people's phones, as `username: text`. */
function received({ world }: Telegram, dialogs: readonly Dialog[]): string[] {
  return dialogs.flatMap(({ username, phone }) => {
    const [person, owner] = [world.people.byUsername(username), world.people.byPhone(phone.slice(1))];
    if (!person || !owner) return [];
    const box = world.boxes.of(person.id);
    return (box.dialogs.get(owner.id)?.ids ?? []).flatMap((id) => {
      const message = box.messages.get(id);
      return message && !message.isOut ? [`${username}: ${message.text}`] : [];
    });
  });
}

/** Telegram's numbers of 64 bits have no sign, ours have one. */
const unsigned = (randomId: string | null): string => BigInt.asUintN(64, BigInt(randomId ?? 0)).toString();

/** Random numbers that Telegram has taken. */
const takenNumbers = ({ world }: Telegram, dialogs: readonly Dialog[]): Set<string> =>
  new Set(
    [...new Set(dialogs.map(({ phone }) => phone))].flatMap((phone) => {
      const owner = world.people.byPhone(phone.slice(1));
      return owner ? [...world.boxes.of(owner.id).sent.keys()].map(unsigned) : [];
    }),
  );

interface Outcome {
  options: Options;
  killed: number;
  seconds: number;
  dialogs: readonly Dialog[];
  /** `username: text`, and `dialog: text` of answers. */
  wanted: readonly string[];
  arrived: readonly string[];
  wantedAnswers: readonly string[];
  keptAnswers: readonly string[];
  kept: readonly Kept[];
  numbers: ReadonlySet<string>;
}

function report({ options, killed, seconds, dialogs, wanted, arrived, wantedAnswers, keptAnswers, kept, numbers }: Outcome): BenchRow[] {
  const nameOf = new Map(dialogs.map(({ id, username }) => [id, username]));
  const ours = kept.filter((row) => row.is_out);
  const shown = ours.map((row) => `${nameOf.get(row.dialog_id)}: ${row.body}`);
  const planned = ours.filter((row) => row.random_id !== null);
  const of = (state: string) => planned.filter((row) => row.state === state);
  const isTaken = (row: Kept) => numbers.has(unsigned(row.random_id));
  const result = (metric: string, value: number, target: number | null) => ({
    case: `${options.messages} messages by Telegram, ${killed} kills`,
    metric,
    value,
    target,
    reference: null,
  });
  return [
    result('kills', killed, options.kills),
    result('messages kept', planned.length, options.messages),
    result('arrived', arrived.length, options.messages),
    result('arrived twice or more', surplus(arrived, wanted), 0),
    result('not arrived (lost)', surplus(wanted, arrived), 0),
    result('said sent but not taken', of('sent').filter((row) => !isTaken(row)).length, 0),
    result('arrived but said otherwise', planned.filter((row) => row.state !== 'sent' && isTaken(row)).length, 0),
    result('not ended', planned.length - of('sent').length - of('failed').length, 0),
    result('failed', of('failed').length, 0),
    result('shown twice or more', surplus(shown, wanted), 0),
    result('answers of people', wantedAnswers.length, null),
    result('answers not shown (lost)', surplus(wantedAnswers, keptAnswers), 0),
    result('answers shown twice or more', surplus(keptAnswers, wantedAnswers), 0),
    result('seconds', Math.round(seconds), null),
  ];
}

/** Accounts with their dialogs, and every message planned. */
async function plan(context: Context, messages: number): Promise<{ dialogs: Dialog[]; wanted: string[] }> {
  const installation = await openInstallation(context);
  const accounts = await Promise.all(Array.from({ length: accountCount }, (_, index) => installation.addAccount(index)));
  const each = Math.max(1, Math.min(mostDialogs, Math.floor(messages / accountCount / 4)));
  const dialogs = await installation.addDialogs(accounts, each);
  const wanted: string[] = [];
  for (let index = 0; index < messages; index += 1) {
    const dialog = dialogs[index % dialogs.length];
    if (!dialog) throw new Error('nobody to write to');
    // Every fourth says what others of its dialog say, too: words alone tell no message from another.
    const message = Math.floor(index / dialogs.length) % 4 === 3 ? 'Are you there?' : `Message ${index}`;
    await installation.say(dialog, { message, request_key: `bench-message-${index}` });
    wanted.push(`${dialog.username}: ${message}`);
  }
  await installation.close();
  return { dialogs, wanted };
}

/** Messages of people to the company and back, while worker, PostgreSQL and lines are killed; what is on people's phones is the truth. */
export async function crashTelegram(options: Options): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-crash-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.url);
  const ports = { smtpPort: 0, imapPort: 0, httpPort: 0, telegramPort: 0 };
  const sandbox = await startSandbox({ directory: join(dataDir, 'sandbox'), users: [], ...ports });
  const { telegram } = sandbox;
  if (!telegram) throw new Error('the sandbox has no Telegram');
  const context = { databaseUrl: postgres.url, dataDir, telegram };
  const { dialogs, wanted } = await plan(context, options.messages);
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...telegramSettings(context) });
  const started = Date.now();
  const faults = `http://127.0.0.1:${sandbox.ports.http}/control/telegram/faults`;
  const run: CrashRun = {
    url: postgres.url,
    telegram,
    dialogs,
    messages: options.messages,
    kill: { worker: () => worker.kill(), postgres: () => killPostgres(postgres) },
    async dropLine(fate, phone) {
      const body = JSON.stringify({ method: 'messages.sendMessage', phone, fate });
      const { status } = await fetch(faults, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      if (status !== 201) throw new Error(`a fault was answered ${status}`);
    },
  };
  const { killed, answers } = await killAll(run, options.kills);
  await reaches(postgres.url, options.messages, 500);
  const keptAnswers = await answersKept(postgres.url, answers.length);
  const seconds = (Date.now() - started) / 1000;
  const kept = await ask<Kept>(postgres.url, 'select dialog_id, body, state, is_out, random_id from telegram_messages');
  await worker.stop();
  const [arrived, numbers] = [received(telegram, dialogs), takenNumbers(telegram, dialogs)];
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const wantedAnswers = answers.map(({ dialog, text }) => `${dialog.id}: ${text}`);
  return report({ options, killed, seconds, dialogs, wanted, arrived, wantedAnswers, keptAnswers, kept, numbers });
}

/** Once they are all there, or after a while. */
async function answersKept(url: string, count: number): Promise<string[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const rows = await ask<Kept>(url, 'select dialog_id, body from telegram_messages where not is_out');
    if (rows.length >= count || Date.now() > deadline) return rows.map((row) => `${row.dialog_id}: ${row.body}`);
    await sleep(500);
  }
}
