import type { ColumnType } from 'kysely';

export interface LeftOutPerson {
  id: string;
  reason: string;
}

// Kysely requires an index signature, which only type aliases have.
export type AtsImportTables = {
  ats_imports: {
    company_id: number;
    integration: string;
    job_id: number;
    left_out: ColumnType<LeftOutPerson[], string | undefined, string>;
    started_at: Date;
  };
};
