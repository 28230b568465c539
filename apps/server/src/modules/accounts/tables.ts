import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { SignInWay, SocialBackend } from '@headwater/domain/companies/social-sign-in';
import type { Role } from '@headwater/domain/roles';
import type { HiringManagerAccess } from '@headwater/domain/permission-flags';

/** Identified by issuer and subject. The address is unverified; '' if the service sent none. */
export interface SocialPerson {
  backend: SocialBackend;
  issuer: string;
  subject: string;
  email: string;
}

type Made = ColumnType<Date, Date | undefined, never>;

// Kysely requires an index signature, which only type aliases have.
export type AccountTables = {
  users: {
    id: Generated<number>;
    company_id: number;
    email: string;
    password_hash: string | null;
    /** Last set by an emailed link (ADR 89). */
    password_emailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    first_name: Generated<string>;
    last_name: Generated<string>;
    role: Role;
    can_search: Generated<boolean>;
    /** For administrators: whether they searched as recruiters (ROLE-019). */
    search_as_worker: boolean | null;
    api_manager: Generated<boolean>;
    holds_staff_rights: Generated<boolean>;
    data_enrichment_enabled: Generated<boolean>;
    language: 'en' | 'ru' | null;
    range_measure: Generated<'km' | 'mi'>;
    /** Hiring managers only: overrides of the company settings. */
    hm_access: ColumnType<Partial<HiringManagerAccess>, string | undefined, string>;
    is_active: Generated<boolean>;
    is_activated: Generated<boolean>;
    is_verified: Generated<boolean>;
    /** Another company's account has the address: no lookup, no sign-in. */
    is_address_pending: Generated<boolean>;
    /** COMP-070: the company was deleted, so other accounts may use the address. */
    is_address_released: Generated<boolean>;
    date_joined: Made;
    last_seen_at: Date | null;
    last_sign_in_at: Date | null;
    last_sign_in_way: SignInWay | null;
    phone: Generated<string>;
    additional_phone: Generated<string>;
    phone_extension: Generated<string>;
    comment: Generated<string>;
    department_id: number | null;
    group_id: number | null;
    deleted_at: Date | null;
    /** The user's current account in another company. */
    moved_to: number | null;
  };
  sessions: {
    token_hash: Buffer;
    company_id: number;
    user_id: number;
    /** ROLE-033. */
    acting_user_id: Generated<number | null>;
    created_at: Made;
    expires_at: Date;
    id: Generated<number>;
    address: string | null;
    agent: string | null;
    seen_at: Date | null;
    way: SignInWay | null;
  };
  authenticators: {
    user_id: number;
    company_id: number;
    sealed_secret: Generated<string | null>;
    confirmed_at: Generated<Date | null>;
    pending_secret: string | null;
    pending_at: Date | null;
    /** User id in the encryption context; stays after a move to another company. */
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
  /** accounts/README.md, secrecy: these never open an account. */
  rejected_registrations: { key_hash: Buffer; password_hash: string; expires_at: Date; needs_account: Generated<boolean> };
  known_devices: { token_hash: Buffer; user_id: number; company_id: number; failures: Generated<number>; expires_at: Date };
  /** accounts/README.md, reclaimed addresses. */
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
    /** For signin_code: sign-in method, and the account to link. */
    way: SignInWay | null;
    link: ColumnType<SocialPerson | null, string | null, never>;
    /** For 'address': the new address (accounts/README.md, own address). */
    address: Generated<string | null>;
  };
};

export type EmployedTables = Pick<AccountTables, 'users'>;

export type UserTables = {
  users: Pick<
    AccountTables['users'],
    'id' | 'first_name' | 'last_name' | 'role' | 'is_active' | 'email' | 'language' | 'can_search' | 'is_activated' | 'is_address_pending'
  >;
};
