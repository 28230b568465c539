import type { ColumnType, Generated } from 'kysely';
import type { Contact, ProfileData } from '@headwater/contract/profile-data';

/** `profiles.data`: everything but the contacts. */
export type StoredProfile = Omit<ProfileData, 'contacts'>;

// A type alias, as Kysely wants an index signature.
export type ProfileTables = {
  profiles: {
    id: Generated<number>;
    company_id: number | null;
    external_key: string | null;
    data: ColumnType<StoredProfile, string, string>;
    created_by: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
    deleted_at: Date | null;
  };
  profile_contacts: {
    id: Generated<number>;
    profile_id: number;
    company_id: number | null;
    type: Contact['type'];
    value: string;
    normalized: string;
    kind: 'personal' | 'corporate' | null;
    source: Generated<Contact['source']>;
    is_active: Generated<boolean>;
    is_valid: Generated<boolean>;
    checked_at: Date | null;
    created_by: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  profile_views: { company_id: number; user_id: number; profile_id: number; viewed_at: Date };
  contact_openings: { company_id: number; user_id: number; profile_id: number; month: string; opened_at: Date };
};
