import type { MailAddress } from '@headwater/domain/mail/message';
import { type Clock, elapsed } from '#platform/clock.ts';
import { type Database, preparedPlans, type Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { withRetry } from '#platform/retry.ts';
import { findCompany, mayWork } from '#modules/companies/public.ts';
import { findListed, fullName } from '#modules/profiles/public.ts';
import { recordAddressCheck } from '#modules/profiles/public/addresses.ts';
import {
  endPause,
  findMailbox,
  findSettings,
  fromOf,
  ingestedSince,
  isIngested,
  type MailboxRow,
  markBroken,
  pauseMailbox,
} from '#modules/messaging/channels/public.ts';
import {
  type Connections,
  fileSent,
  type Mailbox,
  type OutgoingMail,
  type SendOutcome,
} from '#modules/messaging/channels/public/transport.ts';
import type { ClaimedMessage, OutboundDecision, OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { insertEvent, insertEvents, lockMailbox, transitions } from '#modules/messaging/messages/public.ts';
import { acceptMessages, returnToPlanner, settleMessage } from '#modules/messaging/campaigns/public/outcomes.ts';
import { outgoingFacts } from '#modules/messaging/campaigns/public.ts';
import { hasSentSince, limitsOf } from '../store/sending-limits.ts';
import { type ReadFile, withFiles } from '../mail/attached-files.ts';
import { type ReadImage, withImages } from '../mail/inline-images.ts';
import { type Leases, leaseOf } from './leases.ts';
import { heldUntilMorning, mayStart, mayTakeMass, notBefore } from '../limits/sending-limits.ts';
import { mailOf } from '../mail/outgoing-mail.ts';
import { type Conclusion, reconcile, concludeSend, maxDeferrals, notBegun, type Tried } from '../mail/outcome.ts';

export interface SenderServices {
  database: Database;
  clock: Clock;
  log: Log;
  connections: Connections;
  workerId: string;
  leases: Leases;
  readImage: ReadImage;
  readFile: ReadFile;
  policy: OutboundPolicy;
  /** Reads the mailbox. Returns false if it could not be read completely. */
  ingest(mailboxId: number): Promise<boolean>;
  /** DEC-09: false if this installation may not send. */
  maySend(tx: Tx): Promise<boolean>;
  announce(tx: Tx, message: { companyId: number; userId: number | null; profileId: number; messageId: number }): Promise<void>;
  announceMany(tx: Tx, messages: { companyId: number; messageIds: readonly number[] }): Promise<void>;
}

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

/**
 * Claims and processes the next messages of a mailbox; false without work. `whenMany` is called for
 * a full batch, so that another one may start.
 */
export async function deliverNext(services: SenderServices, mailboxId: number, whenMany?: () => void): Promise<boolean> {
  const taken = await services.database.asSystem((tx) => take(tx, services, mailboxId), preparedPlans);
  if (!taken) return false;
  const [first] = taken;
  if (!first) return true;
  if (taken.length === batchSize) whenMany?.();
  const connection = services.connections.of(first.mailbox);
  const ready: Taken[] = [];
  for (const one of taken) {
    if (one.message.state === 'handed_over') await reconcileMessage(services, one, connection);
    else if (one.decision.refusal === null) ready.push(one);
    else {
      const { refusal, detail } = one.decision;
      await conclude(services, [
        { taken: one, conclusion: { verdict: { state: 'error', reason: refusal }, detail, mailboxBroken: false } },
      ]);
    }
  }
  const resendable = await ingestBeforeResending(services, ready);
  if (resendable.length > 0) await handOver(services, resendable, connection);
  return true;
}

const pauseUnread = 60_000;

/**
 * Reads the mailbox before a message is resent: a reply to the first copy may be there. Such a
 * reply withdraws the claim, so that the message is not sent.
 */
async function ingestBeforeResending(services: SenderServices, ready: readonly Taken[]): Promise<readonly Taken[]> {
  const again = ready.filter(({ message }) => message.resent);
  const [first] = again;
  if (!first || (await services.ingest(first.mailbox.id).catch(() => false))) return ready;
  const verdict = { state: 'planned' as const, sendAt: later(services.clock.now(), pauseUnread) };
  await conclude(
    services,
    again.map((taken) => ({ taken, conclusion: { verdict, mailboxBroken: false } })),
  );
  return ready.filter(({ message }) => !message.resent);
}

/** Messages per transaction. Only mailboxes without pauses and limits send more than one. */
const batchSize = 32;

/** Returns undefined without work, and an empty list after a deferral. */
async function take(tx: Tx, services: SenderServices, mailboxId: number): Promise<Taken[] | undefined> {
  const { clock, workerId, leases, policy } = services;
  if (!(await lockMailbox(tx, mailboxId))) return undefined;
  const mailbox = await findMailbox(tx, mailboxId);
  if (mailbox?.state !== 'connected') return undefined;
  const now = clock.now();
  const company = await findCompany(tx, mailbox.company_id);
  const [zone, isLicensed] = [company?.time_zone ?? 'UTC', company !== undefined && mayWork(company, now)];
  const may = isLicensed && (await mayStart(tx, mailbox, { now, zone })).may;
  const limits = await limitsOf(tx, mailbox.company_id);
  const mass = isLicensed ? await mayTakeMass(tx, mailbox, { now, zone, limits }) : { may: false };
  // Without a reliable Sent folder a killed worker leaves one message of unknown outcome instead of
  // a batch.
  const unhurried = mass.may && mass.isUnlimited && mailbox.files_sent;
  const claim = {
    mailboxId,
    workerId,
    now,
    leaseUntil: later(now, leases.claim),
    mayStart: may,
    mayAnswer: isLicensed,
    heldBefore: (await heldUntilMorning(tx, mailbox, { now, zone }))?.before,
    mayStartMass: mass.may,
    mayFollowUp: isIngested(mailbox, now),
    ingestedSince: ingestedSince(now),
  };
  // Expired claims that may not leave now are released.
  if (!may || !mass.may || !claim.mayFollowUp) await transitions.release(tx, { mailboxId, lapsedAt: now });
  const messages = await transitions.claim(tx, { ...claim, limit: unhurried ? batchSize : 1 });
  if (messages.length === 0) return undefined;
  const going: ClaimedMessage[] = [];
  for (const message of messages) {
    if (message.is_unread) {
      const hasLeft = message.resent || message.bounced_at !== null;
      if (hasLeft) await settleMessage(tx, { id: message.id, workerId }, { verdict: { state: 'planned', sendAt: now }, now });
      await returnToPlanner(tx, { id: message.id, hasLeft }, now);
      continue;
    }
    const until = message.is_mass && message.state === 'claimed' ? await notBefore(tx, message, { now, limits }) : undefined;
    if (until) await settleMessage(tx, { id: message.id, workerId }, { verdict: { state: 'planned', sendAt: until }, now });
    else going.push(message);
  }
  return withPolicy(tx, policy, { mailbox, messages: going });
}

interface Taken {
  mailbox: MailboxRow;
  from: MailAddress;
  message: ClaimedMessage;
  decision: OutboundDecision;
  name: string;
  thread: readonly string[];
  files: readonly number[];
}

async function withPolicy(
  tx: Tx,
  policy: OutboundPolicy,
  { mailbox, messages }: { mailbox: MailboxRow; messages: readonly ClaimedMessage[] },
): Promise<Taken[]> {
  if (messages.length === 0) return [];
  const facts = await outgoingFacts(
    tx,
    messages.map((message) => message.id),
  );
  const leaving = messages.map((message) => ({
    id: message.id,
    companyId: message.company_id,
    email: message.email,
    profileId: message.profile_id,
    type: facts.get(message.id)?.type ?? ('single' as const),
  }));
  const prepared = await policy.prepare(tx, leaving);
  const people = await findListed(tx, [...new Set(messages.map((message) => message.profile_id))], mailbox.company_id);
  const names = new Map(people.map(({ id, data }) => [id, fullName(data)]));
  const from = fromOf(mailbox, (await findSettings(tx, mailbox.user_id))?.sender_alias);
  return messages.map((message) => ({
    mailbox,
    from,
    message,
    decision: prepared.get(message.id) ?? { refusal: null, decorate: (mail: OutgoingMail) => mail },
    name: names.get(message.profile_id) ?? '',
    thread: facts.get(message.id)?.thread ?? [],
    files: facts.get(message.id)?.files ?? [],
  }));
}

async function outgoingFor(services: SenderServices, taken: Taken, now: Date): Promise<OutgoingMail | undefined> {
  const { message, decision, files } = taken;
  const plain = mailOf(taken, now);
  const decorated = decision.refusal === null ? decision.decorate(plain) : plain;
  const pictured = await withImages(decorated, message.company_id, services.readImage);
  return withFiles(pictured, { companyId: message.company_id, fileIds: files }, services.readFile);
}

/** Milliseconds for the commit of the handover. A slower one has used up the lease. */
const longestMarking = 10_000;

/** Sends messages that certainly have not left before. */
async function handOver(services: SenderServices, ready: readonly Taken[], connection: Mailbox): Promise<void> {
  const { clock } = services;
  // Load files before the handover: an unavailable store must not cause an unknown outcome.
  const loadedAt = clock.now();
  const mails = await Promise.all(ready.map((taken) => outgoingFor(services, taken, loadedAt)));
  const missing = ready.filter((_taken, index) => mails[index] === undefined);
  const conclusion = { verdict: { state: 'error', reason: 'bad_request' }, detail: 'attachment_missing', mailboxBroken: false } as const;
  await conclude(
    services,
    missing.map((taken) => ({ taken, conclusion })),
  );
  const leaving = ready.flatMap((taken, index) => {
    const mail = mails[index];
    return mail ? [{ taken, mail }] : [];
  });
  const begin = elapsed();
  const marked = await mark(
    services,
    leaving.map(({ taken }) => taken),
  );
  const going = leaving.filter(({ taken }) => marked.has(taken.message.id));
  if (elapsed() - begin > longestMarking) {
    await conclude(
      services,
      going.map(({ taken }) => ({ taken, conclusion: notBegun(clock.now()) })),
    );
    return;
  }
  const sent = await Promise.all(going.map(({ taken, mail }) => connection.send(mail).then((outcome) => ({ taken, outcome }))));
  await concludeAll(services, sent, connection);
}

/** Commits that the messages may have left. Reads the clock again, because loading took time. */
async function mark(services: SenderServices, taken: readonly Taken[]): Promise<Set<number>> {
  const [first] = taken;
  if (!first) return new Set();
  const { database, clock, workerId } = services;
  const now = clock.now();
  const ids = taken.map(({ message }) => message.id);
  const leaseUntil = later(now, leaseOf(services.leases, first.mailbox).handOver);
  return database.asSystem((tx) => transitions.handOver(tx, { ids, workerId }, { now, leaseUntil }), preparedPlans);
}

const triedOf = ({ attempts, deferrals, soft_bounces: softBounces }: ClaimedMessage): Tried => ({
  attempts: attempts + 1,
  deferrals,
  softBounces,
});

async function concludeAll(
  services: SenderServices,
  sent: readonly { taken: Taken; outcome: SendOutcome }[],
  connection: Mailbox,
): Promise<void> {
  const judged = sent
    .filter(({ outcome }) => outcome.outcome !== 'unknown')
    .map(({ taken, outcome }) => ({ taken, outcome, conclusion: concludeSend(outcome, triedOf(taken.message), services.clock.now()) }));
  await conclude(services, judged);
  for (const { taken, outcome } of sent) {
    if (outcome.outcome !== 'unknown') continue;
    services.log.warn({ message: taken.message.id, detail: outcome.detail }, 'message outcome unknown');
    await reconcileAtOnce(services, taken, connection);
  }
  for (const { taken, conclusion } of judged) {
    if (conclusion.verdict.state !== 'error' || conclusion.verdict.reason !== 'bounce') continue;
    const { id: messageId, company_id: companyId, email } = taken.message;
    const suppression = {
      companyId,
      messageId,
      email,
      reason: 'bounce' as const,
      source: 'server' as const,
      detail: conclusion.detail ?? '',
    };
    const { profile_id: profileId } = taken.message;
    await services.database.asSystem(async (tx) => {
      await services.policy.suppress(tx, suppression);
      await recordAddressCheck(tx, { companyId, profileId, email, foundBy: 'bounce', at: services.clock.now() });
    });
  }
  for (const { taken, outcome } of sent) {
    if (outcome.outcome === 'accepted') await fileSent(services, taken.mailbox, { message: taken.message, raw: outcome.raw });
  }
}

/**
 * The connection was lost after the final dot. The Sent folder may have the message; its absence
 * proves nothing yet.
 */
async function reconcileAtOnce(services: SenderServices, taken: Taken, connection: Mailbox): Promise<void> {
  const { database, clock, workerId } = services;
  const { message, mailbox } = taken;
  const lostAt = clock.now();
  // Before the lookup, which takes time.
  await withRetry(
    () =>
      database.asSystem(
        async (tx) =>
          void (await transitions.postpone(tx, { id: message.id, workerId }, later(lostAt, leaseOf(services.leases, mailbox).settle))),
      ),
    { clock },
  );
  const found = await connection.findSent(message.message_id, message.email);
  if (found.found === 'yes') await conclude(services, [{ taken, conclusion: { verdict: { state: 'sent' }, mailboxBroken: false } }]);
}

/** After the lease of a message that may have left. A user decides if the provider cannot tell. */
async function reconcileMessage(services: SenderServices, taken: Taken, connection: Mailbox): Promise<void> {
  const { database, clock, workerId, leases } = services;
  const { message, mailbox } = taken;
  const found = await connection.findSent(message.message_id, message.email);
  const now = clock.now();
  const conclusion = reconcile(found, { message, filesSent: mailbox.files_sent, now });
  if (conclusion !== 'wait') return conclude(services, [{ taken, conclusion }]);
  await database.asSystem((tx) => transitions.postpone(tx, { id: message.id, workerId }, later(now, leases.service.handOver)));
}

interface Ended {
  taken: Taken;
  conclusion: Conclusion;
}

/** Stores the ends of attempts in id order, so that two workers cannot deadlock. */
async function conclude(services: SenderServices, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  const { database, clock } = services;
  const now = clock.now();
  const sorted = ended.toSorted((one, other) => one.taken.message.id - other.taken.message.id);
  const sent = sorted.filter(({ conclusion }) => conclusion.verdict.state === 'sent').map(({ taken }) => taken);
  const others = sorted.filter(({ conclusion }) => conclusion.verdict.state !== 'sent');
  // The provider's answer exists only here: a short outage of the database must not make the
  // outcome unknown.
  await withRetry(
    () =>
      database.asSystem(async (tx) => {
        await concludeSent(tx, services, sent);
        for (const one of others) await concludeOther(tx, services, { ...one, now });
      }, preparedPlans),
    { clock },
  );
}

const pauseAfterRefusal = 60_000;

async function concludeSent(tx: Tx, { clock, workerId, announceMany }: SenderServices, taken: readonly Taken[]): Promise<void> {
  const [first] = taken;
  if (!first) return;
  const now = clock.now();
  const companyId = first.message.company_id;
  const ids = taken.map(({ message }) => message.id);
  const messageIds = await acceptMessages(tx, { ids, workerId }, now);
  if (messageIds.length === 0) return;
  if (first.mailbox.paused_reason !== null) await endPause(tx, first.mailbox.id);
  await insertEvents(tx, { companyId, messageIds, type: 'sent', happenedAt: now });
  await announceMany(tx, { companyId, messageIds });
}

/** If the server accepts other messages of the sender, it refuses this message. */
async function judgeRepeatedRefusal(
  tx: Tx,
  conclusion: Conclusion,
  { message, mailbox }: Pick<Taken, 'message' | 'mailbox'>,
): Promise<Conclusion> {
  const isSender = conclusion.deferred === true && conclusion.pauseReason !== undefined;
  if (!isSender || message.deferrals + 1 < maxDeferrals || !(await hasSentSince(tx, mailbox.id, message.created_at))) return conclusion;
  return { verdict: { state: 'error', reason: 'unexpected' }, detail: conclusion.detail, mailboxBroken: false };
}

async function concludeOther(
  tx: Tx,
  { workerId, announce }: SenderServices,
  { taken: { message, mailbox }, conclusion: reached, now }: Ended & { now: Date },
): Promise<void> {
  const conclusion = await judgeRepeatedRefusal(tx, reached, { message, mailbox });
  const { verdict, detail, mailboxBroken, pauseUntil, pauseReason } = conclusion;
  const settled = await settleMessage(tx, { id: message.id, workerId }, { ...conclusion, now });
  if (!settled) return;
  // The credentials were replaced during the attempt: tries again after a pause, to avoid a loop.
  if (mailboxBroken && !(await markBroken(tx, mailbox, { detail: detail ?? '', now })))
    await transitions.putOff(tx, message.id, later(now, pauseAfterRefusal));
  if (pauseUntil) await pauseMailbox(tx, mailbox.id, { until: pauseUntil, reason: pauseReason ?? null });
  if (verdict.state !== 'planned' || conclusion.softBounced) {
    const type = verdict.state === 'planned' ? 'soft_bounce' : verdict.state;
    await insertEvent(tx, { companyId: message.company_id, messageId: message.id, type, happenedAt: now, text: detail });
  }
  await announce(tx, { companyId: message.company_id, userId: message.created_by, profileId: message.profile_id, messageId: message.id });
}
