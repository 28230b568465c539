import type { ColumnType } from 'kysely';

export type ApiTokenTables = {
  api_tokens: {
    user_id: ColumnType<number, number, never>;
    company_id: number;
    token_hash: Buffer;
    last_four: string;
    scopes: string[];
    created_by: number | null;
    created_at: Date;
    expires_at: Date | null;
  };
};
