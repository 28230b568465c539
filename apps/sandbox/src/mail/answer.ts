import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { type Email } from 'postal-mime';
import { composeComplaint } from './complaint.ts';
import { headerBlock, type MailStore } from './store.ts';

export const ANSWERS = ['reply', 'out_of_office', 'bounce_hard', 'bounce_soft', 'complaint'] as const;
export type AnswerKind = (typeof ANSWERS)[number];

/** `id`: Message-ID with angle brackets; default: a new one. */
export type Answer = { kind: AnswerKind; text: string; language: 'en' | 'ru'; id?: string | undefined };

export type Received = { mailbox: string; raw: Buffer };

export async function sendAnswer(store: MailStore, received: Received, answer: Answer): Promise<string | null> {
  const mail = await PostalMime.parse(received.raw);
  const isBounce = answer.kind === 'bounce_hard' || answer.kind === 'bounce_soft';
  const isReport = isBounce || answer.kind === 'complaint';
  const target = (isReport ? undefined : mail.replyTo?.[0]?.address) ?? mail.from?.address;
  if (target === undefined || target === '') return null;
  if (answer.id !== undefined && isDelivered(store, target, answer.id)) return target.toLowerCase();
  const raw = await compose(received, mail, { ...answer, target, at: store.now() });
  const places = [{ mailbox: target, folder: 'INBOX' as const, flags: [] as string[] }];
  const copy = { mailbox: received.mailbox, folder: 'Sent' as const, flags: ['\\Seen'] };
  const from = isReport ? '' : received.mailbox;
  await store.put({ raw, via: 'page', envelope: { from, to: [target] }, places: isReport ? places : [...places, copy] });
  return target.toLowerCase();
}

/** Repeated answers with the same id are sent once. */
const isDelivered = (store: MailStore, mailbox: string, id: string): boolean =>
  store.folder({ mailbox: mailbox.toLowerCase(), folder: 'INBOX' }).messages.some(({ messageId }) => messageId === id);

type Written = Answer & { target: string; at: Date };

async function compose(received: Received, mail: Email, answer: Written): Promise<Buffer> {
  if (answer.kind === 'complaint') return composeComplaint(received, answer);
  if (answer.kind === 'reply' || answer.kind === 'out_of_office') return await composeReply(received, mail, answer);
  return composeBounce(received, answer);
}

const OUT_OF_OFFICE = {
  en: { prefix: 'Automatic reply: ', text: 'I am out of the office and will answer when I am back.' },
  ru: { prefix: 'Автоответ: ', text: 'Меня нет на рабочем месте, отвечу, когда вернусь.' },
};

async function composeReply({ mailbox }: Received, mail: Email, answer: Written): Promise<Buffer> {
  const auto = answer.kind === 'out_of_office' ? OUT_OF_OFFICE[answer.language] : null;
  const subject = (mail.subject ?? '').replace(/^(?:re:\s*)+/i, '');
  const text = answer.text.trim() === '' && auto ? auto.text : answer.text;
  const composer = new MailComposer({
    messageId: answer.id ?? messageId(mailbox),
    date: answer.at,
    from: { name: nameFor(mail, mailbox), address: mailbox },
    to: (mail.replyTo?.[0]?.address ?? mail.from?.address) || '',
    subject: auto ? `${auto.prefix}${subject}` : `Re: ${subject}`,
    inReplyTo: mail.messageId ?? '',
    references: [mail.references ?? '', mail.messageId ?? ''].join(' ').trim(),
    text: auto ? text : `${text}\n\n${quote(mail, answer)}`,
    headers: auto ? { 'Auto-Submitted': 'auto-replied', Precedence: 'auto_reply', 'X-Auto-Response-Suppress': 'All' } : {},
    newline: '\r\n',
  });
  return await composer.compile().build();
}

const messageId = (mailbox: string): string => `<${randomUUID()}@${mailbox.split('@')[1] ?? 'sandbox.test'}>`;

function nameFor(mail: Email, mailbox: string): string {
  const known = [...(mail.to ?? []), ...(mail.cc ?? [])].find(({ address }) => address?.toLowerCase() === mailbox);
  return known?.name ?? '';
}

function quote(mail: Email, { language, at: now }: Pick<Written, 'language' | 'at'>): string {
  const who = mail.from?.name || mail.from?.address || '';
  const at = new Date(mail.date ?? now);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);
  const head = language === 'ru' ? `${day}, ${who} <${mail.from?.address}> пишет:` : `On ${day}, ${who} <${mail.from?.address}> wrote:`;
  const lines = (mail.text ?? '').trimEnd().split(/\r?\n/);
  return [head, ...lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))].join('\n');
}

const BOUNCES = {
  bounce_hard: { status: '5.1.1', action: 'failed', code: '550 5.1.1 The e-mail account that you tried to reach does not exist' },
  bounce_soft: { status: '4.2.2', action: 'failed', code: '452 4.2.2 The mailbox is full' },
};

/** An RFC 3464 delivery status notification in the format of Postfix. */
function composeBounce({ mailbox, raw }: Received, answer: Written): Buffer {
  const { status, action, code } = BOUNCES[answer.kind === 'bounce_soft' ? 'bounce_soft' : 'bounce_hard'];
  const diagnostic = answer.text.trim().replaceAll(/\s+/g, ' ') || code;
  const boundary = randomUUID();
  const part = (type: string, body: string): string => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const date = answer.at.toUTCString().replace('GMT', '+0000');
  const lines = [
    'From: Mail Delivery System <MAILER-DAEMON@sandbox.test>',
    `To: ${answer.target}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${date}`,
    `Message-ID: ${answer.id ?? messageId('mailer-daemon@sandbox.test')}`,
    'Auto-Submitted: auto-replied',
    'Return-Path: <>',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    part(
      'text/plain; charset=utf-8',
      `This is the mail system at host sandbox.test.\r\n\r\nYour message could not be delivered.\r\n\r\n<${mailbox}>: ${diagnostic}\r\n`,
    ),
    part(
      'message/delivery-status',
      `Reporting-MTA: dns; sandbox.test\r\nArrival-Date: ${date}\r\n\r\nFinal-Recipient: rfc822; ${mailbox}\r\n` +
        `Action: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${diagnostic}\r\n`,
    ),
    part('text/rfc822-headers', headerBlock(raw)),
    `--${boundary}--\r\n`,
  ];
  return Buffer.from(lines.join('\r\n'), 'utf8');
}
