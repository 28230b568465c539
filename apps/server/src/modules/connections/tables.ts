import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type ConnectionState = 'connected' | 'broken' | 'disconnected';

// Kysely requires an index signature, which only type aliases have.
export type ConnectionTables = {
  connections: {
    id: GeneratedAlways<number>;
    company_id: number;
    integration: string;
    state: Generated<ConnectionState>;
    /** Encrypted. */
    secret: string | null;
    settings: ColumnType<Record<string, unknown>, string, string>;
    external_id: string | null;
    external_name: string | null;
    failure: ColumnType<string | null, never, string | null>;
    webhook_key: string;
    created_by: number | null;
    created_at: Date;
    updated_at: Date;
    last_checked_at: Date | null;
  };
  webhook_events: {
    id: GeneratedAlways<number>;
    company_id: number;
    connection_id: number;
    delivery_hash: Buffer;
    headers: ColumnType<Record<string, string>, string, never>;
    body: Buffer | null;
    received_at: Date;
    state: Generated<'waiting' | 'processed' | 'failed'>;
    attempts: Generated<number>;
    retry_at: ColumnType<Date | null, never, Date | null>;
    failure: ColumnType<string | null, never, string | null>;
  };
};
