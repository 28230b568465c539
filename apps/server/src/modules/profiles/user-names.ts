import type { Tx } from '#platform/database/database.ts';
import { listUsers } from '#modules/accounts/public.ts';

export const userNames = async (tx: Tx) =>
  new Map((await listUsers(tx, { limit: 1000 })).map((user) => [user.id, `${user.first_name} ${user.last_name}`.trim()]));
