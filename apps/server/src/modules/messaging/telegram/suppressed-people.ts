import { addressesOfPerson, type Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';

/** A name at Telegram as the list of suppressions has it. */
const addressOf = (username: string) => `${username.toLowerCase()}@t.me`;

interface Person {
  companyId: number;
  profileId: number | null;
  username: string | null;
}

const addressesOf = async (tx: Tx, { profileId, username }: Person): Promise<string[]> => [
  ...(profileId === null ? [] : (await addressesOfPerson(tx, profileId)).map(({ email }) => email)),
  ...(username === null ? [] : [addressOf(username)]),
];

/** DEC-05: whoever does not want to be written to by e-mail is not written to here either. An address that bounces says nothing of the person. */
export async function isSuppressed(tx: Tx, registry: Registry, person: Person): Promise<boolean> {
  const known = await registry.suppressed(tx, person.companyId, await addressesOf(tx, person));
  return [...known.values()].some(({ reason }) => reason !== 'bounce');
}

/** The person asked for it: by no channel any more. */
export async function suppressPerson(tx: Tx, registry: Registry, person: Person): Promise<void> {
  for (const email of await addressesOf(tx, person)) {
    await registry.suppress(tx, { companyId: person.companyId, who: { email }, reason: 'unsubscribed', source: 'inbound' });
  }
}
