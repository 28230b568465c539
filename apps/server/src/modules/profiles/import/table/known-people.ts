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

/** Values that belong to one person: no addresses of a whole company, no placeholders. */
function keysOf(profile: ProfileData): ContactKey[] {
  const country = profile.locations[0]?.country_code;
  const contacts = profile.contacts.flatMap((contact) => normalizeContact(contact, country) ?? []);
  const links = profile.links.map(({ url }) => ({ type: 'link' as const, normalized: linkKey(url) }));
  return [...contacts, ...links].filter((key) => ['personal', 'uncertain'].includes(contactBearing(key)));
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
  const named = new Map((await findWhole(tx, [...new Set(distinct.flatMap(only))])).map(({ id, data }) => [id, soundsOf(data)]));
  const rowOfKey = new Map<string, number>();
  const sounds = profiles.map(soundsOf);
  return profiles.map((profile, index): Match => {
    const own = sounds[index] ?? new Set<string>();
    const external = byExternal.get(profile.external_key ?? '');
    const ids = new Set(external === undefined ? [] : [external]);
    for (const id of (keys[index] ?? []).flatMap(only)) if (mayBeSame(own, named.get(id) ?? new Set())) ids.add(id);
    const texts = [...(keys[index] ?? []).map(textOf), ...(profile.external_key ? [`key ${profile.external_key}`] : [])];
    const before = texts.flatMap((text) => rowOfKey.get(text) ?? []).find((row) => mayBeSame(own, sounds[row] ?? new Set()));
    const [id, another] = ids;
    if (id === undefined && before !== undefined) return { kind: 'repeated', index: before };
    for (const text of texts) if (!rowOfKey.has(text)) rowOfKey.set(text, index);
    if (another !== undefined) return { kind: 'several' };
    return id === undefined ? { kind: 'new' } : { kind: 'known', id };
  });
}
