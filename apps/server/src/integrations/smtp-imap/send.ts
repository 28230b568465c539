import type { Readable, Writable } from 'node:stream';
import type { OutgoingMail, SendOutcome, SendRefusal } from '#modules/outreach/mailbox-port.ts';
import { elapsed } from '#platform/clock.ts';
import { composeMail, type Composed } from '#platform/mail/compose.ts';
import { asWireError, failureOf } from './failure.ts';
import { MailboxError } from './mailbox-error.ts';
import type { LetterTimes } from './options.ts';
import { type SmtpLine, tooLate } from './smtp.ts';
import type { SmtpPool } from './smtp-pool.ts';

/** Sends once. A second connection is tried only where the first fell before any of the message was handed over. */
export async function sendMail(pool: SmtpPool, message: OutgoingMail, times: LetterTimes): Promise<SendOutcome> {
  const end = elapsed() + times.untilText;
  const composed = await composeMail(message);
  if ('problem' in composed)
    return { outcome: 'refused', permanence: 'permanent', reason: 'bad_message', code: null, response: composed.problem };
  // Not AbortSignal.timeout: a letter that left long ago would still make an error with its stack when its time is over.
  const over = new AbortController();
  const { signal: until } = over;
  const timer = setTimeout(() => over.abort('over'), Math.max(0, end - elapsed()));
  const letter: Letter = { ...composed, until, isLate: () => until.aborted || elapsed() >= end, textMs: times.text };
  try {
    const first = await attempt(pool, letter);
    const last = first === 'stale' ? await attempt(pool, letter) : first;
    return last === 'stale' ? refusal(new Error('The server closed the connection')) : last;
  } finally {
    clearTimeout(timer);
  }
}

interface Letter extends Composed {
  /** Aborts when its text must have been begun. */
  until: AbortSignal;
  /** The same, also where this process was too busy for its timers. */
  isLate(): boolean;
  /** Milliseconds from the beginning of the text to the server's answer. */
  textMs: number;
}

async function attempt(pool: SmtpPool, letter: Letter): Promise<SendOutcome | 'stale'> {
  let line: SmtpLine;
  let reused: boolean;
  try {
    const taken = await pool.take(letter.until);
    if (taken === 'busy') return { outcome: 'not_begun' };
    ({ line, reused } = taken);
  } catch (error) {
    return refusal(error);
  }
  const handedOver = { yet: false };
  try {
    const response = await hand(line, letter, handedOver);
    pool.giveBack(line);
    return { outcome: 'accepted', response, raw: letter.raw };
  } catch (error) {
    pool.discard(line);
    const { responseCode, message } = asWireError(error);
    // 421 on a kept line is the server tidying up; nothing of this message has been said yet.
    if (responseCode === 421 && reused && !handedOver.yet) return 'stale';
    if (responseCode !== undefined) return refusal(error);
    if (handedOver.yet) return { outcome: 'unknown', detail: message };
    return reused && !letter.isLate() ? 'stale' : refusal(error);
  }
}

/**
 * The text is asked for only after the server has said 354; from its end on the server may have the whole message. Where it is asked for too late
 * nothing of it is written, and the line must be discarded.
 */
function hand({ connection }: SmtpLine, letter: Letter, handedOver: { yet: boolean }): Promise<string> {
  const { raw, envelope, until, isLate, textMs } = letter;
  const ended = new AbortController();
  return new Promise<string>((resolve, reject) => {
    const giveUp = () => reject(tooLate());
    const text = {
      pipe(server: Writable) {
        if (isLate()) return giveUp();
        handedOver.yet = true;
        const timer = setTimeout(giveUp, textMs);
        ended.signal.addEventListener('abort', () => clearTimeout(timer));
        server.end(raw);
      },
    };
    until.addEventListener('abort', () => void (handedOver.yet || giveUp()), { signal: ended.signal });
    connection.send({ from: envelope.from, to: [envelope.to], size: raw.length }, asStream(text), (error, info) => {
      if (error) reject(error);
      else resolve(info.response ?? '');
    });
  }).finally(() => ended.abort('over')); // With a reason: for want of one Node.js makes an error with its stack, 0.2 ms a letter.
}

/** A message is piped once and listened to for errors: streams that do more cost more than the rest of a letter on its way. */
const asStream = (text: { pipe(server: Writable): void }) => text as unknown as Readable;

function refusal(error: unknown): SendOutcome {
  const wire = asWireError(error);
  const code = wire.responseCode ?? null;
  const failure = error instanceof MailboxError ? error.failure : failureOf('smtp', error);
  const isPermanent = code !== null ? code >= 500 && code !== 503 : ['wrong_password', 'address_forbidden'].includes(failure.reason);
  return {
    outcome: 'refused',
    permanence: isPermanent ? 'permanent' : 'temporary',
    reason: code === null ? failure.reason : serverReason(code, wire),
    code,
    response: failure.detail,
  };
}

/** Enhanced codes (RFC 3463) say what a bare 550 does not: x.1.1-x.1.6 and x.2.x the recipient, x.1.7-x.1.8 the sender, x.7 policy. */
function serverReason(code: number, wire: { command?: string; response?: unknown; message: string }): SendRefusal {
  const said = typeof wire.response === 'string' ? wire.response : wire.message;
  const enhanced = /\b[45]\.(\d{1,3})\.(\d{1,3})\b/.exec(said);
  const [subject, detail] = [enhanced?.[1], Number(enhanced?.[2])];
  if (/\b(?:rate|quota|limit|too many|throttl)/i.test(said) || code === 421 || `${subject}.${detail}` === '4.5') return 'limit';
  if (wire.command === 'MAIL FROM' && `${subject}.${detail}` === '2.2') return 'mailbox_full';
  if (subject === '1') return detail >= 7 ? 'sender' : 'recipient';
  if (subject === '2') return 'recipient';
  if (wire.command === 'RCPT TO') return 'recipient';
  if (wire.command === 'MAIL FROM') return 'sender';
  return subject === '6' || subject === '7' || wire.command === 'DATA' ? 'content' : 'server';
}
