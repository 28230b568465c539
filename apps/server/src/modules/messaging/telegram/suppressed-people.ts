import { addressesOfPerson, type Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DialogRow } from './store/dialogs.ts';

/** A name at Telegram as the list of suppressions has it; or the number of a person, who may change names. No name begins with a digit. */
const addressOf = (who: string | number) => `${String(who).toLowerCase()}@t.me`;

interface Person {
  companyId: number;
  profileId: number | null;
  username: string | null;
  peerId: number | null;
}

type Facts = Pick<DialogRow, 'company_id' | 'profile_id' | 'username' | 'peer_id'>;

/** Whom a dialog is with. */
export const personOf = ({ company_id: companyId, profile_id: profileId, username, peer_id: peerId }: Facts): Person => ({
  companyId,
  profileId,
  username,
  peerId,
});

/** By what the list knows somebody at Telegram. */
export const messengerAddresses = ({ username, peerId }: Pick<Person, 'username' | 'peerId'>): string[] =>
  [username, peerId].flatMap((who) => (who === null ? [] : addressOf(who)));

const addressesOf = async (tx: Tx, person: Person): Promise<string[]> => [
  ...(person.profileId === null ? [] : (await addressesOfPerson(tx, person.profileId)).map(({ email }) => email)),
  ...messengerAddresses(person),
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
