import { judgeBounce, statusIn } from './judge-bounce.ts';
import type { BounceReason } from './incoming-verdict.ts';

/**
 * Subject of a refusal, in answers and in reports:
 * - `recipient`: the address will not accept mail
 * - `recipient_temporary`: the mailbox is full, disabled or busy
 * - `sender`: the sender, the account, the relay or its network address
 * - `limit`: too much was sent for now
 * - `too_large`: the message exceeds the server's limit
 * - `content`: the message text
 * - `server`: the server itself, or unknown
 */
export type RefusalSubject = 'recipient' | 'recipient_temporary' | 'sender' | 'limit' | 'too_large' | 'content' | 'server';

const subjects: Record<BounceReason, RefusalSubject> = {
  no_such_address: 'recipient',
  no_such_domain: 'recipient',
  moved: 'recipient',
  domain_takes_no_mail: 'recipient',
  mailbox_full: 'recipient_temporary',
  mailbox_disabled: 'recipient_temporary',
  filtered: 'recipient_temporary',
  sender_refused: 'sender',
  sender_unproven: 'sender',
  relay_denied: 'sender',
  blocked: 'sender',
  too_many: 'limit',
  too_big: 'too_large',
  spam: 'content',
  policy: 'content',
  expired: 'server',
  network: 'server',
  server: 'server',
  unclear: 'server',
};

export function subjectOf(reason: BounceReason, status: string | null): RefusalSubject {
  const [, subject, detail] = (status ?? '').split('.');
  // `2`: a mailbox that receives too much; `3.1`: a server without disk space.
  if (reason === 'too_many' && subject === '2') return 'recipient_temporary';
  if (reason === 'mailbox_full' && subject === '3' && detail === '1') return 'server';
  return subjects[reason];
}

export type SmtpCommand = 'CONN' | 'MAIL' | 'RCPT' | 'DATA';

export interface SmtpReply {
  code: number;
  text: string;
  command: SmtpCommand;
}

export interface SmtpRefusal {
  subject: RefusalSubject;
  isPermanent: boolean;
}

const limitWords = /\b(?:rate|limit|throttl)/i;

/** A refusal before RCPT cannot concern the recipient; before DATA not the content. */
export function readRefusal({ code, text, command }: SmtpReply): SmtpRefusal {
  const status = statusIn(text);
  const { reason } = judgeBounce(text, status);
  // RFC 5321 4.2.2: 503 is about command order.
  const isPermanent = code >= 500 && code !== 503;
  const known = subjectOf(reason, status);
  const isVague = known === 'server' || known === 'content';
  if (code === 421 && (isVague || known === 'recipient')) return { subject: 'limit', isPermanent: false };
  if (isVague && !isPermanent) return { subject: limitWords.test(text) ? 'limit' : 'server', isPermanent };
  if (command === 'DATA') return { subject: known === 'server' ? 'content' : known, isPermanent };
  // Refused before DATA without naming the recipient: the sender is blocked.
  const speaksOfOthers = isVague || (command !== 'RCPT' && (known === 'recipient' || known === 'recipient_temporary'));
  return { subject: speaksOfOthers ? 'sender' : known, isPermanent };
}
