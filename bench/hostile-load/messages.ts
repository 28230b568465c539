import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRow, makeRow } from '../row.ts';
import { hostileMessage } from './generate-messages.ts';
import { numbers } from './generate.ts';
import { type HostilePart, type Target } from './part.ts';
import { readerMemory } from './reader-memory.ts';
import { type Recruiter, type Sent, startRecruiter } from './recruiter.ts';
import { connectSmtp, type SmtpClient } from './smtp-client.ts';

/** Hostile messages between two replies of a candidate. */
const replyEvery = 100;
/** Wait for a reply behind hostile messages, of which each may take 20 seconds. */
const patienceMs = 600_000;
/** Limit of the process that reads mail, for any message (docs/operations/deploy.md). */
const readerTargetMb = 400;

const replyTo = ({ email, messageId }: Sent, at: number): Buffer =>
  Buffer.from(
    [
      `Message-ID: <reply-${at}@candidate.test>`,
      `From: <${email}>`,
      'Subject: Re: A job',
      `In-Reply-To: ${messageId}`,
      `References: ${messageId}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Gladly: Thursday after three?',
      '',
    ].join('\r\n'),
  );

interface HostileMessageContext {
  recruiter: Recruiter;
  smtp: SmtpClient;
  count: number;
  seed: number;
}

interface Outcome {
  accepted: number;
  replied: number;
  /** Seconds from a reply to its status. */
  times: number[];
}

/** Seconds until the reply is read; undefined if it is not. */
async function secondsUntilRead(recruiter: Recruiter, sent: Sent): Promise<number | undefined> {
  const begin = performance.now();
  while (performance.now() - begin < patienceMs) {
    if (await recruiter.isReplied(sent)) return (performance.now() - begin) / 1000;
    await sleep(250);
  }
  return undefined;
}

async function sendAll({ recruiter, smtp, count, seed }: HostileMessageContext, sent: readonly Sent[]): Promise<Outcome> {
  const pick = numbers(seed);
  const outcome: Outcome = { accepted: 0, replied: 0, times: [] };
  let at = 0;
  for (const [index, message] of sent.entries()) {
    for (; at < Math.min(count, (index + 1) * replyEvery); at += 1) {
      const isAccepted = await smtp.put({ from: 'mallory@hostile.test', to: recruiter.address }, hostileMessage(pick, at));
      if (isAccepted) outcome.accepted += 1;
    }
    if (await smtp.put({ from: message.email, to: recruiter.address }, replyTo(message, index))) outcome.accepted += 1;
    const seconds = await secondsUntilRead(recruiter, message);
    if (seconds === undefined) continue;
    outcome.replied += 1;
    outcome.times.push(seconds);
  }
  return outcome;
}

/** Peak memory of the reading process. */
function watchReader(pid: number): { end(): number } {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, readerMemory(pid))), 200);
  return {
    end() {
      clearInterval(timer);
      return peak;
    },
  };
}

const counted = (reasons: readonly string[]): string =>
  [...new Set(reasons)].map((reason) => `${reasons.filter((one) => one === reason).length} ${reason}`).join(', ');

/** `messages`: number of hostile ones; `seed`: of the generator. */
async function run(target: Target): Promise<BenchRow[]> {
  const { messages: count = 2000, seed = 1 } = target.options;
  const recruiter = await startRecruiter(target);
  const sent = await recruiter.write(Math.ceil(Number(count) / replyEvery));
  const before = await recruiter.lastRead();
  const smtp = await connectSmtp(target.smtpPort);
  const watch = process.platform === 'linux' ? watchReader(target.pid) : undefined;
  const { accepted, replied, times } = await sendAll({ recruiter, smtp, count: Number(count), seed: Number(seed) }, sent);
  smtp.close();
  const memory = watch?.end();
  const behind = before + accepted - (await recruiter.lastRead());
  const unreadable = await recruiter.unreadable();
  return [
    makeRow('messages', 'put into the mailbox', { value: accepted, target: Number(count) + sent.length, reference: `seed ${seed}` }),
    makeRow('messages', 'answers of candidates read', { value: replied, target: sent.length, reference: `one after each ${replyEvery}` }),
    makeRow('messages', 'answer read after, s (slowest)', {
      value: times.length > 0 ? Math.max(...times) : Number.NaN,
      reference: 'with what is before it',
    }),
    makeRow('messages', 'behind the cursor at the end', { value: behind, target: 0 }),
    makeRow('messages', 'listed as unreadable', { value: unreadable.length, reference: counted(unreadable) }),
    ...(memory === undefined
      ? []
      : [
          makeRow('messages', 'memory of the reader, MB (peak)', {
            value: memory,
            target: readerTargetMb,
            reference: 'the process that reads mail',
          }),
        ]),
  ];
}

export const messages: HostilePart = { name: 'messages', run };
