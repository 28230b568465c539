import type { Actor } from '@headwater/domain/roles';
import { addressKey } from '@headwater/domain/mail/address';
import type { Tx } from '#platform/database/database.ts';
import { endWaiting, holdInHand, leaveUndecided, takeBack } from '../store/claims.ts';
import {
  deleteMailbox,
  findKeptLimits,
  findMailboxOf,
  holdMailbox,
  insertMailbox,
  keepLimits,
  type MailboxRow,
  type NewMailbox,
  reconnect,
  takeOverSent,
  upsertSettings,
} from '../store/mailboxes.ts';
import { insertEvents } from '../store/messages.ts';

export type Connected = Omit<NewMailbox, 'companyId' | 'userId' | 'limits'>;

/** MSET-007: the same mailbox may be connected again, and a broken one replaced. */
export const mayReplace = (known: MailboxRow, { provider, address }: Pick<MailboxRow, 'provider' | 'address'>): boolean =>
  known.state === 'broken' || (known.provider === provider && addressKey(known.address) === addressKey(address));

const placesOf = ({ settings }: Pick<Connected, 'settings'>) =>
  'smtp' in settings ? [settings.smtp, settings.imap].map(({ host, user }) => `${host} ${user}`.toLowerCase()).join(' ') : settings.host;

/** Whether what was sent by the one is found in the other's Sent folder. */
const isSameAccount = (known: MailboxRow, other: Connected): boolean =>
  known.provider === other.provider && addressKey(known.address) === addressKey(other.address) && placesOf(known) === placesOf(other);

async function hold(tx: Tx, userId: number): Promise<MailboxRow | undefined> {
  const known = await findMailboxOf(tx, userId);
  if (known) await holdInHand(tx, known.id);
  return holdMailbox(tx, userId);
}

/** Letters in hand end as undecided, as no other account can tell what became of them; those not yet handed over are for the caller. */
async function undecide(tx: Tx, mailbox: MailboxRow, now: Date): Promise<void> {
  const messageIds = await leaveUndecided(tx, mailbox.id, now);
  if (messageIds.length > 0) await insertEvents(tx, { companyId: mailbox.company_id, messageIds, type: 'unknown', happenedAt: now });
}

/** The person writes under another name from now on, or under none: an alias belongs to the account that vouches for it. */
const forgetAlias = (tx: Tx, { user_id: userId, company_id: companyId }: MailboxRow) =>
  upsertSettings(tx, { userId, companyId }, { sender_alias: null });

// No day is longer, nor a pause between two messages.
const countedMs = 26 * 3600_000;

/** DEC-10: limits are the person's, and hold for whatever mailbox comes after the one that was disconnected. */
async function insertFor(tx: Tx, actor: Actor, { connected, now }: { connected: Connected; now: Date }) {
  const limits = await findKeptLimits(tx, actor.userId);
  const row = await insertMailbox(tx, { ...connected, limits, companyId: actor.company.id, userId: actor.userId });
  if (row) await takeOverSent(tx, row, new Date(now.getTime() - countedMs));
  return row;
}

interface Keeping {
  connected: Connected;
  /** What was there when the person began. */
  replaced: MailboxRow | undefined;
  now: Date;
}

/**
 * Keeps what a person has connected, in place of what was broken. Undefined where another mailbox is connected already, also when two windows
 * connect at once.
 */
export async function keepMailbox(tx: Tx, actor: Actor, { connected, replaced, now }: Keeping) {
  const known = await hold(tx, actor.userId);
  if (known?.id !== replaced?.id) return undefined;
  if (!known) return insertFor(tx, actor, { connected, now });
  if (!mayReplace(known, connected)) return undefined;
  const isSame = isSameAccount(known, connected);
  if (!isSame) {
    await takeBack(tx, known.id);
    await undecide(tx, known, now);
    await forgetAlias(tx, known);
  }
  return reconnect(tx, known.id, { ...connected, isSame });
}

/** Disconnects a person's mailbox: what waited ends with a reason. Returns what was connected. */
export async function dropMailbox(tx: Tx, actor: Actor, now: Date): Promise<MailboxRow | undefined> {
  const known = await hold(tx, actor.userId);
  if (!known) return undefined;
  await endWaiting(tx, known.id, now);
  await undecide(tx, known, now);
  await forgetAlias(tx, known);
  await keepLimits(tx, known);
  await deleteMailbox(tx, known.id);
  return known;
}
