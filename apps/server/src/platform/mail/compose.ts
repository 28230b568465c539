import MailComposer from 'nodemailer/lib/mail-composer';
import { normaliseAddress, oneLine } from '@headwater/domain/mail/address';
import type { MailAddress, MailHeader } from '@headwater/domain/mail/message';
import { messageBytes } from './message-bytes.ts';

type RelatedImage = { cid: string; filename: string; contentType: string; content: Buffer };

export type AttachedFile = { filename: string; contentType: string; content: Buffer };

export type Composition = {
  messageId: string;
  from: MailAddress;
  to: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  text: string;
  html: string | null;
  date: Date;
  inReplyTo: string | null;
  references: string[];
  headers: MailHeader[];
  images?: readonly RelatedImage[];
  attachments?: readonly AttachedFile[];
};

export type Composed = { raw: Buffer; envelope: { from: string; to: string } };

const MESSAGE_ID = /^<[^\s<>@]+@[^\s<>@]+>$/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;

const OWN_HEADERS = new Set(
  'from sender to cc bcc reply-to subject date message-id in-reply-to references mime-version content-type content-transfer-encoding content-disposition return-path received dkim-signature'.split(
    ' ',
  ),
);

/**
 * Names and the subject become one line, which prevents header injection. @returns a problem for an
 * invalid id, address or header
 */
export async function composeMail(message: Composition): Promise<Composed | { problem: string }> {
  const problem = findProblem(message);
  const from = normaliseAddress(message.from.address);
  const to = normaliseAddress(message.to.address);
  if (problem !== null || from === null || to === null)
    return { problem: problem ?? 'The sender or the recipient is not an e-mail address' };
  const [sender, subject] = [oneLine(message.from.name), oneLine(message.subject)];
  const composer = new MailComposer({
    messageId: message.messageId,
    date: message.date,
    // Inserted below, because the composer would not encode it.
    from: { name: looksEncoded(sender) ? '' : sender, address: from },
    to: { name: oneLine(message.to.name), address: to },
    ...(message.replyTo && { replyTo: { name: oneLine(message.replyTo.name), address: message.replyTo.address } }),
    subject: looksEncoded(subject) ? encodeWords(subject) : subject,
    text: withLineEnds(message.text),
    ...(message.html !== null && { html: withLineEnds(message.html) }),
    ...(message.inReplyTo !== null && { inReplyTo: message.inReplyTo }),
    references: message.references,
    headers: message.headers.map(({ name, value }) => ({ key: name, value: unfolded(value) })),
    attachments: [
      ...(message.images ?? []).map((image) => ({ ...image, contentDisposition: 'inline' as const })),
      ...(message.attachments ?? []).map((file) => ({ ...file, contentDisposition: 'attachment' as const })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  });
  const compiled = composer.compile();
  const raw = messageBytes(compiled) ?? (await compiled.build());
  return { raw: looksEncoded(sender) ? withSender(raw, sender, from) : raw, envelope: { from, to } };
}

/** Servers disagree about a lone CR; normalizing prevents smuggled messages (RFC 5321 2.3.8). */
const withLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/**
 * A fold after the header name, as before a long List-Unsubscribe address, makes some servers break
 * the signature. RFC 5322 allows 998 characters.
 */
const unfolded = (value: string) =>
  /^[\x20-\x7e]{1,900}$/.test(value) && !looksEncoded(value) ? { prepared: true, foldLines: false, value } : value;

/** RFC 2047: readers would decode plain text of this form, so it must be encoded. */
const looksEncoded = (text: string): boolean => text.includes('=?');

/** Encoded words have at most 75 characters and end between characters. */
function encodeWords(text: string): string {
  const parts: string[] = [''];
  for (const sign of text) {
    const last = `${parts.at(-1)}${sign}`;
    if (Buffer.byteLength(last) > 45) parts.push(sign);
    else parts[parts.length - 1] = last;
  }
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

function withSender(raw: Buffer, name: string, address: string): Buffer {
  const line = Buffer.from(`From: ${address}\r\n`);
  const at = raw.indexOf(line);
  const named = Buffer.from(`From: ${encodeWords(name).replaceAll(' ', '\r\n ')}\r\n <${address}>\r\n`);
  return at < 0 ? raw : Buffer.concat([raw.subarray(0, at), named, raw.subarray(at + line.length)]);
}

function findProblem({ messageId, inReplyTo, references, replyTo, headers }: Composition): string | null {
  const ids = [messageId, ...(inReplyTo === null ? [] : [inReplyTo]), ...references];
  const badId = ids.find((id) => !MESSAGE_ID.test(id) || id.length > 900);
  if (badId !== undefined) return `Not a Message-ID: ${oneLine(badId)}`;
  if (replyTo && normaliseAddress(replyTo.address) === null) return 'The reply address is not an e-mail address';
  const bad = headers.find(({ name, value }) => !HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase()) || /[\r\n\0]/.test(value));
  return bad === undefined ? null : `The header ${oneLine(bad.name)} cannot be added`;
}
