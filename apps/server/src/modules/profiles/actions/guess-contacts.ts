import type { Actor } from '@headwater/domain/roles';
import { personNameKey } from '@headwater/domain/names/person-name-key';
import { tokenize } from '@headwater/domain/text/tokenize';
import { insertProfileEntry } from '#modules/audit/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { findProfileCards } from '../cards.ts';
import { confirmGuesses, matchedByClosed, recordGuesses } from '../store/contact-guesses.ts';
import { type Key, matchedByContacts } from '../store/matches.ts';
import { visibleProfileIds } from '../store/read.ts';

interface Guess {
  keys: readonly Key[];
  now: Date;
  /** Names that came with a contact. A profile is found only if it has one of these names. Without this function the name does not count. */
  namesOf?: (key: Key) => readonly string[];
}

interface Guessed {
  /** Contacts that may be compared with closed ones. */
  allowed: readonly Key[];
  /** Contacts beyond the limit of the day. */
  refused: readonly Key[];
  found: { profile_id: number; key: Key }[];
}

const nameKeysOf = (name: string) => tokenize(name).map(personNameKey);

/** Whether two names have all parts of the shorter one in common, and a given and a family name are among them. */
export function fitsName(known: string | null, asked: string): boolean {
  const [parts, others] = [new Set(nameKeysOf(known ?? '')), new Set(nameKeysOf(asked))];
  const common = [...parts].filter((part) => others.has(part)).length;
  return common >= 2 && common === Math.min(parts.size, others.size);
}

const isKey =
  (one: Key) =>
  ({ type, normalized }: Key): boolean =>
    one.type === type && one.normalized === normalized;

/** Matches that may be disclosed to the actor. */
async function namedAmong<Match extends { profile_id: number; key: Key }>(
  tx: Tx,
  actor: Actor,
  { matches, namesOf }: { matches: readonly Match[]; namesOf: Guess['namesOf'] },
): Promise<Match[]> {
  const ids = [...new Set(matches.map((match) => match.profile_id))];
  if (!namesOf) {
    const visible = await visibleProfileIds(tx, ids);
    return matches.filter((match) => visible.has(match.profile_id));
  }
  const names = new Map((await findProfileCards(tx, ids, actor)).map((card) => [card.id, card.name]));
  return matches.filter(({ profile_id: id, key }) => namesOf(key).some((name) => fitsName(names.get(id) ?? null, name)));
}

/**
 * Compares contacts that no open contact matches with those of the common base that are closed to the person, as far as the limit of the day allows.
 * The audit log names each profile that is found, once a day.
 */
export async function guessContacts(tx: Tx, actor: Actor, { keys, now, namesOf }: Guess): Promise<Guessed> {
  if (keys.length === 0) return { allowed: [], refused: [], found: [] };
  const open = await matchedByContacts(tx, actor, keys);
  const closed = keys.filter((key) => !open.some(isKey(key)));
  const day = now.toISOString().slice(0, 10);
  const allowed = await recordGuesses(tx, actor, { keys: closed, day });
  const found = await namedAmong(tx, actor, { matches: await matchedByClosed(tx, actor, allowed), namesOf });
  const confirmed = await confirmGuesses(tx, actor, { keys: found.map(({ key }) => key), day });
  for (const profileId of new Set(found.flatMap(({ key, profile_id: id }) => (confirmed.some(isKey(key)) ? [id] : []))))
    await insertProfileEntry(tx, { kind: 'contact_confirmed', companyId: actor.company.id, userId: actor.userId, profileId, at: now });
  return { allowed, refused: closed.filter((key) => !allowed.some(isKey(key))), found };
}
