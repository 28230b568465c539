import PostalMime, { decodeWords, type Address, type Attachment, type Email } from 'postal-mime';
import type { MailAddress, MailAttachment, MailReportPart, ParsedMail } from '@headwater/domain/mail/message';
import { boundedMessage } from './bounded-message.ts';
import { type Assumed, withCharsets } from './charset-labels.ts';

/** The classifier needs the text of report parts; other attachments are dropped. */
const REPORT_TYPES = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
  'message/disposition-notification',
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/global-headers',
]);

const MAX_REPORT_CHARACTERS = 64 * 1024;

export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  return withoutZeros(await parse(raw));
}

/** PostgreSQL cannot store NUL. */
function withoutZeros(mail: ParsedMail): ParsedMail {
  const json = JSON.stringify(mail);
  if (!json.includes(String.raw`\u0000`)) return mail;
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)) as ParsedMail;
}

async function parse(raw: Uint8Array): Promise<ParsedMail> {
  try {
    const mail = await parseInLanguage(boundedMessage(raw));
    const isEmpty = mail.text === '' && mail.html === '' && mail.reports.length + mail.attachments.length === 0;
    // A multipart message without its boundaries still contains readable text.
    return isEmpty ? { ...mail, text: salvage(raw).text } : mail;
  } catch {
    return salvage(raw);
  }
}

/** Parts of unknown encoding are UTF-8 if valid, else windows-1251, as in tables. */
async function parseInLanguage(bounded: Uint8Array): Promise<ParsedMail> {
  const { mail, hasUnknown } = await parseAs(bounded, 'utf-8');
  const unread = hasUnknown ? countUnread(mail) : 0;
  if (unread === 0) return mail;
  const { mail: other } = await parseAs(bounded, 'windows-1251');
  const isBetter = countUnread(other) < unread && !wordsOf(other).includes(writtenReplacement);
  return isBetter ? other : mail;
}

/** U+FFFD in UTF-8, read as windows-1251: the message contains it. */
const writtenReplacement = 'пїЅ';
const wordsOf = ({ subject, text, html, from }: ParsedMail): string => `${subject}\n${from?.name ?? ''}\n${text}\n${html}`;
const countUnread = (mail: ParsedMail): number => wordsOf(mail).split('\ufffd').length - 1;

async function parseAs(bounded: Uint8Array, assumed: Assumed): Promise<{ mail: ParsedMail; hasUnknown: boolean }> {
  const { bytes, hasUnknown } = withCharsets(bounded, assumed);
  const flowed = withoutFlow(bytes);
  const mail = fromEmail(await PostalMime.parse(flowed ?? bytes, { forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' }));
  return { mail: flowed ? { ...mail, text: unflow(mail.text) } : mail, hasUnknown };
}

/** No match spans a line end, which keeps matching linear. */
const FLOWED = /(^content-type:[^\r\n]{0,998}(?:\r?\n[ \t][^\r\n]{0,998}){0,20}?format=)("?)flowed/gim;

/**
 * The parser joins a quoted line that ends in a space with the answer below, against RFC 3676 4.5.
 * So the parameter is overwritten in place, and `unflow` joins the lines.
 */
function withoutFlow(raw: Uint8Array): Uint8Array | null {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const fixed = text.replaceAll(FLOWED, '$1$2fixed ');
  return fixed === text ? null : Buffer.from(fixed, 'latin1');
}

const quoteDepth = (line: string): string => /^>*/.exec(line)?.[0] ?? '';

const MAX_MARK = 100;

export function unflow(text: string): string {
  const lines: string[] = [];
  let depth = '';
  let pieces: string[] = [];
  const isOpen = () => pieces.at(-1)?.endsWith(' ') === true && !isMark(pieces);
  const close = () => void (pieces.length > 0 && lines.push(pieces.join('')));
  for (const line of text.split(/\r?\n/)) {
    const own = quoteDepth(line);
    if (own === depth && isOpen()) {
      const rest = line.slice(own.length);
      pieces.push(rest.startsWith(' ') ? rest.slice(1) : rest);
    } else {
      close();
      depth = own;
      pieces = [line];
    }
  }
  close();
  return lines.join('\n');
}

const isMark = (pieces: readonly string[]): boolean =>
  pieces.length <= 2 && pieces.every((piece) => piece.length <= MAX_MARK) && /^>* ?-- $/.test(pieces.join(''));

function fromEmail(email: Email): ParsedMail {
  return {
    messageId: idsIn(email.messageId)[0] ?? null,
    inReplyTo: idsIn(email.inReplyTo),
    references: idsIn(email.references),
    from: flatten(email.from ? [email.from] : [])[0] ?? null,
    sender: flatten(email.sender ? [email.sender] : [])[0] ?? null,
    replyTo: flatten(email.replyTo),
    to: flatten(email.to),
    cc: flatten(email.cc),
    subject: email.subject ?? '',
    date: isoDate(email.date),
    headers: email.headers.map(({ key, value }) => ({ name: key, value: decodeWords(value) })),
    text: email.text ?? '',
    html: email.html ?? '',
    reports: email.attachments.filter(({ mimeType }) => REPORT_TYPES.has(mimeType)).map(reportOf),
    attachments: email.attachments.filter(({ mimeType }) => !REPORT_TYPES.has(mimeType)).map(attachmentOf),
  };
}

const idsIn = (value: string | undefined): string[] => value?.match(/<[^<>\s]+>/g) ?? [];

function flatten(list: Address[] | undefined): MailAddress[] {
  return (list ?? []).flatMap((one) =>
    one.group ? one.group.map(({ name, address }) => ({ name, address })) : [{ name: one.name, address: one.address ?? '' }],
  );
}

function isoDate(value: string | undefined): string | null {
  const at = Date.parse(value ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

const reportOf = ({ mimeType, content }: Attachment): MailReportPart => ({
  mediaType: mimeType,
  text: new TextDecoder().decode(bytesOf(content).subarray(0, MAX_REPORT_CHARACTERS)),
});

const attachmentOf = ({ filename, mimeType, disposition, related, content }: Attachment): MailAttachment => ({
  name: filename ?? '',
  mediaType: mimeType,
  bytes: bytesOf(content).length,
  inline: disposition === 'inline' || related === true,
});

/** For messages that the parser rejects (deep nesting, endless headers). */
function salvage(raw: Uint8Array): ParsedMail {
  const whole = new TextDecoder().decode(raw.subarray(0, 1024 * 1024));
  const split = /\r?\n\r?\n/.exec(whole);
  const head = whole.slice(0, split?.index ?? whole.length).slice(0, MAX_REPORT_CHARACTERS);
  const headers = head
    .split(/\r?\n(?![ \t])/)
    .map((line) => /^([^\s:]+):\s*([^]*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => ({ name: (match[1] ?? '').toLowerCase(), value: decodeWords((match[2] ?? '').replaceAll(/\r?\n[ \t]+/g, ' ')) }));
  const value = (name: string): string | undefined => headers.find((header) => header.name === name)?.value;
  const address = /(?<![^\s<>"])[^\s<>"@]+@[^\s<>"]+/.exec(value('from') ?? '')?.[0];
  return {
    messageId: idsIn(value('message-id'))[0] ?? null,
    inReplyTo: idsIn(value('in-reply-to')),
    references: idsIn(value('references')),
    from: address === undefined ? null : { name: '', address },
    sender: null,
    replyTo: [],
    to: [],
    cc: [],
    subject: value('subject') ?? '',
    date: isoDate(value('date')),
    headers,
    text: split ? whole.slice(split.index).trim() : '',
    html: '',
    reports: [],
    attachments: [],
  };
}
