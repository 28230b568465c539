import type { ColumnType, Generated } from 'kysely';

export type BannedLinkTables = {
  banned_links: {
    id: Generated<number>;
    url: string;
    /** Normalized as in profile_link_keys. */
    key: string;
    banned_by: number | null;
    banned_at: ColumnType<Date, Date, never>;
  };
};
