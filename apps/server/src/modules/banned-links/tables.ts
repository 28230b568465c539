import type { ColumnType, Generated } from 'kysely';

// A type alias, as Kysely wants an index signature.
export type BannedLinkTables = {
  banned_links: {
    id: Generated<number>;
    url: string;
    /** As in profile_link_keys. */
    key: string;
    banned_by: number | null;
    banned_at: ColumnType<Date, Date, never>;
  };
};
