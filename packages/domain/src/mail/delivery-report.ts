import { judgeBounce, statusIn } from './judge-bounce.ts';
import type { ParsedMail } from './message.ts';
import { type Chunk, chunksOf } from './report-recipients.ts';
import { judgeWords, repliesIn } from './report-words.ts';
import { replaceTags } from './tags.ts';
import type { Bounce } from './incoming-verdict.ts';

type Fields = Map<string, string>;

/**
 * RFC 3464 2.1: groups separated by blank lines. The first is per message, the rest per recipient.
 */
export function readFieldGroups(text: string): Fields[] {
  const groups: Fields[] = [];
  for (const block of text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    const fields: Fields = new Map();
    for (const line of block.trim().split(/\n(?![ \t])/)) {
      const match = /^([A-Za-z][A-Za-z0-9-]*)\s*:\s*([^]*)$/.exec(line);
      if (match) fields.set((match[1] as string).toLowerCase(), unfold(match[2] as string));
    }
    if (fields.size > 0) groups.push(fields);
  }
  return groups;
}

const unfold = (value: string): string =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Text after the copy of the message does not describe the failure. */
const COPY =
  /^(?:[-=*#]|[^\S\n\r\u2028\u2029])*(?:this is a copy of|below this line is a copy|(?:below is a )?copy of the (?:original )?message|included is a copy|original message(?: headers?| header| follows)?|message headers? follow|the headers? of the original|returned message|original mail(?: info)?|the following is the (?:original|returned)|unsent message|begin message|текст письма|исходное сообщение)\b/im;

const COPIED_HEADER = /^[ \t>]*(?:return-path|received|dkim-signature|arc-seal|authentication-results|mime-version|x-[\w-]+):/im;

export function aboutFailure(text: string): string {
  const ends = [COPY, COPIED_HEADER].map((pattern) => pattern.exec(text)?.index ?? -1).filter((index) => index > 20);
  return text.slice(0, Math.min(text.length, ...ends));
}

const TOKEN = /[^\s<>"'();,:[\]]+/g;

/** Two steps, as a single pattern would be tried from every character. */
function addressIn(text: string, except?: ReadonlySet<string>): string | null {
  for (const [token] of text.matchAll(TOKEN)) {
    const at = token.indexOf('@', 1);
    if (at > 0 && token.lastIndexOf('.', token.length - 2) >= at + 2 && !except?.has(token.toLowerCase())) return token;
  }
  return null;
}

/** `telling`: chunks that say more than their address. */
type Words = { all: string; chunks: Chunk[]; telling: Chunk[]; rest: string };

const MAX_RECIPIENTS = 30;
const MAX_CHARACTERS = 64 * 1024;
/** Notices say why they failed in their first lines. */
const MAX_WORDS = 16 * 1024;

/** Reads `message/delivery-status`. Delivered, relayed and expanded recipients do not bounce. */
export function bouncesFromReport(mail: ParsedMail): Bounce[] | null {
  const groups = mail.reports.filter(({ mediaType }) => mediaType.endsWith('delivery-status')).flatMap(({ text }) => readFieldGroups(text));
  const recipients = groups.filter((group) => group.has('final-recipient') || group.has('original-recipient') || group.has('action'));
  if (recipients.length === 0) return null;
  const words = wordsOf(aboutFailure(mail.text));
  return recipients
    .filter((group) => !/^(?:deliver|relayed|expanded)/i.test(group.get('action') ?? 'failed'))
    .slice(0, MAX_RECIPIENTS)
    .map((group) => bounceOf(group, words));
}

const oneLine = (said: string): string => said.replaceAll(/\s+/g, ' ').trim().slice(0, 500);

function bounceOf(group: Fields, words: Words): Bounce {
  const field = group.get('diagnostic-code') ?? '';
  const diagnostic = field.replace(/^[\w-]+\s*;\s*/, '');
  const recipient = addressIn(group.get('final-recipient') ?? '') ?? addressIn(group.get('original-recipient') ?? '');
  const own = statusIn(group.get('status') ?? '');
  const named = own === null || own.endsWith('.0.0') ? (statusIn(diagnostic) ?? own) : own;
  const first = judgeBounce(diagnostic, named);
  const final = !/^delayed/i.test(group.get('action') ?? '');
  const said = chunkFor(words, recipient) || diagnostic;
  // Only the transcript names the refused command.
  const isRefusedLater = first.reason === 'no_such_address' && judgeWords(said, named).reason === 'filtered';
  if (first.reason !== 'unclear' && diagnostic !== '' && !isRefusedLater)
    return { recipient, ...first, status: named, diagnostic: oneLine(diagnostic), final };
  const judged = judgeWords(said, named === null || named.endsWith('.0.0') ? (statusIn(said) ?? named) : named);
  return { recipient, ...judged, diagnostic: oneLine(diagnostic || said), final };
}

function chunkFor({ all, chunks, telling, rest }: Words, recipient: string | null): string {
  const own = chunks.find((chunk) => chunk.recipient.toLowerCase() === recipient?.toLowerCase());
  if (own && telling.includes(own)) return own.text;
  return telling.length > 0 && rest.trim() !== '' ? rest : all;
}

const saysMoreThanAddress = ({ recipient, text }: Chunk): boolean => text.replaceAll(recipient, '').replaceAll(/[\s\W_]/g, '').length > 12;

function wordsOf(notice: string, ours?: ReadonlySet<string>): Words {
  const all = notice.slice(0, MAX_WORDS);
  const { chunks, rest } = chunksOf(all, ours);
  return { all, chunks, telling: chunks.filter(saysMoreThanAddress), rest };
}

/** The sender and the reporting system are not failed recipients. */
const ownAddresses = (mail: ParsedMail): Set<string> =>
  new Set([...mail.to, ...mail.cc, ...(mail.from ? [mail.from] : [])].map(({ address }) => address.toLowerCase()));

function mentioned(words: string, ours: ReadonlySet<string>): string | null {
  const lines = words.split('\n');
  const answers = repliesIn(words).map(({ text }) => text);
  for (const line of [...answers, ...lines]) {
    const found = /\b(?:from|by|sender|от)\b[^@]{0,20}@/i.test(line) ? null : addressIn(line, ours);
    if (found !== null) return found;
  }
  return addressIn(words, ours);
}

export function bouncesFromWords(mail: ParsedMail): Bounce[] {
  const ours = ownAddresses(mail);
  const said = wordsOf(aboutFailure(mail.text || replaceTags(mail.html, () => ' ').slice(0, MAX_CHARACTERS)), ours);
  const { all: words, chunks, rest } = said;
  const fields = readFieldGroups(words).filter((group) => group.has('final-recipient') || group.has('diagnostic-code'));
  if (fields.length > 0) return fields.slice(0, MAX_RECIPIENTS).map((group) => bounceOf(group, said));
  const failed = mail.headers
    .filter(({ name }) => name === 'x-failed-recipients')
    .flatMap(({ value }) => value.split(/[,\s]+/))
    .filter((address) => addressIn(address) !== null);
  const isDelay = /delay|warning|still being retried|задерж/i.test(mail.subject);
  const subject = /user unknown|unknown user/i.test(mail.subject) ? `\n${mail.subject}` : '';
  const listed = failed.length > chunks.length ? failed.map((recipient) => ({ recipient, text: '' })) : chunks;
  const about: Chunk[] =
    listed.length > 1
      ? listed
      : [{ recipient: listed[0]?.recipient ?? failed[0] ?? mentioned(words, ours) ?? '', text: `${words}${subject}` }];
  return about.slice(0, MAX_RECIPIENTS).map((chunk) => {
    const text =
      about.length === 1 || saysMoreThanAddress(chunk)
        ? chunk.text
        : answersOf(words, chunk.recipient) || `${rest}${subject}`.trim() || words;
    const judged = judgeWords(text, null);
    // A permanent refusal decides, even under a subject about a delay.
    const final = !isDelay || repliesIn(text).some(({ code }) => code.startsWith('5'));
    return { recipient: chunk.recipient || null, ...judged, diagnostic: saidIn(text), final };
  });
}

const answersOf = (words: string, recipient: string): string =>
  repliesIn(words)
    .filter(({ text }) => text.toLowerCase().includes(recipient.toLowerCase()))
    .map(({ text }) => text)
    .join('\n');

function saidIn(text: string): string {
  const answer = /(?:^|[\s:'"])([45]\d\d[ -][^\n]{3,})/.exec(text)?.[1] ?? text;
  return answer.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}
