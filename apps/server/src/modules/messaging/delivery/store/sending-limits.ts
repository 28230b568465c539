import type { Tx } from '#platform/database/database.ts';
import { tryLockUntilCommit } from '#platform/database/locks.ts';
import { leavesFromOwnerOf } from '#modules/messaging/channels/public.ts';
import type { DeliveryTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<DeliveryTables>();

export interface CompanyLimits {
  perDay: number | null;
  perDomainPerHour: number | null;
}

const defaults = { perDay: 2000, perDomainPerHour: 100 };

/** DEC-10: limits of all mailings of a company; null for none. */
export async function limitsOf(tx: Tx, companyId: number): Promise<CompanyLimits> {
  const row = await tables(tx).selectFrom('sending_limits').selectAll().where('company_id', '=', companyId).executeTakeFirst();
  return row ? { perDay: row.per_day, perDomainPerHour: row.per_domain_per_hour } : defaults;
}

/**
 * Serializes decisions about the company's limits. Returns false if another transaction holds the
 * lock.
 */
export const tryLockCompany = (tx: Tx, companyId: number): Promise<boolean> => tryLockUntilCommit(tx, 'companySending', companyId);

/** Changes only given limits, because two users may change one each. */
export async function saveLimitsOf(
  tx: Tx,
  companyId: number,
  change: { [Limit in keyof CompanyLimits]?: CompanyLimits[Limit] | undefined },
) {
  const row = {
    ...(change.perDay === undefined ? {} : { per_day: change.perDay }),
    ...(change.perDomainPerHour === undefined ? {} : { per_domain_per_hour: change.perDomainPerHour }),
  };
  if (Object.keys(row).length === 0) return;
  await tables(tx)
    .insertInto('sending_limits')
    .values({ company_id: companyId, per_day: defaults.perDay, per_domain_per_hour: defaults.perDomainPerHour, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
}

/** Claimed messages leave soon and are in no other count. Expired claims are excluded. */
const inHand = (tx: Tx, companyId: number, now: Date) =>
  tables(tx)
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('state', '=', 'claimed')
    .where('lease_until', '>', now);

export async function countMassClaimed(
  tx: Tx,
  { companyId, domain, now }: { companyId: number; domain?: string; now: Date },
): Promise<number> {
  const mass = inHand(tx, companyId, now).where('is_mass', '=', true);
  const { count } = await mass.$if(domain !== undefined, (query) => query.where('to_domain', '=', domain ?? '')).executeTakeFirstOrThrow();
  return count;
}

export async function countClaimedOfOwner(tx: Tx, mailbox: { id: number; company_id: number }, now: Date): Promise<number> {
  return (await inHand(tx, mailbox.company_id, now).where(leavesFromOwnerOf(mailbox.id)).executeTakeFirstOrThrow()).count;
}

export async function massSentSince(tx: Tx, companyId: number, from: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('is_mass', '=', true)
    .where('sent_at', '>=', from)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * The message that blocks the next one to a domain: the oldest of the newest `limit`. Undefined
 * with fewer.
 */
export async function oldestToDomain(
  tx: Tx,
  { companyId, domain, from, limit }: { companyId: number; domain: string; from: Date; limit: number },
): Promise<Date | undefined> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select('sent_at')
    .where('company_id', '=', companyId)
    .where('is_mass', '=', true)
    .where('to_domain', '=', domain)
    .where('sent_at', '>', from)
    .orderBy('sent_at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at ?? undefined;
}

export async function hasSentSince(tx: Tx, mailboxId: number, since: Date): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'sent')
    .where('sent_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
