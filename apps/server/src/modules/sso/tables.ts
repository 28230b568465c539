import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DiscoveryFault, Metadata } from './identity-provider-port.ts';

/** The provider answers for the address, a link that went there was opened, or the person has signed in to the account themselves just before. */
export type IdentityProof = 'provider' | 'link' | 'sign_in';

// A type alias, as Kysely wants an index signature.
export type SsoTables = {
  sso_settings: {
    company_id: number;
    idp_url: string;
    provider: string;
    client_id: string;
    /** Sealed. */
    client_secret: string;
    audience: string;
    trust_id: string;
    claim_email: string;
    claim_first_name: string;
    claim_last_name: string;
    /** Seconds. */
    config_update_interval: number;
    is_active: boolean;
    is_enforced: Generated<boolean>;
    /** Named by who speaks for the installation: its endpoints may be in the networks of the operator. */
    is_internal: boolean;
    /** When an administrator of the company first came in through this provider. */
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
    /** Verified by nothing but the word of the only company that there was. */
    is_assumed: Generated<boolean>;
  };
  /** `seen_at` is null where there never was a record, and one is asked for. */
  sso_domain_records: { company_id: number; domain: string; seen_at: Date | null; missing_since: Date | null };
  sso_domain_checks: { company_id: number; checked_at: Date };
  sso_identities: {
    id: GeneratedAlways<number>;
    company_id: number;
    issuer: string;
    subject: string;
    user_id: number;
    linked_at: Date;
    /** Since when it is known that the account is that person's, and what has shown it; null while nothing has. */
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
    /** Where the link was sent. */
    email: string;
    next: string | null;
    expires_at: Date;
  };
  sso_sign_ins: {
    state_hash: Buffer;
    company_id: number;
    browser_hash: Buffer;
    /** Sealed. */
    secrets: string;
    next: string | null;
    expires_at: Date;
  };
};
