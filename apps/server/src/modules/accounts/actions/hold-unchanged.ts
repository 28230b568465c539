import type { Tx } from '#platform/database/database.ts';
import { lockUser, type User } from '../store.ts';

/**
 * The person as they were when they proved to be it, held until the transaction ends; undefined where something of how they come in has changed since:
 * whoever was in time to prove it is out like all others.
 */
export async function holdUnchanged(tx: Tx, before: User): Promise<User | undefined> {
  const user = await lockUser(tx, before.id);
  const isSame = user?.is_active && user.email === before.email && user.password_hash === before.password_hash;
  return isSame ? user : undefined;
}
