import type { ColumnType, Generated } from 'kysely';
import type { UserTables } from '#modules/accounts/public.ts';
import type { CompanyTables } from '#modules/companies/public.ts';

// Kysely requires an index signature, which only type aliases have.
export type InvitationTables = Pick<UserTables, 'users'> &
  Pick<CompanyTables, 'companies'> & {
    invitations: {
      id: Generated<number>;
      company_id: ColumnType<number, number, never>;
      user_id: ColumnType<number, number, never>;
      email: string;
      invited_by: number | null;
      key_hash: Buffer;
      /** Key of the copied link. */
      link_hash: Buffer | null;
      created_at: ColumnType<Date, Date, never>;
      sent_at: Date;
      expires_at: Date;
      accepted_at: Date | null;
    };
  };
