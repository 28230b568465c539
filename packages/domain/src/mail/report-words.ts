import { judgeBounce, statusIn } from './judge-bounce.ts';
import { listedIn } from './report-recipients.ts';
import type { BounceReason } from './incoming-verdict.ts';

/** RFC 5321 4.2: three digits, often an RFC 3463 code, and words. */
const REPLY = /(?:^|[\s:;'"(<=»«])([45]\d\d)(?:[ -]#?([45]\.\d{1,3}\.\d{1,3})\b)?[ \-:,]/;

/** `SMTP error from remote mail server after MAIL FROM:<...>:` */
const STAGE = /\b(?:after|in reply to|response to)\b.{0,40}\b(?:mail from|rcpt to|data)\b|^>>> ?(?:mail from|rcpt to|data)\b/i;

export interface SmtpReply {
  code: string;
  status: string | null;
  text: string;
  stage: string;
}

const MAX_REPLIES = 40;
const MAX_LINE = 1_000;
const MAX_LINES = 4;

function wholeReply(lines: readonly string[], at: number): string {
  const parts = [lines[at] as string];
  for (const line of lines.slice(at + 1, at + MAX_LINES)) {
    if (line.trim() === '' || REPLY.test(line) || listedIn(line) !== null || /^\s*(?:<<<|>>>|-{3})/.test(line)) break;
    parts.push(line.trim());
  }
  return parts.join(' ');
}

const OUT_OF_ORDER = /\b503\b|no valid recipients/i;

/** Empty for pipelined commands, as the answer may belong to another one. */
function stageOf(lines: readonly string[], at: number): string {
  const before = lines[at - 1] ?? '';
  const isPipelined = before.startsWith('>>>') && lines.slice(at + 1, at + MAX_LINES).some((line) => OUT_OF_ORDER.test(line));
  return STAGE.test(before) && !isPipelined ? before.trim() : '';
}

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

export const quotesRefusal = (words: string): boolean =>
  repliesIn(words).some(({ status, text }) => status !== null || judgeBounce(text, null).reason !== 'unclear');

export interface Judgement {
  reason: BounceReason;
  permanence: 'hard' | 'soft';
  status: string | null;
}

/** Permanent above temporary, a known reason above none, a named command above none. */
const weightOf = (reply: SmtpReply, reason: BounceReason): number =>
  (reply.code.startsWith('5') ? 2 : 0) + (reason === 'unclear' || reason === 'server' ? 0 : 1) + (reason === 'filtered' ? 0.5 : 0);

/** The most specific answer decides, as words around it may describe other attempts. */
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
