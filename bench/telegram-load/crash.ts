import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '@headwater/sandbox/telegram/world/actions';
import { ask } from '../mail-load/ask.ts';
import { killPostgres } from '../mail-load/crash-launches.ts';
import { keepWorker } from '../mail-load/worker-process.ts';
import { type BenchRow, rowsOfCase } from '../row.ts';
import {
  type CrashFixture,
  fates,
  progresses,
  waitForSendingMessage,
  startCrashFixture,
  countSurplus,
  textsOnPhone,
} from './crash-helpers.ts';
import { type Context, type Dialog, openInstallation, type Telegram, telegramSettings } from './installation.ts';

const accountCount = 5;
/** Daily limit of an account. */
const mostDialogs = 40;

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
  dropConnection: CrashFixture['dropConnection'];
}

const ended = async (url: string): Promise<number> => {
  const rows = await ask<{ count: number }>(
    url,
    "select count(*)::int as count from messages where random_id is not null and state in ('sent', 'error')",
  );
  return rows[0]?.count ?? 0;
};

/** False if progress stops. */
const reaches = (url: string, count: number, everyMs: number): Promise<boolean> =>
  progresses(async () => {
    const at = await ended(url);
    return { at, isOver: at >= count };
  }, everyMs);

/** Spreads kills over the messages. People also answer while the worker is down. */
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
    await run.dropConnection(fates[killed % fates.length] ?? 'cut', dialog.phone);
    if (killed % 2 === 0) await waitForSendingMessage(run.url);
    if (!(killed % 3 === 2 ? run.kill.postgres() : run.kill.worker())) {
      await sleep(200);
      continue;
    }
    killed += 1;
    const [from, to] = [people.byUsername(dialog.username), people.byPhone(dialog.phone.slice(1))];
    if (!from || !to) continue;
    // Equal texts must both arrive.
    for (const text of [`Answer ${killed}`, 'Yes', 'Yes']) {
      send(run.telegram.world, { from, to, text });
      answers.push({ dialog, text });
    }
  }
  return { killed, answers };
}

/** `username: text` on people's phones. */
const received = (telegram: Telegram, dialogs: readonly Dialog[]): string[] =>
  dialogs.flatMap(({ username }) => textsOnPhone(telegram, username).map((text) => `${username}: ${text}`));

/** Telegram's 64-bit numbers are unsigned, ours are signed. */
const unsigned = (randomId: string | null): string => BigInt.asUintN(64, BigInt(randomId ?? 0)).toString();

/** Random ids that Telegram accepted. */
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
  const result = rowsOfCase(`${options.messages} messages by Telegram, ${killed} kills`);
  return [
    result('kills', killed, options.kills),
    result('messages kept', planned.length, options.messages),
    result('arrived', arrived.length, options.messages),
    result('arrived twice or more', countSurplus(arrived, wanted), 0),
    result('not arrived (lost)', countSurplus(wanted, arrived), 0),
    result('said sent but not taken', of('sent').filter((row) => !isTaken(row)).length, 0),
    result('arrived but said otherwise', planned.filter((row) => row.state !== 'sent' && isTaken(row)).length, 0),
    result('not ended', planned.length - of('sent').length - of('failed').length, 0),
    result('failed', of('failed').length, 0),
    result('shown twice or more', countSurplus(shown, wanted), 0),
    result('answers of people', wantedAnswers.length, null),
    result('answers not shown (lost)', countSurplus(wantedAnswers, keptAnswers), 0),
    result('answers shown twice or more', countSurplus(keptAnswers, wantedAnswers), 0),
    result('seconds', Math.round(seconds), null),
  ];
}

/** Accounts, dialogs and planned messages. */
async function plan(context: Context, messages: number): Promise<{ dialogs: Dialog[]; wanted: string[] }> {
  const installation = await openInstallation(context);
  const accounts = await Promise.all(Array.from({ length: accountCount }, (_, index) => installation.addAccount(index)));
  const each = Math.max(1, Math.min(mostDialogs, Math.floor(messages / accountCount / 4)));
  const dialogs = await installation.addDialogs(accounts, each);
  const wanted: string[] = [];
  for (let index = 0; index < messages; index += 1) {
    const dialog = dialogs[index % dialogs.length];
    if (!dialog) throw new Error('nobody to write to');
    // Every fourth text repeats, so that texts do not identify messages.
    const message = Math.floor(index / dialogs.length) % 4 === 3 ? 'Are you there?' : `Message ${index}`;
    await installation.say(dialog, { message, request_key: `bench-message-${index}` });
    wanted.push(`${dialog.username}: ${message}`);
  }
  await installation.close();
  return { dialogs, wanted };
}

/** Messages both ways. Phones are the truth. */
export async function crashTelegram(options: Options): Promise<BenchRow[]> {
  const fixture = await startCrashFixture([]);
  const { postgres, telegram, context } = fixture;
  const { dialogs, wanted } = await plan(context, options.messages);
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...telegramSettings(context) });
  const started = Date.now();
  const run: CrashRun = {
    url: postgres.url,
    telegram,
    dialogs,
    messages: options.messages,
    kill: { worker: () => worker.kill(), postgres: () => killPostgres(postgres) },
    dropConnection: fixture.dropConnection,
  };
  const { killed, answers } = await killAll(run, options.kills);
  await reaches(postgres.url, options.messages, 500);
  const keptAnswers = await answersKept(postgres.url, answers.length);
  const seconds = (Date.now() - started) / 1000;
  const kept = await ask<Kept>(
    postgres.url,
    'select dialog_id, body_text as body, state, is_out, random_id from messages where dialog_id is not null',
  );
  await worker.stop();
  const [arrived, numbers] = [received(telegram, dialogs), takenNumbers(telegram, dialogs)];
  await fixture.stop();
  const wantedAnswers = answers.map(({ dialog, text }) => `${dialog.id}: ${text}`);
  return report({ options, killed, seconds, dialogs, wanted, arrived, wantedAnswers, keptAnswers, kept, numbers });
}

/** Waits for all answers, up to a limit. */
async function answersKept(url: string, count: number): Promise<string[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const rows = await ask<Kept>(url, 'select dialog_id, body_text as body from messages where not is_out');
    if (rows.length >= count || Date.now() > deadline) return rows.map((row) => `${row.dialog_id}: ${row.body}`);
    await sleep(500);
  }
}
