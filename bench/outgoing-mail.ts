import { sample } from 'fast-check';
import { normaliseAddress, oneLine } from '@headwater/domain/mail/address';
import { decodeEntities } from '@headwater/domain/mail/entities';
import { createSmtpImapProvider } from '../apps/server/src/integrations/smtp-imap/provider.ts';
import { composeWith, personValues } from '../apps/server/src/modules/messaging/campaigns/actions/compose.ts';
import { unsubscribePlaceholder } from '../apps/server/src/modules/messaging/messages/unsubscribe-link.ts';
import { signerOf } from '../apps/server/src/platform/crypto/signing.ts';
import { type Composition, composeMail } from '../apps/server/src/platform/mail/compose.ts';
import { parseMail } from '../apps/server/src/platform/mail/parse.ts';
import { trackHtml } from '../apps/server/src/modules/messaging/tracking/add-tracking.ts';
import { startSink } from './mail-load/smtp-sink.ts';
import { type Tricks, tricks, tricksOfLetter } from './mail-load/tricks.ts';
import type { BenchRow } from './row.ts';

const subjectForm = '{{FIRST_NAME}}: {{VACANCY}} ({{NICK}})';
const bodyForm =
  '<p>Dear {{FULL_NAME}}, <strong>{{COMPANY}}</strong> | {{POSITION}}</p><ul><li>{{VACANCY}}</li></ul>' +
  '<p style="text-align:center"><a href="https://jobs.test/?who={{NICK}}">{{NICK}}</a> {{SENDER_NAME}}</p>';
const sender = 'rita@company.test';
const signer = signerOf(Buffer.alloc(32, 7));
const tracked = { companyId: 1, messageId: 1, publicUrl: 'https://headwater.test', opens: true, clicks: true };
const messageId = '<proof@company.test>';
const expectedHeaders = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

function valuesOf({ first, last, company, title, nick, vacancy, sender: name }: Omit<Tricks, 'address'>) {
  const known = personValues({
    first_name: first,
    last_name: last,
    patronymic: null,
    positions: [{ company, title }],
    locations: [],
  } as never);
  return { ...known, SENDER_NAME: name, SENDER_EMAIL: sender, UNSUBSCRIBE: unsubscribePlaceholder, VACANCY: vacancy, NICK: nick };
}

/** The form with its variables put in, by rules of its own: one look, names as they stand. */
const literally = (form: string, values: Readonly<Record<string, string | null | undefined>>) =>
  form
    .split(/\{\{([A-Z_]+)\}\}/)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')))
    .join('');

/** White space, of which mail keeps no more than that it is there, and signs that nobody sees. */
const flat = (text: string) => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const wordsOf = (html: string) => flat(decodeEntities(html.replaceAll(/<[^>]*>/g, ' ')));
/** Markup without the addresses of its links, which carry what is written into them. */
const skeletonOf = (html: string) => tagsOf(html).map((tag) => tag.replace(/ href="[^"]*"/, ' href'));

const bodyWords = (form: string, values: Readonly<Record<string, string | null | undefined>>) => {
  const parts = form.split(/<[^>]*>/);
  return flat(parts.map((part) => literally(part, values)).join(' '));
};

const plain = composeWith(
  { subject: subjectForm, body: bodyForm, signature: '', variables: [] },
  valuesOf({ first: 'Anna', last: 'Lee', company: 'Acme', title: 'Dev', nick: 'an', vacancy: 'Job', sender: 'Rita' }),
);
const plainSkeleton = skeletonOf(trackHtml(plain.html, signer, tracked));

interface Letter {
  trick: Tricks;
  stored: string;
  message: Composition;
  values: ReturnType<typeof valuesOf>;
}

/** The letter as the product makes it; undefined where what stands for an address is not kept as one. */
function letterOf(trick: Tricks): Letter | undefined {
  const values = valuesOf(trick);
  const stored = normaliseAddress(trick.address);
  if (stored === null) return undefined;
  const { subject, html, text } = composeWith({ subject: subjectForm, body: bodyForm, signature: '', variables: [] }, values);
  const message = {
    messageId,
    from: { name: trick.sender, address: sender },
    to: { name: '', address: stored },
    replyTo: null,
    subject,
    text,
    html: trackHtml(html, signer, tracked),
    date: new Date(0),
    inReplyTo: null,
    references: [],
    headers: [],
  };
  return { trick, stored, message, values };
}

/** What arrived otherwise than it was written; nothing where all of it is literal. */
async function faultsOf({ stored, message, values, trick }: Letter, raw: Buffer): Promise<string[]> {
  const faults: string[] = [];
  const check = (isRight: boolean, what: string) => void (isRight || faults.push(what));
  const bytes = raw.toString('latin1');
  check(!/(?<!\r)\n|\r(?!\n)/.test(bytes), 'a line ends in half');
  const head = bytes.slice(0, bytes.indexOf('\r\n\r\n'));
  const lines = head.split('\r\n');
  check(
    lines.every((line) => line.length <= 998),
    'a header line is too long',
  );
  const names = lines.filter((line) => !/^[ \t]/.test(line)).map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
  check(names.toSorted().join() === expectedHeaders.join(), `headers: ${names.join()}`);
  const mail = await parseMail(raw);
  check(flat(mail.subject) === flat(literally(subjectForm, values)), `subject: ${JSON.stringify(mail.subject)}`);
  check(flat(mail.from?.name ?? '') === flat(oneLine(trick.sender)), `from: ${JSON.stringify(mail.from)}`);
  check(mail.from?.address === sender, 'the sender is another');
  check(mail.to.length === 1 && mail.cc.length === 0 && mail.to[0]?.address === stored, `to: ${JSON.stringify(mail.to)}`);
  check(JSON.stringify(skeletonOf(mail.html)) === JSON.stringify(plainSkeleton), `markup: ${tagsOf(mail.html).join('')}`);
  const written = bodyWords(bodyForm, values);
  check(wordsOf(mail.html).replaceAll(' ', '') === written.replaceAll(' ', ''), `html: ${JSON.stringify(wordsOf(mail.html))}`);
  check(
    tagsOf(mail.html).every((tag) => !/ href=/.test(tag) || / href="https:\/\/headwater\.test\//.test(tag)),
    'a link leads elsewhere',
  );
  check(flat(mail.text) === flat(message.text), 'the text part is another');
  const dense = flat(mail.text).replaceAll(' ', '');
  for (const value of [trick.company, trick.title, trick.vacancy, trick.nick, trick.sender]) {
    check(dense.includes(flat(value).replaceAll(' ', '')), `text without ${JSON.stringify(value)}: ${JSON.stringify(mail.text)}`);
  }
  return faults;
}

interface Score {
  letters: number;
  refused: number;
  problems: number;
  wrong: number;
  envelopes: number;
}

async function judge(score: Score, trick: Tricks, seed: string): Promise<Letter | undefined> {
  score.letters += 1;
  const letter = letterOf(trick);
  // Text that is not kept as an address is never written to; the rest of the letter is judged all the same.
  if (!letter) score.refused += 1;
  const judged = letter ?? letterOf({ ...trick, address: 'anna@people.test' });
  if (!judged) return undefined;
  const composed = await composeMail(judged.message);
  if ('problem' in composed) {
    score.problems += 1;
    return undefined;
  }
  const { stored } = judged;
  if (composed.envelope.to !== stored || composed.envelope.from !== sender || normaliseAddress(stored) !== stored) score.envelopes += 1;
  const faults = await faultsOf(judged, composed.raw);
  if (faults.length > 0) {
    score.wrong += 1;
    if (score.wrong <= 10) console.log(`${seed}: ${faults.join('; ')}\n  ${JSON.stringify(trick)}`);
  }
  return judged;
}

/** Sends letters through the transport of the product to a server that keeps every byte. Returns how many arrived otherwise than composed. */
async function throughSockets(letters: readonly Letter[]): Promise<number> {
  const sink = await startSink();
  const server = { host: '127.0.0.1', port: sink.port, security: 'none' as const, user: '', password: '' };
  const mailbox = createSmtpImapProvider().open({ smtp: server, imap: null, from: { name: '', address: sender } });
  let wrong = 0;
  for (const letter of letters) {
    const before = sink.received.length;
    const sent = await mailbox.send(letter.message);
    const [got, ...more] = sink.received.slice(before);
    const isRight =
      sent.outcome === 'accepted' &&
      more.length === 0 &&
      got?.from.split(' SIZE=')[0] === `MAIL FROM:<${sender}>` &&
      got.to.join() === `RCPT TO:<${letter.stored}>` &&
      got.raw.equals(Buffer.from(sent.raw)) &&
      (await faultsOf(letter, got.raw)).length === 0;
    if (isRight) continue;
    wrong += 1;
    if (wrong <= 5) console.log(`through a socket: ${sent.outcome} ${got?.from} ${got?.to.join()} ${JSON.stringify(letter.trick)}`);
  }
  await mailbox.close();
  await sink.stop();
  return wrong;
}

/**
 * Generated tricks in names, texts and addresses: what arrives is literal, and goes to the address that is kept.
 * --tricks N (eight in each letter), --seed N, --smtp N: so many letters go through a socket too.
 */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const wanted = Math.ceil(Number(args['tricks'] ?? 1_000_000) / tricksOfLetter);
  const seed = Number(args['seed'] ?? Date.now() % 1_000_000_000);
  const bySocket = Number(args['smtp'] ?? 2000);
  const score: Score = { letters: 0, refused: 0, problems: 0, wrong: 0, envelopes: 0 };
  const kept: Letter[] = [];
  for (let batch = 0; score.letters < wanted; batch += 1) {
    for (const trick of sample(tricks, { numRuns: Math.min(1000, wanted - score.letters), seed: seed + batch })) {
      const letter = await judge(score, trick, `seed ${seed + batch}`);
      if (letter && kept.length < bySocket && score.letters % 7 === 0) kept.push(letter);
    }
    if (batch % 10 === 9) console.log(`${score.letters} letters, ${score.wrong} wrong`);
  }
  const wrongBySocket = await throughSockets(kept);
  const result = (metric: string, value: number, target: number | null): BenchRow => ({
    case: `${score.letters * tricksOfLetter} tricks, seed ${seed}`,
    metric,
    value,
    target,
    reference: null,
  });
  return [
    result('letters', score.letters, wanted),
    result('with an address that is not kept', score.refused, null),
    result('not composed', score.problems, 0),
    result('arrived otherwise than written', score.wrong, 0),
    result('envelope is not the kept address', score.envelopes, 0),
    result('through a socket', kept.length, null),
    result('of them otherwise than written', wrongBySocket, 0),
  ];
}
