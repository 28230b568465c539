import type { ProfileData } from '@headwater/contract/profile-data';
import { contactBearing } from '@headwater/domain/identity/contact-bearing';
import { linkKey } from '@headwater/domain/identity/link';
import { soundKey } from '@headwater/domain/names/sound-key';
import { tokenize } from '@headwater/domain/text/tokenize';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { type ContactKey, ownersOfContacts } from '../../store/enriched-contacts.ts';
import { ownersOfExternalKeys } from '../../store/matches.ts';
import { findWhole } from '../../store/read.ts';
import { normalizeContact } from '../normalize-contact.ts';

export interface KnownPerson {
  id: number;
  /** Sounds of the words of the name. */
  sounds: ReadonlySet<string>;
}

const soundsOf = ({ first_name: first, last_name: last }: Pick<ProfileData, 'first_name' | 'last_name'>): Set<string> =>
  new Set([first, last].flatMap((name) => tokenize(name)).map(soundKey));

/** A family or a reception shares a number: the names must not contradict each other. */
const mayBeSame = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  left.size === 0 || right.size === 0 || [...left].some((sound) => right.has(sound));

const textOf = ({ type, normalized }: ContactKey) => `${type} ${normalized}`;

/** Colleagues and families share a phone number, so all words of the shorter name must agree. */
const isSameName = (left: ReadonlySet<string>, right: ReadonlySet<string>) => {
  const common = [...left].filter((sound) => right.has(sound)).length;
  return common >= 2 && common === Math.min(left.size, right.size);
};

const fits = (key: ContactKey, left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  key.type === 'phone' ? isSameName(left, right) : mayBeSame(left, right);

/** Values that belong to one person, and phone numbers: no addresses of a whole company, no placeholders. */
function keysOf(profile: ProfileData): ContactKey[] {
  const country = profile.locations[0]?.country_code;
  const contacts = profile.contacts.flatMap((contact) => normalizeContact(contact, country) ?? []);
  const links = profile.links.map(({ url }) => ({ type: 'link' as const, normalized: linkKey(url) }));
  return [...contacts, ...links].filter((key) => {
    const bearing = contactBearing(key);
    return bearing === 'personal' || bearing === 'uncertain' || (key.type === 'phone' && bearing === 'shared');
  });
}

export type Match = { kind: 'new' } | { kind: 'known'; id: number } | { kind: 'several' } | { kind: 'repeated'; index: number };

/** IMP-008: compares rows with the people of the company and with the rows before them. */
export async function matchPeople(tx: Tx, actor: Actor, profiles: readonly ProfileData[]): Promise<Match[]> {
  const keys = profiles.map(keysOf);
  const distinct = [...new Map(keys.flat().map((key) => [textOf(key), key])).values()];
  const owners = new Map((await ownersOfContacts(tx, actor, distinct)).map((ids, index) => [textOf(distinct[index] as ContactKey), ids]));
  const byExternal = await ownersOfExternalKeys(
    tx,
    actor.company.id,
    profiles.flatMap(({ external_key: key }) => key ?? []),
  );
  // Two owners prove that a value identifies no person.
  const only = (key: ContactKey) => {
    const ids = owners.get(textOf(key)) ?? [];
    return ids.length === 1 ? ids : [];
  };
  const found = [...new Set([...distinct.flatMap(only), ...byExternal.values()])];
  const named = new Map((await findWhole(tx, found)).map(({ id, data }) => [id, soundsOf(data)]));
  const soundsOfId = (id: number) => named.get(id) ?? new Set<string>();
  const rowOfKey = new Map<string, number>();
  const sounds = profiles.map(soundsOf);
  return profiles.map((profile, index): Match => {
    const own = sounds[index] ?? new Set<string>();
    const external = byExternal.get(profile.external_key ?? '');
    // An id with two names: one name is wrong.
    if (external !== undefined && !mayBeSame(own, soundsOfId(external))) return { kind: 'several' };
    const ids = new Set(external === undefined ? [] : [external]);
    const ownKeys = keys[index] ?? [];
    for (const key of ownKeys) for (const id of only(key)) if (fits(key, own, soundsOfId(id))) ids.add(id);
    const isBefore = (row: number | undefined, key?: ContactKey) => {
      const others = row === undefined ? undefined : sounds[row];
      return others !== undefined && (key ? fits(key, own, others) : mayBeSame(own, others));
    };
    const keyText = profile.external_key ? `key ${profile.external_key}` : undefined;
    const sameId = keyText === undefined ? undefined : rowOfKey.get(keyText);
    if (sameId !== undefined && !isBefore(sameId)) return { kind: 'several' };
    const before = sameId ?? ownKeys.map((key) => [key, rowOfKey.get(textOf(key))] as const).find(([key, row]) => isBefore(row, key))?.[1];
    const texts = [...ownKeys.map(textOf), ...(keyText === undefined ? [] : [keyText])];
    const [id, another] = ids;
    if (id === undefined && before !== undefined) return { kind: 'repeated', index: before };
    for (const text of texts) if (!rowOfKey.has(text)) rowOfKey.set(text, index);
    if (another !== undefined) return { kind: 'several' };
    return id === undefined ? { kind: 'new' } : { kind: 'known', id };
  });
}
