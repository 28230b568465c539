import {
  addressesOfPerson,
  countedRefusal,
  optOut,
  type Refusal,
  type Registry,
  suppressAddresses,
} from '#modules/messaging/suppressions/public.ts';
import { profilesByUsername } from '#modules/profiles/public/addresses.ts';
import type { Tx } from '#platform/database/database.ts';
import { type DialogRow, profilesByPeer } from '../store/dialogs.ts';
import { isUnlinked } from '../store/unlinked.ts';

/**
 * A username or Telegram id as an address of the suppression list. The id survives a change of the
 * username, and no username begins with a digit.
 */
const addressOf = (who: string | number) => `${String(who).toLowerCase()}@t.me`;

interface Person {
  companyId: number;
  profileId: number | null;
  username: string | null;
  peerId: number | null;
}

type Facts = Pick<DialogRow, 'company_id' | 'profile_id' | 'username' | 'peer_id'>;

export const personOf = ({ company_id: companyId, profile_id: profileId, username, peer_id: peerId }: Facts): Person => ({
  companyId,
  profileId,
  username,
  peerId,
});

export const messengerAddresses = ({ username, peerId }: Pick<Person, 'username' | 'peerId'>): string[] =>
  [username, peerId].flatMap((who) => (who === null ? [] : addressOf(who)));

/** The latest refusal of a person. A bounce says nothing of the person. */
const latestRefusal = (refusals: readonly (Refusal | undefined)[]): Refusal | undefined =>
  refusals
    .flatMap((refusal) => (refusal && refusal.reason !== 'bounce' ? [refusal] : []))
    .toSorted((one, other) => other.since.getTime() - one.since.getTime())[0];

/** The refusal that an account at Telegram has sent. */
const refusalOfAccount = async (tx: Tx, registry: Registry, person: Person) =>
  latestRefusal([...(await registry.suppressed(tx, person.companyId, messengerAddresses(person))).values()]);

/**
 * DEC-05: a person who refused e-mail gets no messages here either.
 * `askedBy`: the user who writes.
 */
export async function isSuppressed(
  tx: Tx,
  registry: Registry,
  { askedBy, ...person }: Person & { askedBy: number | null },
): Promise<boolean> {
  if (await refusalOfAccount(tx, registry, person)) return true;
  if (person.profileId === null) return false;
  const addresses = await addressesOfPerson(tx, person.profileId);
  const emails = addresses.map(({ email }) => email);
  const refused = await registry.suppressed(tx, person.companyId, emails);
  return latestRefusal(addresses.map((address) => countedRefusal(refused.get(address.email), address, askedBy))) !== undefined;
}

/**
 * Candidate profiles: of the dialog, else of other dialogs with the person, else by username
 * without unlinked ones.
 */
export async function profilesOf(tx: Tx, { companyId, profileId, username, peerId }: Person): Promise<number[]> {
  if (profileId !== null) return [profileId];
  const known = peerId === null ? [] : await profilesByPeer(tx, { companyId, peerId });
  if (known.length > 0 || username === null) return known;
  const found = await profilesByUsername(tx, companyId, username);
  if (peerId === null) return found;
  const others = await Promise.all(found.map((id) => isUnlinked(tx, { companyId, peerId }, id)));
  return found.filter((_id, place) => !others[place]);
}

export async function recordOptOut(tx: Tx, registry: Registry, person: Person): Promise<void> {
  const addresses = messengerAddresses(person).map((email) => ({ email }));
  await optOut(tx, registry, { companyId: person.companyId, addresses, profileIds: await profilesOf(tx, person), source: 'inbound' });
}

/**
 * Suppresses the profile's e-mail addresses if the person asked to stop before the profile was
 * known.
 */
export async function applyEarlierStop(tx: Tx, registry: Registry, person: Person): Promise<void> {
  const { companyId, profileId } = person;
  if (profileId === null) return;
  const refusal = await refusalOfAccount(tx, registry, person);
  if (refusal === undefined) return;
  const addresses = await addressesOfPerson(tx, profileId);
  await suppressAddresses(tx, registry, { companyId, addresses, reason: refusal.reason, source: 'inbound' });
}
