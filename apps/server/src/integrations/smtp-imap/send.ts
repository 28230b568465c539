import type { Readable, Writable } from 'node:stream';
import { readRefusal, type SmtpCommand } from '@headwater/domain/mail/smtp-refusal';
import type { OutgoingMail, SendOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { elapsed } from '#platform/clock.ts';
import { composeMail, type Composed } from '#platform/mail/compose.ts';
import { asWireError, failureOf } from './failure.ts';
import { MailboxError } from './mailbox-error.ts';
import type { SendTimes } from './options.ts';
import { type SmtpLine, tooLate } from './smtp.ts';
import type { SmtpPool } from './smtp-pool.ts';

/** Sends once. Uses another connection only if the first dropped before DATA. */
export async function sendMail(pool: SmtpPool, message: OutgoingMail, times: SendTimes): Promise<SendOutcome> {
  const end = elapsed() + times.untilText;
  const composed = await composeMail(message);
  if ('problem' in composed)
    return { outcome: 'refused', permanence: 'permanent', reason: 'bad_message', code: null, response: composed.problem };
  // AbortSignal.timeout would create an error with a stack even after a fast message.
  const over = new AbortController();
  const { signal: until } = over;
  const timer = setTimeout(() => over.abort('over'), Math.max(0, end - elapsed()));
  const transmission: Transmission = { ...composed, until, isLate: () => until.aborted || elapsed() >= end, textMs: times.text };
  try {
    const first = await attempt(pool, transmission);
    const last = first === 'stale' ? await attempt(pool, transmission) : first;
    return last === 'stale' ? refusal(new Error('The server closed the connection')) : last;
  } finally {
    clearTimeout(timer);
  }
}

interface Transmission extends Composed {
  until: AbortSignal;
  /** Checks the deadline of `until` by clock, in case the process was too busy for timers. */
  isLate(): boolean;
  /** Milliseconds from the start of DATA to the response. */
  textMs: number;
}

async function attempt(pool: SmtpPool, transmission: Transmission): Promise<SendOutcome | 'stale'> {
  let line: SmtpLine;
  let reused: boolean;
  try {
    const acquired = await pool.take(transmission.until);
    if (acquired === 'busy') return { outcome: 'not_begun' };
    ({ line, reused } = acquired);
  } catch (error) {
    return refusal(error);
  }
  const transfer = { hasBegun: false };
  try {
    const response = await transmit(line, transmission, transfer);
    pool.release(line);
    return { outcome: 'accepted', response, raw: transmission.raw };
  } catch (error) {
    pool.discard(line);
    const { code, responseCode, message } = asWireError(error);
    // 421 on a kept connection is an idle timeout; nothing was sent.
    if (responseCode === 421 && reused && !transfer.hasBegun) return 'stale';
    if (responseCode !== undefined) return refusal(error);
    if (code === 'EMESSAGE' && !transfer.hasBegun) return refusal(error);
    if (transfer.hasBegun) return { outcome: 'unknown', detail: message };
    return reused && !transmission.isLate() ? 'stale' : refusal(error);
  }
}

/**
 * The text is requested after 354; from its end the server may have the whole message. If the
 * request comes too late, the connection must be closed.
 */
function transmit({ connection }: SmtpLine, transmission: Transmission, transfer: { hasBegun: boolean }): Promise<string> {
  const { raw, envelope, until, isLate, textMs } = transmission;
  const ended = new AbortController();
  return new Promise<string>((resolve, reject) => {
    const rejectLate = () => reject(tooLate());
    const text = {
      pipe(server: Writable) {
        if (isLate()) return rejectLate();
        transfer.hasBegun = true;
        const timer = setTimeout(rejectLate, textMs);
        ended.signal.addEventListener('abort', () => clearTimeout(timer));
        server.end(raw);
      },
    };
    until.addEventListener('abort', () => void (transfer.hasBegun || rejectLate()), { signal: ended.signal });
    connection.send({ from: envelope.from, to: [envelope.to], size: raw.length }, asStream(text), (error, info) => {
      if (error) reject(error);
      else resolve(info.response ?? '');
    });
  }).finally(() => ended.abort('over')); // Without a reason Node.js creates an error with a stack, 0.2 ms per message.
}

/** nodemailer only calls `pipe` and listens for errors; complete streams cost more. */
const asStream = (text: { pipe(server: Writable): void }) => text as unknown as Readable;

function refusal(error: unknown): SendOutcome {
  const wire = asWireError(error instanceof MailboxError ? (error.cause ?? error) : error);
  const failure = error instanceof MailboxError ? error.failure : failureOf('smtp', error);
  const limit = sizeLimitOf(wire);
  if (limit !== undefined) {
    return { outcome: 'refused', permanence: 'permanent', reason: 'too_large', code: null, response: failure.detail, limit };
  }
  const code = failure.reason === 'protocol' ? (wire.responseCode ?? null) : null;
  if (code === null) {
    const isPermanent = ['wrong_password', 'address_forbidden', 'port_forbidden'].includes(failure.reason);
    return {
      outcome: 'refused',
      permanence: isPermanent ? 'permanent' : 'temporary',
      reason: failure.reason,
      code,
      response: failure.detail,
    };
  }
  const responseText = typeof wire.response === 'string' ? wire.response : wire.message;
  const command = commands[wire.command ?? ''] ?? 'CONN';
  const { subject, isPermanent } = readRefusal({ code, text: responseText, command });
  const isOwnMailboxFull = command === 'MAIL' && /\b[45]\.2\.2\b/.test(responseText);
  return {
    outcome: 'refused',
    permanence: isPermanent ? 'permanent' : 'temporary',
    reason: isOwnMailboxFull ? 'mailbox_full' : subject,
    code,
    response: failure.detail,
  };
}

/** Commands of the message; failures before them do not concern the message. */
const commands: Readonly<Record<string, SmtpCommand>> = { 'MAIL FROM': 'MAIL', 'RCPT TO': 'RCPT', DATA: 'DATA' };

/** RFC 1870: the server announced the limit, so nothing was sent. */
function sizeLimitOf({ code, responseCode, message }: ReturnType<typeof asWireError>): number | undefined {
  if (code !== 'EMESSAGE' || responseCode !== undefined) return undefined;
  const [, bytes] = /larger than allowed (\d+)/.exec(message) ?? [];
  return bytes === undefined ? undefined : Number(bytes);
}
