import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { SignInWay, SocialBackend } from '@headwater/domain/companies/social-sign-in';
import type { Role } from '@headwater/domain/roles';
import type { HiringManagerAccess } from '@headwater/domain/permission-flags';

/** Somebody at another service: the issuer and its subject tell people apart; the address is as the service said, '' where it said none. */
export interface SocialPerson {
  backend: SocialBackend;
  issuer: string;
  subject: string;
  email: string;
}

type Made = ColumnType<Date, Date | undefined, never>;

// A type alias, as Kysely wants an index signature.
export type AccountTables = {
  users: {
    id: Generated<number>;
    company_id: number;
    email: string;
    password_hash: string | null;
    /** When it was last set through an e-mailed link (ADR 89); null: never, or the person has typed it to set another one since. */
    password_emailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    first_name: Generated<string>;
    last_name: Generated<string>;
    role: Role;
    can_search: Generated<boolean>;
    /** Of an administrator: whether they searched as a recruiter (ROLE-019); null for who never was one. */
    search_as_worker: boolean | null;
    api_manager: Generated<boolean>;
    /** ADR 93: of an administrator. */
    holds_staff_rights: Generated<boolean>;
    data_enrichment_enabled: Generated<boolean>;
    language: 'en' | 'ru' | null;
    range_measure: Generated<'km' | 'mi'>;
    /** Of a hiring manager: what differs from the settings of the company. */
    hm_access: ColumnType<Partial<HiringManagerAccess>, string | undefined, string>;
    is_active: Generated<boolean>;
    is_activated: Generated<boolean>;
    is_verified: Generated<boolean>;
    /** Invited, while the address has an account in another company: nobody is found by it, and it opens nothing as long as that has it. */
    is_address_pending: Generated<boolean>;
    /** COMP-070: the company was deleted, and another account may have the address. */
    is_address_released: Generated<boolean>;
    date_joined: Made;
    last_seen_at: Date | null;
    phone: Generated<string>;
    additional_phone: Generated<string>;
    phone_extension: Generated<string>;
    /** Of administrators and staff about the person. */
    comment: Generated<string>;
    department_id: number | null;
    group_id: number | null;
    /** Set for who was deleted; a deleted account is never active. */
    deleted_at: Date | null;
    /** The account of the same person in another company, which the person has instead of this one. */
    moved_to: number | null;
  };
  sessions: {
    token_hash: Buffer;
    company_id: number;
    user_id: number;
    /** ROLE-033: whom the person acts as. */
    acting_user_id: Generated<number | null>;
    created_at: Made;
    expires_at: Date;
    id: Generated<number>;
    /** Where it began. */
    address: string | null;
    agent: string | null;
    seen_at: Date | null;
    /** How it began; null where that was not noted. */
    way: SignInWay | null;
  };
  authenticators: {
    user_id: number;
    company_id: number;
    /** Of the app that is asked for codes; null: the first one is being added. */
    sealed_secret: Generated<string | null>;
    confirmed_at: Generated<Date | null>;
    /** Of the app that is being added, also in place of the other. */
    pending_secret: string | null;
    pending_at: Date | null;
    /** The account that both were sealed for: it stays when the person moves to another company. */
    sealed_for: number;
    last_step: Generated<number>;
  };
  passkeys: {
    id: Generated<number>;
    company_id: number;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: Generated<number>;
    transports: Generated<string[]>;
    /** What the device calls its person by. */
    user_handle: Buffer;
    name: string;
    created_at: Date;
    used_at: Date | null;
  };
  passkey_challenges: { challenge_hash: Buffer; user_id: number | null; user_handle: Buffer | null; expires_at: Date };
  social_identities: {
    id: Generated<number>;
    company_id: number;
    user_id: number;
    backend: SocialBackend;
    issuer: string;
    subject: string;
    email: string;
    linked_at: Date;
    used_at: Date | null;
  };
  recovery_codes: { user_id: number; code_hash: Buffer; company_id: number; created_at: Date };
  sign_in_attempts: { id: Generated<number>; key_hash: Buffer; attempted_at: Date };
  /** ADR 66: no account is opened by any of these. */
  rejected_registrations: { key_hash: Buffer; password_hash: string; expires_at: Date; needs_account: Generated<boolean> };
  known_devices: { token_hash: Buffer; user_id: number; company_id: number; failures: Generated<number>; expires_at: Date };
  /** ADR 72: gives an account the address back that it had. */
  address_restores: {
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    company_id: number;
    user_id: number;
    address: string;
    requested_at: Date;
    expires_at: Date;
  };
  one_time_tokens: {
    token_hash: Buffer;
    company_id: number;
    user_id: number;
    purpose: 'signin_link' | 'signin_code' | 'activate' | 'verify' | 'reset' | 'address';
    code_hash: Buffer | null;
    attempts: Generated<number>;
    expires_at: Date;
    created_at: Made;
    /** Of a sign-in that waits for a code: how it began, and what is connected then. */
    way: SignInWay | null;
    link: ColumnType<SocialPerson | null, string | null, never>;
    /** Of 'address': the one that the account gets (ADR 69). */
    address: Generated<string | null>;
  };
};

/** All that is known of a user, for who administers them. */
export type EmployedTables = Pick<AccountTables, 'users'>;

/** What other modules read of a user. */
export type UserTables = {
  users: Pick<
    AccountTables['users'],
    'id' | 'first_name' | 'last_name' | 'role' | 'is_active' | 'email' | 'language' | 'can_search' | 'is_activated'
  >;
};
