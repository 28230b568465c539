import { signIn } from '../product/start-product.ts';
import { type BenchRow, makeRow } from '../row.ts';
import { hostileRequest, numbers, type Sender, slowRequest } from './generate.ts';
import { type HostilePart, type Target } from './part.ts';
import { sendRaw, type WireAnswer, type WireRequest } from './wire.ts';

const lines = 8;
const slowLines = 20;
/** The server cuts slow bodies after 20 seconds and checks every 20. */
const slowTargetSeconds = 45;
const accounts = {
  worker: 'recruiter@demo.headwater.test',
  admin: 'admin@demo.headwater.test',
  'hiring manager': 'hm@demo.headwater.test',
  staff: 'staff@demo.headwater.test',
  'other company': 'recruiter@other.headwater.test',
};

async function sendersOf(origin: string): Promise<Sender[]> {
  const people = await Promise.all(Object.entries(accounts).map(async ([name, email]) => ({ name, cookie: await signIn(origin, email) })));
  return [{ name: 'visitor', cookie: undefined }, { name: 'made-up session', cookie: 'headwater_session=made-up' }, ...people];
}

async function sendAll(port: number, requests: Iterator<WireRequest>): Promise<WireAnswer[]> {
  const answers: WireAnswer[] = [];
  const work = async () => {
    for (let next = requests.next(); !next.done; next = requests.next()) answers.push(await sendRaw(port, next.value));
  };
  await Promise.all(Array.from({ length: lines }, work));
  return answers;
}

function* requestsOf(count: number, { senders, seed }: { senders: readonly Sender[]; seed: number }): Generator<WireRequest> {
  const pick = numbers(seed);
  for (let at = 0; at < count; at += 1) {
    const sender = senders[pick(senders.length)];
    if (sender) yield hostileRequest(pick, sender);
  }
}

/** `requests`: their number; `seed`: of the generator. */
async function run({ origin, options }: Target): Promise<BenchRow[]> {
  const { requests: count = 10_000, seed = 1 } = options;
  const port = Number(new URL(origin).port);
  const senders = await sendersOf(origin);
  const slow = Promise.all(Array.from({ length: slowLines }, () => sendRaw(port, slowRequest({ name: 'visitor', cookie: undefined }))));
  const answers = await sendAll(port, requestsOf(Number(count), { senders, seed: Number(seed) }));
  const cut = await slow;
  const withStatus = (wanted: (status: number) => boolean) => answers.filter(({ status }) => wanted(status)).length;
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other);
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return [
    makeRow('requests', 'sent', { value: answers.length, reference: `as ${senders.length} kinds of people, seed ${seed}` }),
    makeRow('requests', 'answered with 5xx', { value: withStatus((status) => status >= 500), target: 0 }),
    makeRow('requests', 'refused as too many', {
      value: withStatus((status) => status === 429),
      reference: 'else they would prove nothing',
    }),
    makeRow('requests', 'cut without an answer', {
      value: withStatus((status) => status === 0),
      reference: `statuses ${statuses.join(' ')}`,
    }),
    makeRow('requests', 'answer, ms (median)', { value: times[Math.floor(times.length / 2)] ?? Number.NaN, reference: `${lines} at once` }),
    makeRow('requests', 'answer, ms (99 of 100)', { value: times[Math.floor(times.length * 0.99)] ?? Number.NaN }),
    makeRow('slow bodies', 'given up after, s (slowest)', {
      value: Math.max(...cut.map(({ ms }) => ms)) / 1000,
      target: slowTargetSeconds,
      reference: `${slowLines} at once, a byte each 10 s, ${cut.filter(({ status }) => status === 408).length} with 408`,
    }),
  ];
}

export const requests: HostilePart = { name: 'requests', run };
