import type { ColumnType, Generated } from 'kysely';
import type { Contact, ProfileData } from '@headwater/contract/profile-data';
import type { Fragment, FragmentField } from '@headwater/domain/profiles/fragments';

/** `profiles.data`: everything but the contacts. */
export type StoredProfile = Omit<ProfileData, 'contacts'>;
/** Each field as a whole. */
export type FragmentData = Fragment<StoredProfile>['data'];
export type FragmentSource = 'form' | 'file' | 'link' | 'text' | 'merge' | 'enrichment';

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
    last_name_key: ColumnType<string | null, never, never>;
  };
  profile_fragments: {
    id: Generated<number>;
    company_id: number;
    profile_id: number;
    data: ColumnType<FragmentData, string, string>;
    /** The keys and text length of `data`, read without unpacking it. */
    fields: ColumnType<FragmentField[], never, never>;
    bytes: ColumnType<number, never, never>;
    source: FragmentSource;
    resume_id: number | null;
    created_by: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
  profile_overlays: {
    company_id: number;
    profile_id: number;
    data: ColumnType<FragmentData, string, string>;
    hidden: Generated<boolean>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
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
    fragment_id: number | null;
    created_by: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  contact_checks: {
    company_id: number;
    profile_id: number;
    email_key: string;
    is_valid: boolean;
    found_by: 'bounce' | 'answer' | 'opened';
    checked_at: Date;
  };
  contact_guesses: { company_id: number; user_id: number; day: string; guess: Buffer; is_confirmed: Generated<boolean> };
  identity_key_runs: { rules: number; contacts_done: Generated<number>; links_done: Generated<number>; finished_at: Date | null };
  profile_views: { company_id: number; user_id: number; profile_id: number; viewed_at: Date; referer: string | null };
  contact_openings: { company_id: number; user_id: number; profile_id: number; month: string; opened_at: Date };
};

/** Read it instead of profile_contacts: includes contacts of profiles merged into one. */
export type SeenContactsView = {
  visible_contacts: {
    id: number;
    profile_id: number;
    /** An opening is paid for this profile, which has the contact. */
    owner_profile_id: number;
    company_id: number | null;
    type: Contact['type'];
    value: string;
    normalized: string;
    kind: 'personal' | 'corporate' | null;
    source: Contact['source'];
    is_active: boolean;
    is_valid: boolean;
    checked_at: Date | null;
    fragment_id: number | null;
    created_by: number | null;
    created_at: Date;
  };
};

/** Without banned links and changes of companies. */
export type ShownProfilesView = {
  unbanned_profiles: { id: number; company_id: number | null; data: StoredProfile };
};

/** Read it instead of profiles. */
export type SeenProfilesView = {
  visible_profiles: {
    id: number;
    company_id: number | null;
    external_key: string | null;
    data: StoredProfile;
    created_by: number | null;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
    hidden: boolean;
  };
};
