import { judge, statusIn } from './bounce-reasons.ts';
import type { ParsedMail } from './message.ts';
import type { Bounce } from './verdict.ts';

type Fields = Map<string, string>;

/** RFC 3464 2.1: groups of header fields with blank lines between; the first is about the message, the others one recipient each. */
export function readFieldGroups(text: string): Fields[] {
  const groups: Fields[] = [];
  for (const block of text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    const fields: Fields = new Map();
    for (const line of block.trim().split(/\n(?![ \t])/)) {
      const match = /^([A-Za-z][A-Za-z0-9-]*)\s*:\s*([^]*)$/.exec(line);
      if (match) fields.set((match[1] as string).toLowerCase(), (match[2] as string).replaceAll(/\s*\n\s*/g, ' ').trim());
    }
    if (fields.size > 0) groups.push(fields);
  }
  return groups;
}

/** Where a copy of the returned message begins: nothing after it is about the failure. */
const COPY =
  /^\s*[-=*# ]*(?:this is a copy of|below this line is a copy|(?:below is a )?copy of the (?:original )?message|included is a copy|original message(?: headers?| header| follows)?|message headers? follow|the headers? of the original|returned message|original mail(?: info)?|the following is the (?:original|returned)|unsent message|begin message|текст письма|исходное сообщение)\b/im;

/** Or its header, given without a word. */
const COPIED_HEADER = /^[ \t>]*(?:return-path|received|dkim-signature|arc-seal|authentication-results|mime-version|x-[\w-]+):/im;

export function aboutFailure(text: string): string {
  const ends = [COPY, COPIED_HEADER].map((pattern) => pattern.exec(text)?.index ?? -1).filter((index) => index > 20);
  return text.slice(0, Math.min(text.length, ...ends));
}

const ADDRESS = /[^\s<>"'();,:[\]]+@[^\s<>"'();,:[\]]+\.[^\s<>"'();,:[\]]+/;

/** What is failing or failed, from the `message/delivery-status` part. A delivered, relayed or expanded recipient is no bounce. */
export function bouncesFromReport(mail: ParsedMail): Bounce[] | null {
  const groups = mail.reports.filter(({ mediaType }) => mediaType.endsWith('delivery-status')).flatMap(({ text }) => readFieldGroups(text));
  const recipients = groups.filter((group) => group.has('final-recipient') || group.has('original-recipient') || group.has('action'));
  if (recipients.length === 0) return null;
  const words = aboutFailure(mail.text);
  return recipients
    .filter((group) => !/^(?:deliver|relayed|expanded)/i.test(group.get('action') ?? 'failed'))
    .map((group) => bounceOf(group, words));
}

function bounceOf(group: Fields, words: string): Bounce {
  const field = group.get('diagnostic-code') ?? '';
  const diagnostic = field.replace(/^[\w-]+\s*;\s*/, '');
  const recipient =
    ADDRESS.exec(group.get('final-recipient') ?? '')?.[0] ?? ADDRESS.exec(group.get('original-recipient') ?? '')?.[0] ?? null;
  const own = statusIn(group.get('status') ?? '');
  const named = own === null || own.endsWith('.0.0') ? (statusIn(diagnostic) ?? own) : own;
  const first = judge(diagnostic, named);
  const said = first.reason === 'unclear' || diagnostic === '' ? chunkFor(words, recipient) || diagnostic : diagnostic;
  const status = named === null || named.endsWith('.0.0') ? (statusIn(said) ?? named) : named;
  return {
    recipient,
    ...(said === diagnostic ? first : judge(said, status)),
    status,
    diagnostic: (diagnostic || said).replaceAll(/\s+/g, ' ').trim().slice(0, 500),
    final: !/^delayed/i.test(group.get('action') ?? ''),
  };
}

/** The words about one recipient, or all of them where they speak of nobody in particular. */
function chunkFor(words: string, recipient: string | null): string {
  const chunks = chunksOf(words);
  const own = chunks.find((chunk) => chunk.recipient.toLowerCase() === recipient?.toLowerCase());
  return own && own.text.trim().includes('\n') ? own.text : words;
}

/**
 * A line that begins with an address and ends there, or with a colon after it, begins what is said of that address.
 * Said twice (Mail.ru does so in two languages), it is kept together.
 */
export function chunksOf(words: string): { recipient: string; text: string }[] {
  const chunks = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of words.split(/\r?\n/)) {
    const recipient = /^\s{0,8}["'<(]{0,2}([^\s<>"'();,:]+@[^\s<>"'();,:]+)[>"')]{0,2}(?:\s*$|:| on [A-Z])/.exec(line)?.[1];
    if (recipient !== undefined) {
      current = chunks.get(recipient) ?? [];
      chunks.set(recipient, current);
    }
    current?.push(line);
  }
  return [...chunks].map(([recipient, lines]) => ({ recipient, text: lines.join('\n') }));
}

/** Reports written for people alone: the recipients and the reason are looked for in the words. */
export function bouncesFromWords(mail: ParsedMail): Bounce[] {
  const words = aboutFailure(mail.text || mail.html.replaceAll(/<[^>]*>/g, ' '));
  const fields = readFieldGroups(words).filter((group) => group.has('final-recipient') || group.has('diagnostic-code'));
  if (fields.length > 0) return fields.map((group) => bounceOf(group, words));
  const failed = mail.headers.filter(({ name }) => name === 'x-failed-recipients').flatMap(({ value }) => value.split(/[,\s]+/));
  const chunks = chunksOf(words);
  const final = !/delay|warning|still being retried|задерж/i.test(`${mail.subject}`);
  const subject = /user unknown|unknown user/i.test(mail.subject) ? `\n${mail.subject}` : '';
  const about =
    chunks.length > 1 && chunks.every(({ text }) => text.split('\n').length > 1 || /: ./.test(text))
      ? chunks
      : [{ recipient: '', text: `${words}${subject}` }];
  return about.map(({ recipient, text }) => {
    const status = statusIn(text);
    const found = recipient || failed.find((address) => ADDRESS.test(address)) || ADDRESS.exec(words)?.[0] || null;
    return { recipient: found, ...judge(text, status), status, diagnostic: saidIn(text), final };
  });
}

/** The line that holds the server's answer, else the first words. */
function saidIn(text: string): string {
  const answer = /(?:^|[\s:'"])([45]\d\d[ -][^\n]{3,})/.exec(text)?.[1] ?? text;
  return answer.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}
