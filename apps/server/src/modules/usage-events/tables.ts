import type { ColumnType, Generated } from 'kysely';

export type UsageEventTables = {
  usage_events: {
    id: Generated<number>;
    company_id: number | null;
    user_id: number | null;
    event_type: string;
    at: Date;
    received_at: Date;
    properties: ColumnType<unknown, string>;
  };
};
