import { sql } from 'kysely';
import { beginning } from '@headwater/domain/storable-text';
import type { Tx } from '#platform/database/database.ts';
import type { ConnectionTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<ConnectionTables>();

/** Services quote what they received. */
const storableFailure = (text: string) => beginning(text, 1000);

const failedEvents = sql`from webhook_events where connection_id = connections.id and state = 'failed'`;
const columns = [
  'id',
  'company_id',
  'integration',
  'state',
  'secret',
  'settings',
  'external_id',
  'external_name',
  'failure',
  'webhook_key',
  'created_by',
  'created_at',
  'updated_at',
  'last_checked_at',
  /** Events of the last 30 days that could not be processed, and the reason of the newest. */
  sql<number>`(select count(*)::int ${failedEvents})`.as('failed_events'),
  sql<string | null>`(select webhook_events.failure ${failedEvents} order by webhook_events.id desc limit 1)`.as('event_failure'),
] as const;

export type Connection = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

/** The active connection of a company. */
export const findConnection = (tx: Tx, companyId: number, integration: string) =>
  tables(tx)
    .selectFrom('connections')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('integration', '=', integration)
    .where('state', '<>', 'disconnected')
    .executeTakeFirst();

export const listConnections = (tx: Tx, companyId: number) =>
  tables(tx)
    .selectFrom('connections')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('state', '<>', 'disconnected')
    .orderBy('id')
    .execute();

/** Over all companies. */
export const listConnected = (tx: Tx, integrations: readonly string[]) =>
  tables(tx)
    .selectFrom('connections')
    .select(['id', 'company_id'])
    .where('state', '=', 'connected')
    .where('integration', 'in', [...integrations])
    .orderBy('id')
    .execute();

export const findConnectionById = (tx: Tx, id: number) =>
  tables(tx).selectFrom('connections').select(columns).where('id', '=', id).executeTakeFirst();

export const findByWebhookKey = (tx: Tx, integration: string, key: string) =>
  tables(tx)
    .selectFrom('connections')
    .select(columns)
    .where('webhook_key', '=', key)
    .where('integration', '=', integration)
    .where('state', '<>', 'disconnected')
    .executeTakeFirst();

/** Does not block inserts of webhooks for the connection. */
export const lockConnection = (tx: Tx, id: number) =>
  tables(tx).selectFrom('connections').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** The active connection to another account of the service. */
export const lockOtherAccount = (
  tx: Tx,
  { company_id, integration, external_id }: Pick<NewConnection, 'company_id' | 'integration' | 'external_id'>,
) =>
  tables(tx)
    .selectFrom('connections')
    .select('id')
    .where('company_id', '=', company_id)
    .where('integration', '=', integration)
    .where('state', '<>', 'disconnected')
    .where('external_id', 'is distinct from', external_id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface NewConnection {
  company_id: number;
  integration: string;
  secret: string;
  settings: string;
  external_id: string | null;
  external_name: string | null;
  webhook_key: string;
  created_by: number;
  created_at: Date;
  updated_at: Date;
  last_checked_at: Date;
}

/** Replaces the active connection, which keeps its webhook address. */
export const upsertConnection = (tx: Tx, row: NewConnection) =>
  tables(tx)
    .insertInto('connections')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'integration'])
        .where('state', '<>', 'disconnected')
        .doUpdateSet((excluded) => ({
          state: 'connected',
          secret: excluded.ref('excluded.secret'),
          settings: excluded.ref('excluded.settings'),
          external_id: excluded.ref('excluded.external_id'),
          external_name: excluded.ref('excluded.external_name'),
          failure: null,
          created_by: excluded.ref('excluded.created_by'),
          updated_at: excluded.ref('excluded.updated_at'),
          last_checked_at: excluded.ref('excluded.last_checked_at'),
        })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateSecret = (tx: Tx, id: number, secret: string) =>
  tables(tx).updateTable('connections').set({ secret }).where('id', '=', id).execute();

export const updateSettings = (tx: Tx, id: number, settings: Record<string, unknown>) =>
  tables(tx)
    .updateTable('connections')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute();

/** Ignored if a user has changed the connection since it was read. */
export const updateState = (
  tx: Tx,
  { id, updated_at: updatedAt }: Pick<Connection, 'id' | 'updated_at'>,
  { failure, checkedAt }: { failure: string | null; checkedAt: Date },
) =>
  tables(tx)
    .updateTable('connections')
    .set({
      state: failure === null ? 'connected' : 'broken',
      failure: failure === null ? null : storableFailure(failure),
      last_checked_at: checkedAt,
    })
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt)
    .where('state', '<>', 'disconnected')
    .execute();

export async function closeConnection(tx: Tx, id: number, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('connections')
    .set({ state: 'disconnected', secret: null, failure: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  await tables(tx).deleteFrom('webhook_events').where('connection_id', '=', id).execute();
}

/** Over all companies. */
export const listSecrets = (tx: Tx) =>
  tables(tx)
    .selectFrom('connections')
    .select(['id', 'company_id', 'integration', 'secret'])
    .where('secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .execute();

export const replaceSecret = (tx: Tx, id: number, { from, to }: { from: string; to: string }) =>
  tables(tx).updateTable('connections').set({ secret: to }).where('id', '=', id).where('secret', '=', from).execute();

interface NewEvent {
  company_id: number;
  connection_id: number;
  delivery_hash: Buffer;
  headers: string;
  body: Buffer;
  received_at: Date;
}

/** Returns false for a repeated delivery. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['connection_id', 'delivery_hash']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const findNextEvent = (tx: Tx, connectionId: number) =>
  tables(tx)
    .selectFrom('webhook_events')
    .select(['id', 'headers', 'body', 'attempts', 'retry_at'])
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The row remains without its content, to recognize a repeated delivery. */
export const markProcessed = (tx: Tx, id: number) =>
  tables(tx)
    .updateTable('webhook_events')
    .set({ state: 'processed', body: null, retry_at: null, failure: null })
    .where('id', '=', id)
    .execute();

export const recordFailure = (tx: Tx, id: number, { failure, retryAt }: { failure: string; retryAt: Date | null }) =>
  tables(tx)
    .updateTable('webhook_events')
    .set({
      state: retryAt ? 'waiting' : 'failed',
      attempts: sql`attempts + 1`,
      retry_at: retryAt,
      failure: storableFailure(failure),
    })
    .where('id', '=', id)
    .execute();

/** Returns the number of deleted events. Events that wait for their connection stay. */
export async function deleteEventsBefore(tx: Tx, time: Date, most: number): Promise<number> {
  const old = tables(tx)
    .selectFrom('webhook_events')
    .select('id')
    .where('received_at', '<', time)
    .where('state', '<>', 'waiting')
    .limit(most);
  const result = await tables(tx).deleteFrom('webhook_events').where('id', 'in', old).executeTakeFirst();
  return Number(result.numDeletedRows);
}
