import type { ColumnType, Generated } from 'kysely';

export type ApiTokenTables = {
  api_tokens: {
    id: Generated<number>;
    user_id: ColumnType<number, number, never>;
    /** Null: the token of API-004 to API-007. */
    name: string | null;
    last_used_at: Date | null;
    company_id: number;
    token_hash: Buffer;
    last_four: string;
    scopes: string[];
    created_by: number | null;
    created_at: Date;
    expires_at: Date | null;
  };
};
