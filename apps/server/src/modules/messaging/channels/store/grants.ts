import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { ChannelTables } from '../tables.ts';

/** Over all companies; requires the system scope. */
export async function isConnectedAnywhere(tx: Tx, { provider, address }: { provider: GrantedProvider; address: string }): Promise<boolean> {
  const row = await tx
    .withTables<ChannelTables>()
    .selectFrom('mailboxes')
    .select('id')
    .where('provider', '=', provider)
    .where('state', '<>', 'disconnected')
    .where(sql<boolean>`lower(address) = lower(${address})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
