import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DiscoveryFault, Metadata } from './identity-provider-port.ts';

/** `link`: emailed confirmation; `sign_in`: another sign-in just before. */
export type IdentityProof = 'provider' | 'link' | 'sign_in';

// Kysely requires an index signature, which only type aliases have.
export type SsoTables = {
  sso_settings: {
    company_id: number;
    idp_url: string;
    provider: string;
    client_id: string;
    /** Encrypted. */
    client_secret: string;
    audience: string;
    trust_id: string;
    claim_email: string;
    claim_first_name: string;
    claim_last_name: string;
    /** In seconds. */
    config_update_interval: number;
    is_active: boolean;
    is_enforced: Generated<boolean>;
    /** Allows private networks. */
    is_internal: boolean;
    proved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    created_at: Date;
    updated_at: Date;
  };
  sso_configurations: {
    company_id: number;
    metadata: ColumnType<Metadata | null, string | null, string | null>;
    read_at: Date | null;
    attempted_at: Date;
    failure: DiscoveryFault | null;
  };
  sso_domains: {
    company_id: number;
    domain: string;
    challenge: string;
    verified_at: Date | null;
    /** Verified only because there was no other company. */
    is_assumed: Generated<boolean>;
  };
  /** `seen_at` is null for a required record that never existed. */
  sso_domain_records: { company_id: number; domain: string; seen_at: Date | null; missing_since: Date | null };
  sso_domain_checks: { company_id: number; checked_at: Date };
  sso_identities: {
    id: GeneratedAlways<number>;
    company_id: number;
    issuer: string;
    subject: string;
    user_id: number;
    linked_at: Date;
    proved_at: Date | null;
    proof: IdentityProof | null;
  };
  sso_confirmations: {
    token_hash: Buffer;
    company_id: number;
    user_id: number;
    browser_hash: Buffer;
    issuer: string;
    subject: string;
    first_name: string;
    last_name: string;
    idp_url: string;
    client_id: string;
    email: string;
    next: string | null;
    expires_at: Date;
  };
  sso_sign_ins: {
    state_hash: Buffer;
    company_id: number;
    browser_hash: Buffer;
    /** Encrypted. */
    secrets: string;
    next: string | null;
    expires_at: Date;
  };
};
