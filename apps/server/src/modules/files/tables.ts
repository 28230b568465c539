import type { ColumnType, Generated } from 'kysely';

export type FileTables = {
  files: {
    id: Generated<number>;
    /** Null for the common base. */
    company_id: number | null;
    created_by: number | null;
    filename: string;
    size: number;
    media_type: string;
    store_key: string;
    attached_to: 'profile' | 'message' | 'export' | 'telegram' | null;
    attached_id: number | null;
    content_hash: string | null;
    /** `profile`: uploaded to create a profile. */
    purpose: 'profile' | null;
    /** Keyed hashes of the person's addresses and phone numbers, while the file is unattached. */
    person_fingerprints: Generated<Buffer[] | null>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
};
