import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { mayManage } from '../rules.ts';
import { listAccounts } from '../store/accounts.ts';

export async function manageableAccounts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0 || !mayAccess('telegram', actor) || !(await mayManage(tx, actor))) return new Set();
  const known = new Set((await listAccounts(tx)).map(({ id }) => id));
  return new Set(ids.filter((id) => known.has(id)));
}
