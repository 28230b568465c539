import type { ProfileData } from '@headwater/contract/profile-data';
import type { FormContact } from '@headwater/contract/profile-form';
import { isSameValue } from '@headwater/domain/profiles/fragments';
import type { Database, Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { bannedAmong } from '#modules/banned-links/public.ts';
import type { PersonReader } from '../import/person-reader.ts';
import type { FragmentData, StoredProfile } from '../tables.ts';

interface Linked {
  links?: readonly { url: string }[] | undefined;
  contacts?: readonly { type: string; value: string }[] | undefined;
}

const urlsOf = ({ links = [], contacts = [] }: Linked): string[] => [
  ...links.map(({ url }) => url),
  ...contacts.flatMap(({ type, value }) => (type === 'link' ? [value] : [])),
];

/** Pairs each entered link with the path of its form field. */
export const typedLinks = (links: readonly { url: string }[] | undefined, at = 'links') =>
  (links ?? []).map(({ url }, index) => ({ url, field: `${at}.${index}.url` }));

export const typedContacts = (contacts: readonly FormContact[] | undefined, at: string) =>
  (contacts ?? []).flatMap(({ type, value }, index) => (type === 'link' ? [{ url: value, field: `${at}.${index}.value` }] : []));

/** BAN-010: the error is at the field of each link. */
export async function requireNotBanned(tx: Tx, typed: readonly { url: string; field: string }[]): Promise<void> {
  const banned = await bannedAmong(
    tx,
    typed.map(({ url }) => url),
  );
  const wrong = typed.filter(({ url }) => banned.has(url)).map(({ field }) => [field, 'link_banned'] as const);
  if (wrong.length > 0) throw new FieldErrors(Object.fromEntries(wrong));
}

/** BAN-010. */
export async function withoutBannedLinks<Person extends Linked>(tx: Tx, people: readonly Person[]): Promise<Person[]> {
  const banned = await bannedAmong(tx, people.flatMap(urlsOf));
  if (banned.size === 0) return [...people];
  return people.map((person) => ({
    ...person,
    ...(person.links ? { links: person.links.filter(({ url }) => !banned.has(url)) } : {}),
    ...(person.contacts ? { contacts: person.contacts.filter(({ type, value }) => type !== 'link' || !banned.has(value)) } : {}),
  }));
}

/** Forms do not show banned links. A saved list keeps them, so that they return after an unban. */
export async function preserveBannedLinks(tx: Tx, known: StoredProfile, change: FragmentData): Promise<FragmentData> {
  if (!change.links) return change;
  const banned = await bannedAmong(tx, urlsOf({ links: known.links }));
  if (banned.size === 0) return change;
  const shown = known.links.filter(({ url }) => !banned.has(url));
  if (isSameValue(shown, change.links)) return { ...change, links: known.links };
  const named = new Set(urlsOf({ links: change.links }));
  return { ...change, links: [...change.links, ...known.links.filter(({ url }) => banned.has(url) && !named.has(url))] };
}

export function withoutBannedLinksOf(reader: PersonReader, database: Database): PersonReader {
  const cleaned = async (person: ProfileData): Promise<ProfileData> => {
    const [left] = await database.asSystem((tx) => withoutBannedLinks(tx, [person]));
    return left ?? person;
  };
  return {
    withFiles: (requester, work) => reader.withFiles(requester, (read) => work(async (file) => cleaned(await read(file)))),
    readText: async (requester, text) => cleaned(await reader.readText(requester, text)),
    close: () => reader.close(),
  };
}
