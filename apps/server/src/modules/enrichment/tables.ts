import type { ColumnType, Generated } from 'kysely';
import type { ColumnType as FileColumnType, CsvDelimiter } from '@headwater/domain/profiles/enrichment';
import type { FileRow } from './csv/parts.ts';
import type { RowOutcome } from './enrich-rows.ts';

// A type alias, as Kysely wants an index signature.
export type EnrichmentTables = {
  enrichment_requests: {
    id: Generated<number>;
    company_id: number;
    created_by: number | null;
    job_id: number | null;
    name: string;
    file_name: string;
    delimiter: CsvDelimiter;
    columns: FileColumnType[];
    rows: number;
    parts: number;
    done: Generated<number>;
    found: Generated<number>;
    ambiguous: Generated<number>;
    errors: Generated<number>;
    added: Generated<number>;
    /** 'YYYY-MM-01' in the company's time zone. */
    month: string;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  enrichment_parts: {
    request_id: number;
    company_id: number;
    number: number;
    rows: ColumnType<FileRow[], string, never>;
    outcomes: ColumnType<RowOutcome[] | null, string | undefined, string>;
  };
};
