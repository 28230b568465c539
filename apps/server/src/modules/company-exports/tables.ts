import type { Generated } from 'kysely';
import type { CompanyExportFailure } from '@headwater/domain/companies/company-exports';
import type { UserTables } from '#modules/accounts/public.ts';

export type CompanyExportTables = UserTables & {
  company_exports: {
    id: Generated<number>;
    company_id: number;
    created_by: number | null;
    state: 'waiting' | 'running' | 'done' | 'failed';
    failure: CompanyExportFailure | null;
    created_at: Date;
    finished_at: Date | null;
    /** The file is deleted at this time. Null until it is complete. */
    expires_at: Date | null;
    store_key: string | null;
    bytes: number | null;
    rows: number | null;
    files: number | null;
  };
};
