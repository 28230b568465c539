import type { Actor } from '@headwater/domain/roles';
import { insertProfileEntry } from '#modules/audit/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { matchedByClosed, recordGuesses } from '../store/contact-guesses.ts';
import type { Key } from '../store/matches.ts';
import { visibleProfileIds } from '../store/read.ts';

interface Guess {
  keys: readonly Key[];
  now: Date;
  /** Those of the profiles that may be named to the person. */
  fitting?: (profileIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

/**
 * Compares contacts with those of the common base that are closed to the person, as far as the limit of the day allows. The audit log names each
 * profile that is found, once a day. Returns the keys that may be compared and the profiles that they found.
 */
export async function guessContacts(
  tx: Tx,
  actor: Actor,
  { keys, now, fitting = (ids) => visibleProfileIds(tx, ids) }: Guess,
): Promise<{ allowed: readonly Key[]; found: { profile_id: number; key: Key }[] }> {
  if (keys.length === 0) return { allowed: [], found: [] };
  const { allowed, added } = await recordGuesses(tx, actor, { keys, day: now.toISOString().slice(0, 10) });
  const matches = await matchedByClosed(tx, actor, allowed);
  const named = await fitting([...new Set(matches.map((match) => match.profile_id))]);
  const found = matches.filter((match) => named.has(match.profile_id));
  const isNew = ({ type, normalized }: Key) => added.some((one) => one.type === type && one.normalized === normalized);
  for (const profileId of new Set(found.flatMap(({ key, profile_id: id }) => (isNew(key) ? [id] : []))))
    await insertProfileEntry(tx, { kind: 'contact_confirmed', companyId: actor.company.id, userId: actor.userId, profileId, at: now });
  return { allowed, found };
}
