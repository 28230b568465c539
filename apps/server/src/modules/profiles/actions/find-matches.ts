import { linkKey } from '@headwater/domain/identity/link';
import type { Contact } from '@headwater/contract/profile-data';
import type { ProfileMatch } from '@headwater/contract/profile-creation';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findProfileCards } from '../cards.ts';
import { normalizeContact } from '../import/normalize-contact.ts';
import { matchedByContacts, matchedByLinks } from '../store/matches.ts';
import { visibleProfileIds } from '../store/read.ts';

interface Known {
  contacts: readonly { type: Contact['type']; value: string }[];
  links: readonly string[];
}

const mostShown = 10;

/** What is the same, by profile. */
async function samesOf(tx: Tx, { contacts, links }: Known): Promise<Map<number, ProfileMatch['same']>> {
  const typed = contacts.flatMap(({ type, value }) => {
    const normalized = normalizeContact({ type, value, source: 'manual' })?.normalized;
    return normalized === undefined ? [] : [{ type, value, normalized }];
  });
  const urls = [...new Set([...links, ...contacts.flatMap(({ type, value }) => (type === 'link' ? [value] : []))])];
  const keys = [...typed, ...urls.map((url) => ({ type: 'link' as const, value: url, normalized: linkKey(url) }))];
  const found = new Map<number, Map<string, ProfileMatch['same'][number]>>();
  const add = (profileId: number, same: ProfileMatch['same'][number]) => {
    const known = found.get(profileId) ?? new Map();
    known.set(`${same.type} ${same.type === 'link' ? linkKey(same.value) : same.value}`, same);
    found.set(profileId, known);
  };
  for (const row of await matchedByContacts(tx, keys)) {
    const typedKey = keys.find(({ type, normalized }) => type === row.type && normalized === row.normalized);
    if (typedKey) add(row.profile_id, { type: typedKey.type, value: typedKey.value });
  }
  for (const { profile_id: id, url } of await matchedByLinks(tx, urls)) add(id, { type: 'link', value: url });
  return new Map([...found].map(([id, sames]) => [id, [...sames.values()]]));
}

/**
 * Profiles that the company sees with the same e-mail, phone, account or link, those with most of them first. A whole address finds its profile also
 * where it is closed to whoever asks, as in search: they have it already.
 */
export async function findMatches(
  tx: Tx,
  actor: Actor,
  { except, ...known }: Known & { except?: number | undefined },
): Promise<ProfileMatch[]> {
  const sames = await samesOf(tx, known);
  const visible = await visibleProfileIds(tx, [...sames.keys()]);
  const ids = [...sames.keys()]
    .filter((id) => visible.has(id) && id !== except)
    .toSorted((left, right) => (sames.get(right)?.length ?? 0) - (sames.get(left)?.length ?? 0) || left - right)
    .slice(0, mostShown);
  const cards = await findProfileCards(tx, ids, actor);
  return cards.map(({ id, name, title, company, city, is_own }) => ({ id, name, title, company, city, is_own, same: sames.get(id) ?? [] }));
}

/** The profile that has the link; the own company's first. */
export async function profileOfLink(tx: Tx, actor: Actor, link: string): Promise<number | undefined> {
  const matches = await findMatches(tx, actor, { contacts: [], links: [link] });
  return (matches.find((match) => match.is_own) ?? matches[0])?.id;
}
