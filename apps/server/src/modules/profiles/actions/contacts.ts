import type { Contact } from '@headwater/contract/profile-data';
import { opensWithoutLimit } from '@headwater/domain/profiles/contact-limits';
import type { Actor } from '@headwater/domain/roles';
import { monthOf } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { type Company, currentQuota, findCompany } from '#modules/companies/public.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { readContact, separateValues } from '../read-contact.ts';
import { countOpenings, hasOpened, lockQuota, openedOf, recordOpenings } from '../store/contact-quota.ts';
import { type ContactRow, listContacts } from '../store/read.ts';
import { closedContactsOf } from '../store/closed-contacts.ts';
import { deleteOwnContact, insertOwnContact } from '../store/own-contacts.ts';
import { requireNotBanned } from './banned-links.ts';
import { requireProfile } from './open-profile.ts';

export interface Quota {
  /** Null: no limit. */
  total: number | null;
  available: number | null;
}

/** A number per month, or the quota bought for the current days (COMP-048). */
async function companyLimit(tx: Tx, company: Company, { spent, now }: { spent: number; now: Date }) {
  if (company.quota_pricing_model === 'monthly') return { total: company.contacts_per_month, spent };
  const bought = await currentQuota(tx, company.id, now);
  return { total: bought?.quota ?? 0, spent: bought?.used ?? 0 };
}

/** The lower remainder of the person and the company. */
export async function contactQuota(tx: Tx, actor: Actor, now: Date): Promise<Quota> {
  const company = await findCompany(tx, actor.company.id);
  if (!company || opensWithoutLimit(actor)) return { total: null, available: null };
  const spent = await countOpenings(tx, actor.userId, monthOf(now, company.time_zone));
  const limits = [
    { total: company.contacts_per_month_user, spent: spent.byUser },
    await companyLimit(tx, company, { spent: spent.byCompany, now }),
  ].filter((limit): limit is { total: number; spent: number } => limit.total !== null);
  const rests = limits.map((limit) => ({ total: limit.total, available: Math.max(0, limit.total - limit.spent) }));
  return rests.toSorted((left, right) => left.available - right.available)[0] ?? { total: null, available: null };
}

export type VisibleContact = ContactRow & { isOpen: boolean };

export interface VisibleContacts {
  rows: VisibleContact[];
  /** True if no closed contact remains. */
  opened: boolean;
}

/** Spends no opening. */
export async function viewContacts(tx: Tx, actor: Actor, profileId: number): Promise<VisibleContacts> {
  await requireProfile(tx, profileId);
  if (!actor.permissions.contacts) return { rows: [], opened: false };
  const rows = await listContacts(tx, [profileId]);
  const storedAt = [...new Set([profileId, ...rows.map((row) => row.owner_profile_id)])];
  const open = await openedOf(tx, actor.userId, { profileIds: storedAt });
  const shown = withoutTwins(rows.map((row) => ({ ...row, isOpen: row.company_id !== null || open.has(row.owner_profile_id) })));
  return { rows: shown, opened: open.size > 0 && shown.every(({ isOpen }) => isOpen) };
}

const keyOf = ({ type, normalized }: ContactRow) => `${type} ${normalized}`;

/**
 * A contact of the company is hidden beside an equal opened one of the common base. While that one
 * is closed, both stay: a missing entry would reveal that they are equal.
 * A merged person lists each contact once, and an opening at one part covers the others.
 */
function withoutTwins(rows: readonly VisibleContact[]): VisibleContact[] {
  const own = new Set(rows.filter((row) => row.company_id !== null).map(keyOf));
  const bought = new Set(rows.filter((row) => row.company_id === null && row.isOpen).map(keyOf));
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (!row.isOpen) return !bought.has(key);
    if (seen.has(key) || (row.company_id === null && own.has(key))) return false;
    seen.add(key);
    return true;
  });
}

/** Parts of a merged person with closed contacts, else the profile itself. */
function partsToOpen(profileId: number, rows: readonly VisibleContact[]): number[] {
  const closed = rows.filter(({ isOpen }) => !isOpen).map((row) => row.owner_profile_id);
  return closed.length > 0 ? [...new Set(closed)] : [profileId];
}

/** Raw contact values for removal from texts about the person. Never show them to a reader. */
export const contactValuesOf = async (tx: Tx, profileId: number): Promise<string[]> =>
  (await listContacts(tx, [profileId])).map(({ value }) => value);

/** True if the contacts are opened or there are none. */
export async function contactsAreOpen(tx: Tx, actor: Actor, profileId: number): Promise<boolean> {
  if (!actor.permissions.contacts) return false;
  if (await hasOpened(tx, actor.userId, { profileId })) return true;
  return (await listContacts(tx, [profileId])).every((row) => row.owner_profile_id !== profileId);
}

const notifyOfLimit = (tx: Tx, { userId, company }: Actor, { month, now }: { month: string; now: Date }) =>
  raiseNotice(tx, { companyId: company.id, userId, about: { kind: 'limit', detail: 'contacts' }, key: `contacts:${month}`, now });

/**
 * CONT-009: opens all contacts of a profile for one opening, or for none if the actor opened it
 * this month. A merged person costs one opening per part.
 */
export async function openContacts(tx: Tx, actor: Actor, { profileId, now }: { profileId: number; now: Date }): Promise<VisibleContacts> {
  await requireProfile(tx, profileId);
  if (!actor.permissions.contacts) throw new AppError('forbidden');
  // A profile without contacts costs nothing.
  if ((await listContacts(tx, [profileId])).length === 0) return { rows: [], opened: true };
  await lockQuota(tx, actor.company.id);
  const company = await findCompany(tx, actor.company.id);
  const month = monthOf(now, company?.time_zone ?? 'UTC');
  const parts = partsToOpen(profileId, (await viewContacts(tx, actor, profileId)).rows);
  const paid = await openedOf(tx, actor.userId, { profileIds: parts, month });
  const spending = parts.filter((part) => !paid.has(part));
  if (spending.length > 0) {
    const { available } = await contactQuota(tx, actor, now);
    if (available !== null && available < spending.length) throw new AppError('contact_limit');
    await recordOpenings(tx, { companyId: actor.company.id, userId: actor.userId }, { profileIds: spending, month, now });
    if (available === spending.length) await notifyOfLimit(tx, actor, { month, now });
  }
  return viewContacts(tx, actor, profileId);
}

export async function withContacts(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (!actor.permissions.contacts) return new Set();
  return new Set((await listContacts(tx, profileIds)).map((row) => row.profile_id));
}

/** Each closed profile costs one opening. Locks the quota until the transaction ends. */
async function toSpend(tx: Tx, actor: Actor, { profileIds, now }: { profileIds: readonly number[]; now: Date }) {
  if (!actor.permissions.contacts) throw new AppError('forbidden');
  await lockQuota(tx, actor.company.id);
  const company = await findCompany(tx, actor.company.id);
  const month = monthOf(now, company?.time_zone ?? 'UTC');
  const parts = [...new Set(profileIds)];
  // A contact that was opened in an earlier month and is still open costs nothing.
  const known = await openedOf(tx, actor.userId, { profileIds: parts });
  return { month, spending: parts.filter((id) => !known.has(id)), ...(await contactQuota(tx, actor, now)) };
}

/** CONT-023. Throws opening_limit with the needed and remaining openings. */
export async function requireOpenings(tx: Tx, actor: Actor, opening: { profileIds: readonly number[]; now: Date }): Promise<void> {
  if (opening.profileIds.length === 0) return;
  const { spending, available, total } = await toSpend(tx, actor, opening);
  if (available !== null && spending.length > available)
    throw new AppError('opening_limit', { hidden: spending.length, available, total: total ?? available });
}

/**
 * Opens in order until the quota ends, of merged people the named parts. The caller has checked
 * that the actor sees each profile and that it has contacts.
 */
export async function openContactsOf(
  tx: Tx,
  actor: Actor,
  opening: { profileIds: readonly number[]; now: Date },
): Promise<{ opened: number; quotaUsed: boolean }> {
  if (opening.profileIds.length === 0) return { opened: 0, quotaUsed: false };
  const { month, spending, available } = await toSpend(tx, actor, opening);
  const opened = spending.slice(0, available ?? spending.length);
  await recordOpenings(tx, { companyId: actor.company.id, userId: actor.userId }, { profileIds: opened, month, now: opening.now });
  if (opened.length > 0 && opened.length === available) await notifyOfLimit(tx, actor, { month, now: opening.now });
  return { opened: opened.length, quotaUsed: opened.length < spending.length };
}

export interface ClosedContacts extends Quota {
  profileIds: number[];
}

type OfTypes = { profileIds: readonly number[]; types: readonly Contact['type'][]; now: Date };

export const closedContacts = async (tx: Tx, actor: Actor, { now, ...kinds }: OfTypes): Promise<ClosedContacts> => ({
  profileIds: await closedContactsOf(tx, actor, kinds),
  ...(await contactQuota(tx, actor, now)),
});

/** CONT-022: opens all, or throws export_limit and opens none. Concurrent calls run one by one. */
export async function openClosedContacts(tx: Tx, actor: Actor, kinds: OfTypes): Promise<void> {
  if (kinds.types.length === 0) return;
  await lockQuota(tx, actor.company.id);
  const { profileIds, available, total } = await closedContacts(tx, actor, kinds);
  if (available !== null && profileIds.length > available)
    throw new AppError('export_limit', { count: kinds.profileIds.length, hidden: profileIds.length, available, total: total ?? available });
  await openContactsOf(tx, actor, { profileIds, now: kinds.now });
}

export interface NewContact {
  profileId: number;
  type: Contact['type'];
  value: string;
  kind?: 'personal' | 'corporate' | undefined;
}

async function addValue(tx: Tx, actor: Actor, contact: NewContact): Promise<VisibleContact> {
  await requireProfile(tx, contact.profileId);
  const form = readContact({ type: contact.type, value: contact.value, source: 'manual' });
  if (!form) throw new FieldErrors({ value: 'contact_invalid' });
  if (contact.type === 'link') await requireNotBanned(tx, [{ url: contact.value, field: 'value' }]);
  const { rows } = await viewContacts(tx, actor, contact.profileId);
  // A closed contact counts as unknown: an error would confirm its value.
  if (rows.some((row) => row.isOpen && row.type === contact.type && row.normalized === form.normalized))
    throw new FieldErrors({ value: 'contact_exists' });
  const row = await insertOwnContact(tx, actor, { ...contact, ...form });
  // Includes earlier check results of the address.
  const added = (await listContacts(tx, [contact.profileId])).find(({ id }) => id === row?.id);
  if (!added) throw new FieldErrors({ value: 'contact_exists' });
  return { ...added, isOpen: true };
}

/** Visible only to the actor's company. */
export async function addContact(tx: Tx, actor: Actor, contact: NewContact): Promise<VisibleContact> {
  const [first = contact.value, ...others] = separateValues({ type: contact.type, value: contact.value, source: 'manual' });
  const added = await addValue(tx, actor, { ...contact, value: first });
  for (const value of others) await addValue(tx, actor, { ...contact, value });
  return added;
}

/** Removes a contact of the company. Contacts of the common base cannot be removed. */
export async function removeContact(
  tx: Tx,
  actor: Actor,
  { profileId, contactId }: { profileId: number; contactId: number },
): Promise<void> {
  await requireProfile(tx, profileId);
  if (!(await deleteOwnContact(tx, actor, { profileId, contactId }))) throw new AppError('not_found');
}
