import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../mail-load/ask.ts';
import { killPostgres } from '../mail-load/crash-launches.ts';
import { keepWorker } from '../mail-load/worker-process.ts';
import { type BenchRow, rowsOfCase } from '../row.ts';
import { type Arrived, watchPeople } from './answers.ts';
import { type CrashFixture, fates, progresses, waitForSendingMessage, startCrashFixture, countSurplus } from './crash-helpers.ts';
import { telegramSettings } from './installation.ts';
import { launchMailings, password, type Person, senders } from './mailings.ts';

/** Milliseconds for in-flight data of a killed process. */
const silenceMs = 150;

interface Options {
  kills: number;
  recipients: number;
}

interface Kept {
  profile_id: number;
  ended: string | null;
  channel: 'email' | 'telegram' | null;
  state: string | null;
}

interface CrashRun {
  fixture: CrashFixture;
  people: readonly Person[];
  phones: readonly string[];
  watched: ReturnType<typeof watchPeople>;
  worker: ReturnType<typeof keepWorker>;
  /** People who answer while worker or database is down. */
  late: readonly Person[];
  /** Approximate number of messages. */
  expected: number;
}

async function count(url: string, what: string): Promise<number> {
  const rows = await ask<{ count: number }>(url, `select count(*)::int as count from ${what}`);
  return rows[0]?.count ?? 0;
}
const settled = (url: string) => count(url, "messages where state in ('sent', 'error', 'unknown')");

/** Kills worker and PostgreSQL in turns, spread over the messages. */
async function killAll({ fixture, phones, watched, worker, late, expected }: CrashRun, kills: number): Promise<number> {
  const { url } = fixture.postgres;
  const share = expected / (kills + 1);
  let killed = 0;
  while (killed < kills) {
    const from = Math.floor(share * (killed + Math.random()));
    const isReached = await progresses(async () => {
      const at = await settled(url);
      return { at, isOver: at >= from };
    }, 20);
    if (!isReached) break;
    await fixture.dropConnection(fates[killed % fates.length] ?? 'cut', phones[killed % phones.length] ?? '');
    await fixture.postControl('faults', { fault: 'drop_after_dot', times: 1 });
    if (killed % 4 < 2) await waitForSendingMessage(url);
    if (!(killed % 2 === 1 ? killPostgres(fixture.postgres) : worker.kill())) {
      await sleep(200);
      continue;
    }
    console.log(`${new Date().toISOString()} ${killed % 2 === 1 ? 'PostgreSQL' : 'the worker'} is killed`);
    killed += 1;
    await sleep(silenceMs);
    await watched.answerFor(late, Math.ceil(late.length / kills));
  }
  return killed;
}

/** Waits until every recipient is finished, or nothing changes. */
const waitUntilFinished = (url: string, people: number): Promise<boolean> =>
  progresses(async () => {
    const over = await count(
      url,
      `mailing_recipients where ended is not null and not exists (
         select from messages where recipient_id = mailing_recipients.id and state in ('planned', 'claimed', 'handed_over'))`,
    );
    return { at: over + (await settled(url)), isOver: over >= people };
  }, 500);

interface Outcome {
  options: Options;
  killed: number;
  seconds: number;
  people: readonly Person[];
  watched: CrashRun['watched'];
  kept: readonly Kept[];
}

/** Repeated, missing and wrong steps of a person. */
interface Judged {
  once: number;
  twice: number;
  lost: number;
  /** Messages after an answer, by channel. */
  behind: { email: number; telegram: number };
  fellBack: number;
  toFallBack: number;
  wrongWay: number;
}

function judge(person: Person, watched: CrashRun['watched']): Judged {
  const arrived = watched.arrived(person);
  const answer = watched.answers.get(person);
  const wanted = person.ways.map((_way, step) => step).filter((step) => !answer || answer.had.some((had) => had.step === step));
  const times = (step: number) => arrived.filter((each) => each.step === step).length;
  const isWrong = ({ step, way }: Arrived) => person.ways[step] !== way;
  const late = answer ? person.ways.filter((_way, step) => !wanted.includes(step) && times(step) > 0).length : 0;
  const mustFallBack = person.ways.every((way) => way === 'email');
  return {
    once: wanted.filter((step) => times(step) === 1).length,
    twice: person.ways.filter((_way, step) => times(step) > 1).length,
    lost: wanted.filter((step) => times(step) === 0).length,
    behind: { email: answer?.way === 'email' ? late : 0, telegram: answer?.way === 'telegram' ? late : 0 },
    fellBack: mustFallBack ? wanted.filter((step) => arrived.some((each) => each.step === step && each.way === 'email')).length : 0,
    toFallBack: mustFallBack ? wanted.length : 0,
    wrongWay: arrived.filter(isWrong).length,
  };
}

/** Prints people with wrong steps. */
function printWrongSteps(people: readonly Person[], watched: CrashRun['watched']): void {
  for (const person of people) {
    const { twice, lost, behind, wrongWay } = judge(person, watched);
    if (twice + lost + behind.email + behind.telegram + wrongWay === 0) continue;
    const { way, had, at } = watched.answers.get(person) ?? {};
    const answer = at ? `, answered by ${way} at ${at.toISOString()} behind ${had?.length}` : '';
    console.log(`${person.address}: ${JSON.stringify(watched.arrived(person))}${answer}`);
  }
}

function report({ options, killed, seconds, people, watched, kept }: Outcome): BenchRow[] {
  const judged = people.map((person) => judge(person, watched));
  const sum = (of: (one: Judged) => number) => judged.reduce((total, one) => total + of(one), 0);
  const said = kept.filter(({ state }) => state === 'sent').map((row) => `${row.profile_id} ${row.channel}`);
  const arrived = people.flatMap((person) => watched.arrived(person).map(({ way }) => `${person.profileId} ${way}`));
  const endOf = new Map(kept.map(({ profile_id: id, ended }) => [id, ended]));
  const answers = [...watched.answers.values()];
  const inHand = kept.filter(({ state }) => ['planned', 'claimed', 'handed_over'].includes(state ?? ''));
  const result = rowsOfCase(`steps by Telegram to ${options.recipients}, ${killed} kills`);
  return [
    result('kills', killed, options.kills),
    result(
      'steps that arrived once',
      sum(({ once }) => once),
      sum(({ once, lost, twice }) => once + lost + twice),
    ),
    result(
      'arrived twice or more',
      sum(({ twice }) => twice),
      0,
    ),
    result(
      'not arrived (lost)',
      sum(({ lost }) => lost),
      0,
    ),
    result('said sent but not arrived', countSurplus(said, arrived), 0),
    result('arrived but said otherwise', countSurplus(arrived, said), 0),
    result(
      'fell back to e-mail',
      sum(({ fellBack }) => fellBack),
      sum(({ toFallBack }) => toFallBack),
    ),
    result(
      'came the wrong way',
      sum(({ wrongWay }) => wrongWay),
      0,
    ),
    result('people who answered by Telegram', answers.filter(({ way }) => way === 'telegram').length, null),
    result('people who answered by e-mail', answers.filter(({ way }) => way === 'email').length, null),
    result(
      'sent after an answer by Telegram',
      sum(({ behind }) => behind.telegram),
      0,
    ),
    result(
      'sent after an answer by e-mail',
      sum(({ behind }) => behind.email),
      0,
    ),
    result('answers that ended nothing', answers.filter(({ person }) => endOf.get(person.profileId) !== 'replied').length, 0),
    result('errors', kept.filter(({ state }) => state === 'error').length, 0),
    result('shown as unknown', kept.filter(({ state }) => state === 'unknown').length, 0),
    result('not ended', people.filter(({ profileId }) => (endOf.get(profileId) ?? null) === null).length + inHand.length, 0),
    result('seconds', Math.round(seconds), null),
  ];
}

/** Mailings of two Telegram steps with e-mail fallback. Phones and mailboxes are the truth. */
export async function crashSequences(options: Options): Promise<BenchRow[]> {
  const fixture = await startCrashFixture(senders.map((address) => ({ address, password })));
  const { url } = fixture.postgres;
  const { people, phones } = await launchMailings(fixture, options.recipients);
  const watched = watchPeople(fixture, people);
  const answering = people.filter((_person, index) => index % 3 === 0);
  const late = answering.filter((_person, index) => index % 2 === 1);
  const prompt = answering.filter((person) => !late.includes(person));
  const started = Date.now();
  const settings = { ...telegramSettings(fixture.context), HEADWATER_MAIL_TIMEOUT: '4', HEADWATER_MAIL_SETTLE: '15' };
  const worker = keepWorker({ PATH: process.env['PATH'] ?? '', ...settings });
  const state = { isOver: false };
  const answersPromptly = (async () => {
    while (!state.isOver) {
      await watched.answerFor(prompt, prompt.length);
      await sleep(300);
    }
  })();
  const expected = people.length * 2 - answering.length;
  const killed = await killAll({ fixture, people, phones, watched, worker, late, expected }, options.kills);
  await waitUntilFinished(url, people.length);
  const seconds = (Date.now() - started) / 1000;
  state.isOver = true;
  await answersPromptly;
  const kept = await ask<Kept>(
    url,
    `select profile_id::int, ended, channel, state from mailing_recipients as recipient left join messages on messages.recipient_id = recipient.id`,
  );
  await worker.stop();
  await watched.readMail();
  await fixture.stop();
  printWrongSteps(people, watched);
  return report({ options, killed, seconds, people, watched, kept });
}
