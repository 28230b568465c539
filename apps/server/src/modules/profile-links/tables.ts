import type { ColumnType, Generated } from 'kysely';
import type { UserTables } from '#modules/accounts/public.ts';

export type ProfileLinkTables = Pick<UserTables, 'users'> & {
  profile_links: {
    id: Generated<number>;
    company_id: number;
    profile_id: number;
    token_hash: Buffer;
    created_by: number | null;
    created_at: ColumnType<Date, Date, never>;
    expires_at: Date;
    revoked_at: Date | null;
    opened_count: Generated<number>;
    opened_at: Date | null;
  };
};
