import type { ColumnType, Generated } from 'kysely';
import type { Email } from './protocol/values.ts';

// Kysely requires an index signature, which only type aliases have.
export type ScimTables = {
  scim_tokens: {
    company_id: number;
    token_hash: Buffer;
    last_four: string;
    created_by: number | null;
    created_at: Date;
    /** To the minute. */
    used_at: Date | null;
    /** ADR 33. Stays when the token is replaced. */
    changes_admin_addresses: Generated<boolean>;
  };
  scim_users: {
    user_id: number;
    company_id: number;
    /** Null: the email address. */
    user_name: string | null;
    external_id: string | null;
    /** Null: only the account's address. */
    emails: ColumnType<Email[] | null, string | null, string | null>;
    /** Null: not managed by a provider. */
    managed_at: Date | null;
    changed_at: Date;
  };
  scim_groups: { group_id: number; company_id: number; external_id: string | null; changed_at: Date };
  scim_members: { group_id: number; user_id: number; company_id: number; added_at: Date };
};
