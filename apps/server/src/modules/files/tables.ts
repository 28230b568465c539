import type { ColumnType, Generated } from 'kysely';

// A type alias, as Kysely wants an index signature.
export type FileTables = {
  files: {
    id: Generated<number>;
    /** Null: imported into the common base. */
    company_id: number | null;
    created_by: number | null;
    filename: string;
    size: number;
    media_type: string;
    store_key: string;
    attached_to: 'profile' | 'message' | 'export' | 'telegram' | null;
    attached_id: number | null;
    content_hash: string | null;
    /** A profile is to be made of it. */
    purpose: 'profile' | null;
    /** Whom it tells of, while it hangs on nothing: keyed hashes of addresses and numbers. */
    person_fingerprints: Generated<Buffer[] | null>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
};
