import { sample } from 'fast-check';
import { normaliseAddress, oneLine } from '@headwater/domain/mail/address';
import { decodeEntities } from '@headwater/domain/mail/entities';
import { createSmtpImapProvider } from '../apps/server/src/integrations/smtp-imap/provider.ts';
import { composeWith, personValues } from '../apps/server/src/modules/messaging/campaigns/mailings/compose.ts';
import { unsubscribePlaceholder } from '../apps/server/src/modules/messaging/messages/unsubscribe-link.ts';
import { signerOf } from '../apps/server/src/platform/crypto/signing.ts';
import { type Composition, composeMail } from '../apps/server/src/platform/mail/compose.ts';
import { parseMail } from '../apps/server/src/platform/mail/parse.ts';
import { trackHtml } from '../apps/server/src/modules/messaging/tracking/add-tracking.ts';
import { startSink } from './mail-load/smtp-sink.ts';
import { type Payloads, payloads, payloadsPerMail } from './mail-load/payloads.ts';
import { type BenchRow, rowsOfCase } from './row.ts';

const subjectForm = '{{FIRST_NAME}}: {{VACANCY}} ({{NICK}})';
const bodyForm =
  '<p>Dear {{FULL_NAME}}, <strong>{{COMPANY}}</strong> | {{POSITION}}</p><ul><li>{{VACANCY}}</li></ul>' +
  '<p style="text-align:center"><a href="https://jobs.test/?who={{NICK}}">{{NICK}}</a> {{SENDER_NAME}}</p>';
const sender = 'rita@company.test';
const signer = signerOf(Buffer.alloc(32, 7));
const tracked = { companyId: 1, messageId: 1, publicUrl: 'https://headwater.test', opens: true, clicks: true };
const messageId = '<proof@company.test>';
const expectedHeaders = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

function valuesOf({ first, last, company, title, nick, vacancy, sender: name }: Omit<Payloads, 'address'>) {
  const known = personValues({
    first_name: first,
    last_name: last,
    patronymic: null,
    positions: [{ company, title }],
    locations: [],
  } as never);
  return { ...known, SENDER_NAME: name, SENDER_EMAIL: sender, UNSUBSCRIBE: unsubscribePlaceholder, VACANCY: vacancy, NICK: nick };
}

/** Reference implementation of variables: one pass, literal names. */
const fillIn = (form: string, values: Readonly<Record<string, string | null | undefined>>) =>
  form
    .split(/\{\{([A-Z_]+)\}\}/)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')))
    .join('');

/** Collapses white space and removes invisible characters, which mail does not preserve. */
const collapse = (text: string) => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const wordsOf = (html: string) => collapse(decodeEntities(html.replaceAll(/<[^>]*>/g, ' ')));
/** Markup without link targets, which contain variables. */
const markupOf = (html: string) => tagsOf(html).map((tag) => tag.replace(/ href="[^"]*"/, ' href'));

const bodyWords = (form: string, values: Readonly<Record<string, string | null | undefined>>) => {
  const parts = form.split(/<[^>]*>/);
  return collapse(parts.map((part) => fillIn(part, values)).join(' '));
};

const plain = composeWith(
  { subject: subjectForm, body: bodyForm, signature: '', variables: [] },
  valuesOf({ first: 'Anna', last: 'Lee', company: 'Acme', title: 'Dev', nick: 'an', vacancy: 'Job', sender: 'Rita' }),
);
const plainSkeleton = markupOf(trackHtml(plain.html, signer, tracked));

interface TestMail {
  payload: Payloads;
  stored: string;
  message: Composition;
  values: ReturnType<typeof valuesOf>;
}

/** Undefined if the address is not accepted. */
function composeTestMail(payload: Payloads): TestMail | undefined {
  const values = valuesOf(payload);
  const stored = normaliseAddress(payload.address);
  if (stored === null) return undefined;
  const { subject, html, text } = composeWith({ subject: subjectForm, body: bodyForm, signature: '', variables: [] }, values);
  const message = {
    messageId,
    from: { name: payload.sender, address: sender },
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
  return { payload, stored, message, values };
}

/** Differences between the stored and the received message. */
async function faultsOf({ stored, message, values, payload }: TestMail, raw: Buffer): Promise<string[]> {
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
  check(collapse(mail.subject) === collapse(fillIn(subjectForm, values)), `subject: ${JSON.stringify(mail.subject)}`);
  check(collapse(mail.from?.name ?? '') === collapse(oneLine(payload.sender)), `from: ${JSON.stringify(mail.from)}`);
  check(mail.from?.address === sender, 'the sender is another');
  check(mail.to.length === 1 && mail.cc.length === 0 && mail.to[0]?.address === stored, `to: ${JSON.stringify(mail.to)}`);
  check(JSON.stringify(markupOf(mail.html)) === JSON.stringify(plainSkeleton), `markup: ${tagsOf(mail.html).join('')}`);
  const written = bodyWords(bodyForm, values);
  check(wordsOf(mail.html).replaceAll(' ', '') === written.replaceAll(' ', ''), `html: ${JSON.stringify(wordsOf(mail.html))}`);
  check(
    tagsOf(mail.html).every((tag) => !/ href=/.test(tag) || / href="https:\/\/headwater\.test\//.test(tag)),
    'a link leads elsewhere',
  );
  check(collapse(mail.text) === collapse(message.text), 'the text part is another');
  const dense = collapse(mail.text).replaceAll(' ', '');
  for (const value of [payload.company, payload.title, payload.vacancy, payload.nick, payload.sender]) {
    check(dense.includes(collapse(value).replaceAll(' ', '')), `text without ${JSON.stringify(value)}: ${JSON.stringify(mail.text)}`);
  }
  return faults;
}

interface Score {
  mails: number;
  refused: number;
  problems: number;
  wrong: number;
  envelopes: number;
}

async function judge(score: Score, payload: Payloads, seed: string): Promise<TestMail | undefined> {
  score.mails += 1;
  const mail = composeTestMail(payload);
  // Refused addresses are never written to.
  if (!mail) score.refused += 1;
  const judged = mail ?? composeTestMail({ ...payload, address: 'anna@people.test' });
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
    if (score.wrong <= 10) console.log(`${seed}: ${faults.join('; ')}\n  ${JSON.stringify(payload)}`);
  }
  return judged;
}

/** Returns the number of messages that arrived changed. */
async function throughSockets(mails: readonly TestMail[]): Promise<number> {
  const sink = await startSink();
  const server = { host: '127.0.0.1', port: sink.port, security: 'none' as const, user: '', password: '' };
  const mailbox = createSmtpImapProvider({ onlyLoopback: true }).open({ smtp: server, imap: null, from: { name: '', address: sender } });
  let wrong = 0;
  for (const mail of mails) {
    const before = sink.received.length;
    const sent = await mailbox.send(mail.message);
    const [got, ...more] = sink.received.slice(before);
    const isRight =
      sent.outcome === 'accepted' &&
      more.length === 0 &&
      got?.from.split(' SIZE=')[0] === `MAIL FROM:<${sender}>` &&
      got.to.join() === `RCPT TO:<${mail.stored}>` &&
      got.raw.equals(Buffer.from(sent.raw)) &&
      (await faultsOf(mail, got.raw)).length === 0;
    if (isRight) continue;
    wrong += 1;
    if (wrong <= 5) console.log(`through a socket: ${sent.outcome} ${got?.from} ${got?.to.join()} ${JSON.stringify(mail.payload)}`);
  }
  await mailbox.close();
  await sink.stop();
  return wrong;
}

/** --tricks N (eight per message), --seed N, --smtp N: messages that also pass a socket. */
export async function run(args: Record<string, string | undefined>): Promise<BenchRow[]> {
  const wanted = Math.ceil(Number(args['tricks'] ?? 1_000_000) / payloadsPerMail);
  const seed = Number(args['seed'] ?? Date.now() % 1_000_000_000);
  const bySocket = Number(args['smtp'] ?? 2000);
  const score: Score = { mails: 0, refused: 0, problems: 0, wrong: 0, envelopes: 0 };
  const kept: TestMail[] = [];
  for (let batch = 0; score.mails < wanted; batch += 1) {
    for (const payload of sample(payloads, { numRuns: Math.min(1000, wanted - score.mails), seed: seed + batch })) {
      const mail = await judge(score, payload, `seed ${seed + batch}`);
      if (mail && kept.length < bySocket && score.mails % 7 === 0) kept.push(mail);
    }
    if (batch % 10 === 9) console.log(`${score.mails} mails, ${score.wrong} wrong`);
  }
  const wrongBySocket = await throughSockets(kept);
  const result = rowsOfCase(`${score.mails * payloadsPerMail} tricks, seed ${seed}`);
  return [
    result('messages', score.mails, wanted),
    result('with an address that is not kept', score.refused, null),
    result('not composed', score.problems, 0),
    result('arrived otherwise than written', score.wrong, 0),
    result('envelope is not the kept address', score.envelopes, 0),
    result('through a socket', kept.length, null),
    result('of them otherwise than written', wrongBySocket, 0),
  ];
}
