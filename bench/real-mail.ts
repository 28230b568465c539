import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSmtpImapProvider } from '../apps/server/src/integrations/smtp-imap/provider.ts';
import type {
  MailboxSettings,
  MailSecurity,
  OutgoingMail,
  VerifyOutcome,
} from '../apps/server/src/modules/messaging/channels/mailbox-port.ts';
import { openProduct, type Product } from './real-mail/product.ts';
import { account, blocked, full, overQuota, reader, type RealServers, sizeLimit, startRealServers, strange } from './real-mail/servers.ts';
import type { BenchRow } from './row.ts';

type Check = { what: string; isMet: boolean; seen: string };

const provider = createSmtpImapProvider({ onlyLoopback: true });
const loopback = '127.0.0.1';

const serverAt = ([port, security]: readonly [number, MailSecurity]) => ({
  host: loopback,
  port,
  security,
  user: account.address,
  password: account.password,
});

function settingsOf(
  { ports }: RealServers,
  { smtp = [ports.submission, 'none'], imap = [ports.imap, 'none'], address = account.address }: Partial<Wanted> = {},
): MailboxSettings {
  return { smtp: serverAt(smtp), imap: serverAt(imap), from: { name: 'Ann', address } };
}

interface Wanted {
  smtp: readonly [number, MailSecurity];
  imap: readonly [number, MailSecurity];
  address: string;
}

let number = 0;
const message = (to: string, more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: `<real-${process.pid}-${(number += 1)}@corp.test>`,
  from: { name: 'Ann', address: account.address },
  to: { name: 'Petr', address: to },
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: null,
  date: new Date('2026-11-21T09:00:00Z'),
  inReplyTo: null,
  references: [],
  headers: [],
  ...more,
});

const reasons = (known: VerifyOutcome) => (known.ok ? 'ok' : known.failures.map(({ server, reason }) => `${server}.${reason}`).join(' '));

/** What is said where the form of a mailbox is filled in wrongly, and how soon. */
async function connecting(servers: RealServers): Promise<Check[]> {
  const { ports } = servers;
  const cases: [string, Partial<Wanted>, string][] = [
    ['connects', {}, 'ok'],
    ['an address that is not owned', { address: strange }, 'smtp.sender_refused'],
    ['no security where STARTTLS is wanted', { smtp: [ports.encrypted, 'none'] }, 'smtp.needs_tls'],
    [
      'an unknown authority',
      { smtp: [ports.wrapped, 'tls'], imap: [ports.imaps, 'tls'] },
      'smtp.certificate_untrusted imap.certificate_untrusted',
    ],
    ['STARTTLS, an unknown authority', { smtp: [ports.submission, 'starttls'] }, 'smtp.certificate_untrusted'],
    ['none on a port of TLS', { smtp: [ports.wrapped, 'none'], imap: [ports.imaps, 'none'] }, 'smtp.tls_port imap.tls_port'],
    ['STARTTLS on a port of TLS', { smtp: [ports.wrapped, 'starttls'], imap: [ports.imaps, 'starttls'] }, 'smtp.tls_port imap.tls_port'],
    ['TLS on a plain port', { smtp: [ports.submission, 'tls'], imap: [ports.imap, 'tls'] }, 'smtp.plain_port imap.plain_port'],
  ];
  const checks: Check[] = [];
  for (const [what, wanted, expected] of cases) {
    const begin = performance.now();
    const seen = reasons(await provider.verify(settingsOf(servers, wanted)));
    const seconds = (performance.now() - begin) / 1000;
    checks.push({ what: `connecting: ${what}`, isMet: seen === expected && seconds < 8, seen: `${seen}, ${seconds.toFixed(1)} s` });
  }
  return checks;
}

/** What one message becomes by what Postfix says. */
async function sending(servers: RealServers): Promise<Check[]> {
  const mailbox = provider.open(settingsOf(servers));
  const limited = provider.open(settingsOf(servers, { smtp: [servers.ports.limited, 'none'] }));
  const pdf = { filename: 'cv.pdf', contentType: 'application/pdf', content: Buffer.alloc(sizeLimit) };
  const cases: [string, () => ReturnType<typeof mailbox.send>, string][] = [
    ['a message', () => mailbox.send(message(reader)), 'accepted'],
    ['an unknown recipient', () => mailbox.send(message('nobody@people.test')), 'recipient permanent'],
    ['a full mailbox', () => mailbox.send(message(full)), 'recipient_temporary temporary'],
    ['a blocked network', () => mailbox.send(message(blocked)), 'sender permanent'],
    ['an address that is not owned', () => mailbox.send(message(reader, { from: { name: '', address: strange } })), 'sender permanent'],
    ['over the size', () => mailbox.send(message(reader, { attachments: [pdf] })), `too_large permanent ${sizeLimit}`],
    ['within the rate', () => limited.send(message(reader)), 'accepted'],
    ['over the rate', () => limited.send(message(reader)), 'limit temporary'],
  ];
  const checks: Check[] = [];
  for (const [what, send, expected] of cases) {
    const outcome = await send();
    const seen =
      outcome.outcome === 'refused'
        ? [outcome.reason, outcome.permanence, ...(outcome.limit === undefined ? [] : [outcome.limit])].join(' ')
        : outcome.outcome;
    checks.push({
      what: `sending: ${what}`,
      isMet: seen === expected,
      seen: 'response' in outcome ? `${seen}: ${outcome.response}` : seen,
    });
  }
  await Promise.all([mailbox.close(), limited.close()]);
  return checks;
}

const files = (servers: RealServers, address: string, folder: string): string[] =>
  ['cur', 'new'].flatMap((part) => {
    try {
      return readdirSync(join(servers.maildir(address, folder), part)).map((name) => join(part, name));
    } catch {
      return [];
    }
  });

/** The header of the message with that subject in a folder; empty where it is not there. */
function headerOf(servers: RealServers, subject: string): string {
  for (const file of files(servers, reader, 'INBOX')) {
    const source = readFileSync(join(servers.maildir(reader, 'INBOX'), file), 'utf8');
    const header = source.slice(0, source.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ');
    if (header.includes(`\nSubject: ${subject}`)) return header;
  }
  return '';
}

/** The product as a recruiter uses it: from the form of the mailbox to what the screens say of each message. */
async function throughProduct(servers: RealServers, product: Product): Promise<Check[]> {
  const checks: Check[] = [];
  const add = (what: string, isMet: boolean, seen: unknown) => void checks.push({ what: `product: ${what}`, isMet, seen: String(seen) });
  const { smtp, imap } = settingsOf(servers);
  const connect = (address: string) =>
    product.call('POST', '/api/v6/messaging/smtp_imap/connect/', { address, from_name: 'Ann', smtp, imap });
  const refused = await connect(strange);
  add(
    'an address that is not owned is refused at its field',
    refused.status === 400 && /not owned/.test(String(refused.body['address'])),
    refused.body['address'],
  );
  const connected = await connect(account.address);
  add('the mailbox connects', connected.status === 200, connected.status);
  await product.sql('update mailboxes set daily_limit = null, gap_seconds = 0');

  const known = await product.write('nobody@people.test');
  add('an unknown recipient is a bounce', (await product.becomes(known, ['error']))['error_reason'] === 'bounce', known);
  add('and is suppressed', await product.isSuppressed('nobody@people.test'), '');
  const soft = await product.becomes(await product.write(full), ['soft_bounced']);
  add('a full mailbox bounces for now', soft['status'] === 'soft_bounced', soft['error_detail']);
  const reported = await product.becomes(await product.write(overQuota), ['soft_bounced', 'error']);
  const types = ((reported['timeline'] ?? []) as { type: string }[]).map(({ type }) => type);
  add('a report of a full mailbox bounces for now', reported['status'] === 'soft_bounced', reported['error_detail']);
  add(
    'what came back stands behind the sending',
    types.indexOf('soft_bounce') > types.indexOf('sent') && types.includes('sent'),
    types.join(' '),
  );

  const sequence = await product.launch([
    { subject: 'First', body: '<p>Hello</p>' },
    { subject: 'Re: First', body: '<p>Again</p>', send_delay: 3 },
  ]);
  await product.until(() => headerOf(servers, 'Re: First') !== '');
  const [first, second] = [headerOf(servers, 'First'), headerOf(servers, 'Re: First')];
  const firstId = /^message-id: (.*)$/im.exec(first)?.[1]?.trim() ?? 'none';
  add(
    'a follow-up is in the thread',
    second.includes(`In-Reply-To: ${firstId}`) && second.includes(`References: ${firstId}`),
    `${sequence} ${firstId}`,
  );
  add('To carries the name', /^to: "?Petr Reader/im.test(first), /^to: .*$/im.exec(first)?.[0]);
  add('no link of this machine in what leaves', !/http:\/\/127\.0\.0\.1/.test(product.bodies()), '');
  await product.until(() => files(servers, account.address, 'Sent').length >= 3);
  const copies = files(servers, account.address, 'Sent');
  const unread = copies.filter((name) => !/:2,[A-Z]*S/.test(name));
  add('copies in Sent are read', copies.length > 0 && unread.length === 0, `${unread.length} unread of ${copies.length}`);

  const paused = await product.write(blocked);
  await product.until(async () => (await product.mailbox())['pause_reason'] !== null);
  const { pause_reason: reason } = await product.mailbox();
  add('a blocked sender pauses the mailbox with the reason', /spamhaus/.test(String(reason)), reason);
  add('and suppresses nobody', !(await product.isSuppressed(blocked)), (await product.becomes(paused, ['planned', 'pending']))['status']);
  return checks;
}

/** Real Postfix and Dovecot on loopback; needs root and Debian's postfix, dovecot-imapd, dovecot-lmtpd and dovecot-sieve. `value` 1: as it should be. */
export async function run(): Promise<BenchRow[]> {
  const servers = await startRealServers();
  try {
    const checks = [...(await connecting(servers)), ...(await sending(servers))];
    const product = await openProduct(reader, servers);
    try {
      checks.push(...(await throughProduct(servers, product)));
    } finally {
      await product.close();
    }
    return checks.map(({ what, isMet, seen }) => ({
      case: what,
      metric: isMet ? 'pass' : 'FAIL',
      value: Number(isMet),
      target: 1,
      reference: seen.slice(0, 90),
    }));
  } finally {
    await servers.stop();
  }
}
