import { createHash } from 'node:crypto';
import { withinBounds } from '@headwater/domain/mail/bounds';
import { classifyIncoming } from '@headwater/domain/mail/classify-incoming';
import type { MailAddress, ParsedMail } from '@headwater/domain/mail/message';
import { ownText } from '@headwater/domain/mail/own-text';
import type { Verdict } from '@headwater/domain/mail/incoming-verdict';
import { parseMail } from '../parse.ts';

/** A message as its service hands it out. */
export interface RawMail {
  raw: Uint8Array;
  /** ISO 8601; null where the service does not say. */
  receivedAt: string | null;
}

/** What is known of an incoming message once it was read: nothing of it is longer than what is kept. */
export interface ReadMail {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  from: MailAddress | null;
  subject: string;
  /** ISO 8601, by its own header. */
  date: string | null;
  verdict: Verdict;
  /** The author's own words; empty for bounces and complaints. */
  ownText: string;
  /** A hash of what it says: for mail without a Message-ID. */
  digest: string;
}

const maxText = 20_000;

const digestOf = (receivedAt: string | null, { from, subject, text }: ParsedMail): string =>
  createHash('sha256')
    .update(JSON.stringify([receivedAt, from, subject, text]))
    .digest('hex');

/** Parses, classifies and cuts one message. Runs in the process for it alone, as whoever wrote the message decides what it takes. */
export async function readMail({ raw, receivedAt }: RawMail): Promise<ReadMail> {
  const parsed = await parseMail(raw);
  const mail = withinBounds(parsed);
  const verdict = classifyIncoming(mail);
  // Notices and lists are shown where they belong to a thread.
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
