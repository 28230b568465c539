import { createHash } from 'node:crypto';
import { withinBounds } from '@headwater/domain/mail/bounds';
import { classifyIncoming } from '@headwater/domain/mail/classify-incoming';
import type { MailAddress, ParsedMail } from '@headwater/domain/mail/message';
import { ownText } from '@headwater/domain/mail/own-text';
import type { Verdict } from '@headwater/domain/mail/incoming-verdict';
import { parseMail } from '../parse.ts';

export interface RawMail {
  raw: Uint8Array;
  /** ISO 8601; null if the service does not report it. */
  receivedAt: string | null;
}

export interface ReadMail {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  from: MailAddress | null;
  subject: string;
  /** ISO 8601, from the Date header. */
  date: string | null;
  verdict: Verdict;
  ownText: string;
  digest: string;
}

const maxText = 20_000;

const digestOf = (receivedAt: string | null, { from, subject, text }: ParsedMail): string =>
  createHash('sha256')
    .update(JSON.stringify([receivedAt, from, subject, text]))
    .digest('hex');

/** Runs in a child process, because senders control the cost. */
export async function readMail({ raw, receivedAt }: RawMail): Promise<ReadMail> {
  const parsed = await parseMail(raw);
  const mail = withinBounds(parsed);
  const verdict = classifyIncoming(mail);
  // Notices and lists appear only in a thread.
  const isShown = verdict.kind === 'reply' || verdict.kind === 'auto_reply' || verdict.kind === 'other';
  return {
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    references: mail.references,
    from: mail.from,
    subject: mail.subject,
    date: mail.date,
    verdict,
    ownText: isShown ? ownText(parsed).slice(0, maxText) : '',
    digest: digestOf(receivedAt ?? mail.date, parsed),
  };
}
