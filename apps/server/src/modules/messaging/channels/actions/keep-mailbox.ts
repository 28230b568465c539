import type { Actor } from '@headwater/domain/roles';
import { mailboxKey } from '@headwater/domain/identity/email';
import type { Tx } from '#platform/database/database.ts';
import { insertEvents, transitions } from '#modules/messaging/messages/public.ts';
import {
  findKeptLimits,
  findMailboxOf,
  lockMailboxes,
  insertMailbox,
  type MailboxLimits,
  type MailboxRow,
  type NewMailbox,
  markDisconnected,
  reconnect,
  upsertSettings,
} from '../store/mailboxes.ts';

type Connected = Omit<NewMailbox, 'companyId' | 'userId' | 'connectedAt' | 'limits'>;

const isSameAddress = (known: MailboxRow, { address }: Pick<MailboxRow, 'address'>): boolean =>
  mailboxKey(known.address) === mailboxKey(address);

/** MSET-007: the same mailbox may be connected again, and a broken one replaced. */
export const mayReplace = (known: MailboxRow, other: Pick<MailboxRow, 'provider' | 'address'>): boolean =>
  known.state === 'broken' || (known.provider === other.provider && isSameAddress(known, other));

const serversOf = ({ settings }: Pick<Connected, 'settings'>) =>
  'smtp' in settings ? [settings.smtp, settings.imap].map(({ host, user }) => `${host} ${user}`.toLowerCase()).join(' ') : settings.host;

const isSameAccount = (known: MailboxRow, other: Connected): boolean =>
  known.provider === other.provider && isSameAddress(known, other) && serversOf(known) === serversOf(other);

async function lockMailboxAndMessages(tx: Tx, userId: number) {
  const known = await findMailboxOf(tx, userId);
  if (known) await transitions.lockInHand(tx, known.id);
  return lockMailboxes(tx, userId);
}

/** Marks handed-over messages as unknown, as no other account can verify them. */
async function markUnknown(tx: Tx, mailbox: MailboxRow, now: Date): Promise<number[]> {
  const messageIds = await transitions.parkHandedOver(tx, { mailboxId: mailbox.id }, { now });
  if (messageIds.length > 0) await insertEvents(tx, { companyId: mailbox.company_id, messageIds, type: 'unknown', happenedAt: now });
  return messageIds;
}

/** Also parks messages that wait for a resend, because replies to them are no longer read. */
const markAllUnknown = async (tx: Tx, mailbox: MailboxRow, now: Date): Promise<number[]> => [
  ...(await markUnknown(tx, mailbox, now)),
  ...(await transitions.parkResent(tx, { mailboxId: mailbox.id }, now)),
];

/** An alias is valid only for the account that confirms it. */
const clearAlias = (tx: Tx, { user_id: userId, company_id: companyId }: MailboxRow) =>
  upsertSettings(tx, { userId, companyId }, { sender_alias: null });

export interface Announcer {
  announceMany(tx: Tx, messages: { companyId: number; messageIds: readonly number[] }): Promise<void>;
}

export interface MailboxFollowers extends Announcer {
  planAgain(tx: Tx, recipientIds: readonly number[], now: Date): Promise<void>;
}

async function announce({ announceMany }: Announcer, tx: Tx, { of, messageIds }: { of: MailboxRow; messageIds: readonly number[] }) {
  if (messageIds.length > 0) await announceMany(tx, { companyId: of.company_id, messageIds });
}

const limitsOf = ({ daily_limit, gap_seconds, ramps }: MailboxRow): MailboxLimits => ({ daily_limit, gap_seconds, ramps });

export interface MailboxConnection extends MailboxFollowers {
  connected: Connected;
  now: Date;
}

/** DEC-10. Reuses the row of a known address. Returns undefined if another mailbox is connected. */
export async function saveMailbox(tx: Tx, actor: Actor, connection: MailboxConnection): Promise<MailboxRow | undefined> {
  const { connected, now } = connection;
  const { known, former } = await lockMailboxAndMessages(tx, actor.userId);
  if (known && !mayReplace(known, connected)) return undefined;
  if (known && isSameAddress(known, connected)) return connectAgain(tx, known, connection);
  const last = known ?? former[0];
  const limits = last ? limitsOf(last) : await findKeptLimits(tx, actor.userId);
  if (known) {
    await transitions.release(tx, { mailboxId: known.id });
    await announce(connection, tx, { of: known, messageIds: await markAllUnknown(tx, known, now) });
    await clearAlias(tx, known);
    await markDisconnected(tx, known.id, now);
  }
  const earlier = former.find((row) => isSameAddress(row, connected));
  const row = earlier
    ? await reconnect(tx, earlier.id, { ...connected, limits, isSame: isSameAccount(earlier, connected) })
    : await insertMailbox(tx, { ...connected, limits, companyId: actor.company.id, userId: actor.userId, connectedAt: now });
  // A concurrent request connected a mailbox first.
  if (!row) return saveMailbox(tx, actor, connection);
  if (known) await moveWaitingMessages(tx, connection, { from: known, to: row });
  return row;
}

/** Moves waiting messages to the other mailbox; the planner handles follow-ups. */
async function moveWaitingMessages(
  tx: Tx,
  connection: MailboxConnection,
  { from, to }: { from: MailboxRow; to: MailboxRow },
): Promise<void> {
  const { withdrawn, moved } = await transitions.move(tx, { from: from.id, to: to.id });
  await connection.planAgain(
    tx,
    withdrawn.map((row) => row.recipient_id),
    connection.now,
  );
  await announce(connection, tx, { of: to, messageIds: [...withdrawn.map((row) => row.id), ...moved] });
}

async function connectAgain(
  tx: Tx,
  known: MailboxRow,
  { connected, now, ...connection }: MailboxConnection,
): Promise<MailboxRow | undefined> {
  const isSame = isSameAccount(known, connected);
  if (!isSame) {
    await transitions.release(tx, { mailboxId: known.id });
    await announce(connection, tx, { of: known, messageIds: await markUnknown(tx, known, now) });
    await clearAlias(tx, known);
  }
  return reconnect(tx, known.id, { ...connected, isSame });
}

export async function disconnectMailbox(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  { now, ...announcer }: Announcer & { now: Date },
): Promise<MailboxRow | undefined> {
  const { known } = await lockMailboxAndMessages(tx, userId);
  if (!known) return undefined;
  const undecided = await markAllUnknown(tx, known, now);
  const ended = await transitions.cancel(tx, known.id, now);
  await announce(announcer, tx, { of: known, messageIds: [...ended, ...undecided] });
  await clearAlias(tx, known);
  await markDisconnected(tx, known.id, now);
  return known;
}
