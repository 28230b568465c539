import type { ColumnType, Generated } from 'kysely';
import type { EmployedTables } from '#modules/accounts/public.ts';
import type { CompanyTables } from '#modules/companies/public.ts';

interface NamedPart {
  id: Generated<number>;
  company_id: ColumnType<number, number, never>;
  name: string;
  created_at: ColumnType<Date, Date, never>;
}

// Kysely requires an index signature, which only type aliases have.
export type EmployeeTables = EmployedTables &
  Pick<CompanyTables, 'companies'> & {
    departments: NamedPart;
    user_groups: NamedPart;
    company_links: { company_id: number; linked_company_id: number };
  };
