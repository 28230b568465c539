import { judgeBounce, statusIn } from './judge-bounce.ts';
import { listedIn } from './report-recipients.ts';
import type { BounceReason } from './incoming-verdict.ts';

/** What servers answered (RFC 5321 4.2), as reports quote it: a code of three digits, often with one of RFC 3463, and words. */
const REPLY = /(?:^|[\s:;'"(<=»«])([45]\d\d)(?:[ -]#?([45]\.\d{1,3}\.\d{1,3})\b)?[ \-:,]/;

/** The command that was answered, where the line before says so: `SMTP error from remote mail server after MAIL FROM:<...>:`. */
const STAGE = /\b(?:after|in reply to|response to)\b.{0,40}\b(?:mail from|rcpt to|data)\b|^>>> ?(?:mail from|rcpt to|data)\b/i;

export interface SmtpReply {
  code: string;
  status: string | null;
  /** From the code on, with the lines that it goes on over. */
  text: string;
  /** The line before, where it names the command. */
  stage: string;
}

const MAX_REPLIES = 40;
const MAX_LINE = 1_000;
const MAX_LINES = 4;

/** The lines that an answer goes on over: to the next answer, listed address or blank line. */
function wholeReply(lines: readonly string[], at: number): string {
  const parts = [lines[at] as string];
  for (const line of lines.slice(at + 1, at + MAX_LINES)) {
    if (line.trim() === '' || REPLY.test(line) || listedIn(line) !== null || /^\s*(?:<<<|>>>|-{3})/.test(line)) break;
    parts.push(line.trim());
  }
  return parts.join(' ');
}

/** Behind an answer to a command that was sent before the others were answered. */
const OUT_OF_ORDER = /\b503\b|no valid recipients/i;

/** The line before an answer, where it names the command: not where commands were sent together, so that the answer may be to another one. */
function stageOf(lines: readonly string[], at: number): string {
  const before = lines[at - 1] ?? '';
  const isPipelined = before.startsWith('>>>') && lines.slice(at + 1, at + MAX_LINES).some((line) => OUT_OF_ORDER.test(line));
  return STAGE.test(before) && !isPipelined ? before.trim() : '';
}

/** The answers of servers in a text, in its order. */
export function repliesIn(words: string): SmtpReply[] {
  const lines = words.split('\n').map((line) => line.slice(0, MAX_LINE));
  const replies: SmtpReply[] = [];
  for (const [at, line] of lines.entries()) {
    const found = REPLY.exec(line);
    if (!found) continue;
    const [, code = '', status = null] = found;
    replies.push({
      code,
      status,
      text: wholeReply(lines, at).slice(line.indexOf(code, found.index)).trim(),
      stage: stageOf(lines, at),
    });
    if (replies.length === MAX_REPLIES) break;
  }
  return replies;
}

/** Whether a text quotes a mail server that refused something for good or for now. */
export const quotesRefusal = (words: string): boolean =>
  repliesIn(words).some(({ status, text }) => status !== null || judgeBounce(text, null).reason !== 'unclear');

export interface Judgement {
  reason: BounceReason;
  permanence: 'hard' | 'soft';
  status: string | null;
}

/**
 * How much an answer says: refused for good above for now, of something named above of nothing in particular, and with the command that was
 * answered above the same without it.
 */
const weightOf = (reply: SmtpReply, reason: BounceReason): number =>
  (reply.code.startsWith('5') ? 2 : 0) + (reason === 'unclear' || reason === 'server' ? 0 : 1) + (reason === 'filtered' ? 0.5 : 0);

/**
 * What the words about one recipient amount to. The answers of servers decide, the one that says most before the others: a transcript holds
 * those to commands that failed for the same reason, and words around it speak of the attempts before. Without an answer the words decide.
 */
export function judgeWords(words: string, status: string | null): Judgement {
  let best: { weight: number; judgement: Judgement } | undefined;
  for (const reply of repliesIn(words)) {
    const own = status ?? reply.status ?? statusIn(reply.text) ?? `${reply.code[0] as string}.0.0`;
    const judged = judgeBounce(`${reply.stage} ${reply.text}`, own);
    const weight = weightOf(reply, judged.reason);
    if (!best || weight > best.weight) best = { weight, judgement: { ...judged, status: status ?? reply.status ?? statusIn(reply.text) } };
  }
  const isTelling = best !== undefined && best.judgement.reason !== 'unclear' && best.judgement.reason !== 'server';
  if (best && isTelling) return best.judgement;
  const named = status ?? statusIn(words);
  const whole = judgeBounce(words, named);
  return whole.reason === 'unclear' && best ? best.judgement : { ...whole, status: named };
}
