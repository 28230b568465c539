import type { Tx } from '#platform/database/database.ts';
import { lockUser, type User } from '../store/users.ts';

/** Undefined if address, password or state changed since the user was authenticated. */
export async function lockUnchangedUser(tx: Tx, before: User): Promise<User | undefined> {
  const user = await lockUser(tx, before.id);
  const isSame = user?.is_active && user.email === before.email && user.password_hash === before.password_hash;
  return isSame ? user : undefined;
}
