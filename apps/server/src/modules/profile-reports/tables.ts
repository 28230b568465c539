import type { ReportReason } from '@headwater/domain/profiles/reports';
import type { ColumnType, Generated } from 'kysely';

export type ProfileReportTables = {
  profile_reports: {
    id: Generated<number>;
    company_id: number;
    profile_id: number;
    created_by: number | null;
    created_at: ColumnType<Date, Date, never>;
    source: string;
    reason: ReportReason;
    text: string;
    query: string;
    resolved_at: Date | null;
    resolved_by: number | null;
  };
};
