import type { ColumnType, Generated } from 'kysely';
import type { Email } from './protocol/values.ts';

// A type alias, as Kysely wants an index signature.
export type ScimTables = {
  scim_tokens: {
    company_id: number;
    token_hash: Buffer;
    last_four: string;
    created_by: number | null;
    created_at: Date;
    /** To the minute. */
    used_at: Date | null;
    /** ADR 88. Kept when the token is replaced. */
    changes_admin_addresses: Generated<boolean>;
  };
  scim_users: {
    user_id: number;
    company_id: number;
    /** Null: the e-mail address. */
    user_name: string | null;
    external_id: string | null;
    /** Null: the address of the account alone. */
    emails: ColumnType<Email[] | null, string | null, string | null>;
    /** Since when a provider looks after the person; null: it never did, or has let go. */
    managed_at: Date | null;
    /** When what providers read of the person changed last. */
    changed_at: Date;
  };
  scim_groups: { group_id: number; company_id: number; external_id: string | null; changed_at: Date };
  scim_members: { group_id: number; user_id: number; company_id: number; added_at: Date };
};
