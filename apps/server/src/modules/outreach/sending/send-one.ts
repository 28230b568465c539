import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { findCompany } from '#modules/companies/public.ts';
import type { Letter, LetterPort } from '../letter-port.ts';
import type { Mailbox, OutgoingMail } from '../mailbox-port.ts';
import { type ClaimedMessage, claimNext, lockMailbox, markHandedOver, postpone, settle } from '../store/claims.ts';
import { findMailbox, type MailboxRow, markBroken, noteFilesSent } from '../store/mailboxes.ts';
import { letterFacts } from '../store/letters.ts';
import { pauseMailbox } from '../store/mass.ts';
import { insertEvent } from '../store/messages.ts';
import { type ReadFile, withFiles } from './attached-files.ts';
import { type ReadImage, withImages } from './inline-images.ts';
import { mayStart, mayStartMass, notBefore } from './limits.ts';
import type { Connections } from './mailboxes.ts';
import { type Judgement, judgeSend } from './outcome.ts';

/** Milliseconds that a worker answers for a message: before the network is touched, and from then on (longer than any time-out of the transport). */
export interface Leases {
  claim: number;
  handOver: number;
}

export interface SenderServices {
  database: Database;
  clock: Clock;
  log: Log;
  connections: Connections;
  workerId: string;
  leases: Leases;
  readImage: ReadImage;
  readFile: ReadFile;
  letters: LetterPort;
  /** DEC-09: false where nothing may leave from this installation. */
  isArmed(tx: Tx): Promise<boolean>;
  /** Tells open screens of the change, in the transaction that makes it. */
  announce(tx: Tx, message: { companyId: number; userId: number | null; profileId: number; messageId: number }): Promise<void>;
}

/** How often a mailbox is asked about a message of unknown outcome before a person must decide. */
const maxAsking = 8;

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

function mailOf(message: ClaimedMessage, mailbox: MailboxRow, now: Date): OutgoingMail {
  return {
    messageId: message.message_id,
    from: { name: mailbox.from_name, address: mailbox.address },
    to: { name: '', address: message.email },
    replyTo: null,
    subject: message.subject,
    text: message.body_text,
    html: message.html,
    date: now,
    inReplyTo: null,
    references: [],
    headers: [],
  };
}

/** Takes the next message of a mailbox and brings it one step on. False where there was nothing to do. */
export async function advanceOne(services: SenderServices, mailboxId: number): Promise<boolean> {
  const { database, clock, workerId, leases } = services;
  const taken = await database.asSystem(async (tx) => {
    if (!(await lockMailbox(tx, mailboxId))) return undefined;
    const mailbox = await findMailbox(tx, mailboxId);
    if (mailbox?.state !== 'connected') return undefined;
    const now = clock.now();
    const zone = (await findCompany(tx, mailbox.company_id))?.time_zone ?? 'UTC';
    const { may } = await mayStart(tx, mailbox, { now, zone });
    const { may: mayStartAny } = await mayStartMass(tx, mailbox, { now, zone });
    const mayClaim = { mayStart: may, mayStartMass: mayStartAny };
    const message = await claimNext(tx, { mailboxId, workerId, now, leaseUntil: later(now, leases.claim), ...mayClaim });
    if (!message) return undefined;
    const until = message.is_mass && message.state === 'claimed' ? await notBefore(tx, message, now) : undefined;
    if (until) {
      await settle(tx, { id: message.id, workerId }, { verdict: { state: 'planned', sendAt: until }, now });
      return 'deferred';
    }
    return { mailbox, message, ...(await letterOf(services.letters, tx, { mailbox, message })) };
  });
  if (!taken) return false;
  if (taken === 'deferred') return true;
  const connection = services.connections.of(taken.mailbox);
  if (taken.message.state === 'handed_over') await askAfter(services, taken, connection);
  else if (taken.letter.refusal) {
    const { refusal, detail } = taken.letter;
    await conclude(services, taken, { verdict: { state: 'error', reason: refusal }, detail, mailboxBroken: false });
  } else await handOver(services, taken, connection);
  return true;
}

interface Taken {
  mailbox: MailboxRow;
  message: ClaimedMessage;
  letter: Letter;
  /** Ids of the files that go with it. */
  files: readonly number[];
}

/** Whether the message may leave, and what it takes along. */
async function letterOf(
  letters: LetterPort,
  tx: Tx,
  { mailbox, message }: Pick<Taken, 'mailbox' | 'message'>,
): Promise<Pick<Taken, 'letter' | 'files'>> {
  const facts = (await letterFacts(tx, [message.id])).get(message.id);
  const type = facts?.type ?? 'single';
  const leaving = { id: message.id, companyId: message.company_id, email: message.email, type, smtpHost: mailbox.settings.smtp.host };
  const letter = (await letters.prepare(tx, [leaving])).get(message.id) ?? { refusal: null, decorate: (mail: OutgoingMail) => mail };
  return { letter, files: facts?.files ?? [] };
}

/** The first attempt, or a further one that certainly did not leave before. */
async function handOver(services: SenderServices, taken: Taken, connection: Mailbox): Promise<void> {
  const { database, clock, workerId, leases } = services;
  const { mailbox, message } = taken;
  const now = clock.now();
  // Before it counts as handed over: a store that is away for a moment must not leave a doubt about it.
  const plain = mailOf(message, mailbox, now);
  const letter = taken.letter.refusal === null ? taken.letter.decorate(plain) : plain;
  const pictured = await withImages(letter, message.company_id, services.readImage);
  const mail = await withFiles(pictured, { companyId: message.company_id, fileIds: taken.files }, services.readFile);
  if (!mail) {
    const verdict = { state: 'error', reason: 'bad_request' } as const;
    return conclude(services, taken, { verdict, detail: 'attachment_missing', mailboxBroken: false });
  }
  const marked = await database.asSystem((tx) =>
    markHandedOver(tx, { id: message.id, workerId }, { now, leaseUntil: later(now, leases.handOver) }),
  );
  if (!marked) return;
  const outcome = await connection.send(mail);
  if (outcome.outcome === 'unknown') {
    // The line was lost after the final dot; the Sent folder may still tell.
    services.log.warn({ message: message.id, detail: outcome.detail }, 'the outcome of a message is not known yet');
    return askAfter(services, taken, connection);
  }
  const judged = judgeSend(outcome, message.attempts + 1, clock.now());
  await conclude(services, taken, judged);
  if (judged.verdict.state === 'error' && judged.verdict.reason === 'bounce') {
    const { id: messageId, company_id: companyId, email } = message;
    const unwelcome = { companyId, messageId, email, reason: 'bounce' as const, source: 'server' as const, detail: judged.detail ?? '' };
    await database.asSystem((tx) => services.letters.noteUnwelcome(tx, unwelcome));
  }
  if (outcome.outcome === 'accepted') await fileSent(services, taken, { connection, raw: outcome.raw });
}

/** Keeps a copy in the Sent folder; a failure here changes nothing about the message. */
async function fileSent(
  { database, log }: SenderServices,
  { mailbox, message }: Taken,
  sent: { connection: Mailbox; raw: Uint8Array },
): Promise<void> {
  const filed = await sent.connection.appendToSent(message.message_id, sent.raw);
  if (filed.result === 'already_there' && !mailbox.files_sent) await database.asSystem((tx) => noteFilesSent(tx, mailbox.id));
  if (filed.result === 'failed') log.warn({ message: message.id, failure: filed.failure }, 'a copy was not filed in the Sent folder');
}

/** A message that may have left: asks the provider, and lets a person decide only where it cannot tell. */
async function askAfter(services: SenderServices, taken: Taken, connection: Mailbox): Promise<void> {
  const { database, clock, workerId, leases } = services;
  const { message, mailbox } = taken;
  const found = await connection.findSent(message.message_id);
  const now = clock.now();
  if (found.found === 'yes') return conclude(services, taken, { verdict: { state: 'sent' }, mailboxBroken: false });
  const proven = found.found === 'no' && mailbox.files_sent;
  if (proven) return conclude(services, taken, { verdict: { state: 'planned', sendAt: now }, mailboxBroken: false });
  const canAskAgain = found.found === 'cannot_tell' && message.attempts < maxAsking;
  if (canAskAgain) {
    await database.asSystem((tx) => postpone(tx, { id: message.id, workerId }, later(now, leases.handOver)));
    return;
  }
  const detail = found.found === 'cannot_tell' ? found.failure.detail : undefined;
  await conclude(services, taken, { verdict: { state: 'unknown', reason: 'unknown_outcome' }, detail, mailboxBroken: false });
}

async function conclude(
  { database, clock, workerId, announce }: SenderServices,
  { message, mailbox }: Taken,
  { verdict, detail, mailboxBroken, pauseUntil }: Judgement,
): Promise<void> {
  const now = clock.now();
  await database.asSystem(async (tx) => {
    const settled = await settle(tx, { id: message.id, workerId }, { verdict, now, detail });
    if (!settled) return;
    if (mailboxBroken) await markBroken(tx, mailbox.id, detail ?? '');
    if (pauseUntil) await pauseMailbox(tx, mailbox.id, pauseUntil);
    if (verdict.state !== 'planned') {
      await insertEvent(tx, { companyId: message.company_id, messageId: message.id, type: verdict.state, happenedAt: now, text: detail });
    }
    await announce(tx, { companyId: message.company_id, userId: message.created_by, profileId: message.profile_id, messageId: message.id });
  });
}
