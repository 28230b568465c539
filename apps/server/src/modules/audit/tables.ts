import type { auditKinds, AuditTarget } from '@headwater/domain/audit';
import type { ColumnType, Generated } from 'kysely';

// Triggers write most entries. Entries are append-only.
export type AuditTables = {
  audit_entries: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    at: ColumnType<Date, Date, never>;
    user_id: ColumnType<number | null, number | null, never>;
    original_user_id: ColumnType<number | null, number | null, never>;
    kind: ColumnType<(typeof auditKinds)[number], (typeof auditKinds)[number], never>;
    target_kind: ColumnType<AuditTarget, AuditTarget, never>;
    target_id: ColumnType<number | null, number | null, never>;
    details: ColumnType<AuditDetails, string | undefined, never>;
    address: ColumnType<string | null, string | null, never>;
  };
  audit_retention: { company_id: ColumnType<number, number, never>; days: number };
};

export interface AuditDetails {
  fields?: string[];
  values?: Record<string, [unknown, unknown]>;
  table?: string;
  /** Name of the API token; '' for the one without a name. */
  token?: string;
}
