import { telegramUsername } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import { viewContacts } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';

/** Open contacts only (CONT-009). The call is no paid view of the profile. */
export async function usernamesOf(tx: Tx, actor: Actor, profileId: number): Promise<{ usernames: string[]; is_masked: boolean }> {
  const { rows } = await viewContacts(tx, actor, profileId);
  const names = rows.flatMap(({ type, value, isOpen }) => {
    const name = type === 'telegram' ? telegramUsername(value) : undefined;
    return name === undefined ? [] : [{ name, isOpen }];
  });
  const open = names.filter(({ isOpen }) => isOpen);
  return { usernames: open.map(({ name }) => name), is_masked: open.length < names.length };
}
