import { judgeBounce, statusIn } from './judge-bounce.ts';
import type { BounceReason } from './incoming-verdict.ts';

/**
 * What a mail server's refusal speaks of, whichever command it answers and also where a report quotes it:
 * - `recipient`: the address does not take mail, and will not later
 * - `recipient_temporary`: the mailbox of the recipient is full, disabled or busy
 * - `sender`: the sender, the account, the relay or its network address
 * - `limit`: too much was sent for now
 * - `too_large`: the message is larger than the server takes
 * - `content`: what the message says
 * - `server`: the server itself, or nothing that we know of
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

/** What the words of a server and the code of RFC 3463 in them speak of, where nothing else is known. */
export function subjectOf(reason: BounceReason, status: string | null): RefusalSubject {
  const [, subject, detail] = (status ?? '').split('.');
  // A mailbox that gets too much from everybody; a server without room for anybody.
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
  /** The same would be said again later. */
  isPermanent: boolean;
}

const limitWords = /\b(?:rate|limit|throttl)/i;

/** What a refusal of a message by SMTP means. Before the recipient was named, nothing is said of it; before the text was sent, nothing of that. */
export function readRefusal({ code, text, command }: SmtpReply): SmtpRefusal {
  const status = statusIn(text);
  const { reason } = judgeBounce(text, status);
  // RFC 5321 4.2.2: 503 speaks of the order of commands; 421 ends the session.
  const isPermanent = code >= 500 && code !== 503;
  const known = subjectOf(reason, status);
  const isVague = known === 'server' || known === 'content';
  if (code === 421 && (isVague || known === 'recipient')) return { subject: 'limit', isPermanent: false };
  if (isVague && !isPermanent) return { subject: limitWords.test(text) ? 'limit' : 'server', isPermanent };
  if (command === 'DATA') return { subject: known === 'server' ? 'content' : known, isPermanent };
  // A server that refuses for good before it knows the text, without a word about the recipient, does not take mail from us.
  const speaksOfOthers = isVague || (command !== 'RCPT' && (known === 'recipient' || known === 'recipient_temporary'));
  return { subject: speaksOfOthers ? 'sender' : known, isPermanent };
}
