import { linkKey } from '@headwater/domain/identity/link';
import type { Contact } from '@headwater/contract/profile-data';
import type { ProfileMatch } from '@headwater/contract/profile-creation';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { findProfileCards } from '../cards.ts';
import { guessContacts } from './guess-contacts.ts';
import { normalizeContact } from '../import/normalize-contact.ts';
import { type Key, matchedByContacts, matchedByLinks } from '../store/matches.ts';
import { visibleProfileIds } from '../store/read.ts';

interface Known {
  contacts: readonly { type: Contact['type']; value: string }[];
  links: readonly string[];
}

interface Asked extends Known {
  /** Also compares closed contacts with profiles of that name. */
  named?: { name: string; now: Date } | undefined;
  except?: number | undefined;
  limit?: number;
}

interface Sames {
  sames: Map<number, ProfileMatch['same']>;
  /** Some contacts were not compared with closed ones. */
  isLimited: boolean;
}

async function samesOf(tx: Tx, actor: Actor, { contacts, links, named }: Asked): Promise<Sames> {
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
  const addTyped = (profileId: number, key: Key) => {
    const typedKey = keys.find(({ type, normalized }) => type === key.type && normalized === key.normalized);
    if (typedKey) add(profileId, { type: typedKey.type, value: typedKey.value });
  };
  for (const { profile_id: id, ...key } of await matchedByContacts(tx, actor, keys)) addTyped(id, key);
  const { found: closed, refused } = await guessContacts(tx, actor, {
    keys: named ? typed.filter(({ type }) => type !== 'link') : [],
    now: named?.now ?? new Date(0),
    namesOf: () => (named ? [named.name] : []),
  });
  for (const { profile_id: id, key } of closed) addTyped(id, key);
  for (const { profile_id: id, url } of await matchedByLinks(tx, urls)) add(id, { type: 'link', value: url });
  return { sames: new Map([...found].map(([id, sames]) => [id, [...sames.values()]])), isLimited: refused.length > 0 };
}

/** The best match first. A closed contact counts only for a profile with that name (ADR 94). */
export async function findMatches(tx: Tx, actor: Actor, asked: Asked): Promise<{ matches: ProfileMatch[]; isLimited: boolean }> {
  const { sames, isLimited } = await samesOf(tx, actor, asked);
  const visible = await visibleProfileIds(tx, [...sames.keys()]);
  const ids = [...sames.keys()]
    .filter((id) => visible.has(id) && id !== asked.except)
    .toSorted((left, right) => (sames.get(right)?.length ?? 0) - (sames.get(left)?.length ?? 0) || left - right)
    .slice(0, asked.limit ?? 10);
  const cards = await findProfileCards(tx, ids, actor);
  const matches = cards.map(({ id, name, title, company, city, is_own }) => {
    return { id, name, title, company, city, is_own, same: sames.get(id) ?? [] };
  });
  return { matches, isLimited };
}

/** A profile of the company comes first. */
export async function profileOfLink(tx: Tx, actor: Actor, link: string): Promise<number | undefined> {
  const { matches } = await findMatches(tx, actor, { contacts: [], links: [link] });
  return (matches.find((match) => match.is_own) ?? matches[0])?.id;
}
