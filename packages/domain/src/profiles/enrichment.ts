/** ENR-008; the last one is the default (ENR-004). */
export const columnTypes = ['email', 'phone', 'link', 'telegram', 'ignore'] as const;
export type ColumnType = (typeof columnTypes)[number];
export type ValueType = Exclude<ColumnType, 'ignore'>;

/** ENR-020 */
export const csvEncodings = ['utf-8', 'windows-1251'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** ENR-021 */
export const enrichmentStates = ['waiting', 'processing', 'done', 'failed'] as const;
export type EnrichmentState = (typeof enrichmentStates)[number];

/** ENR-007 */
export const enrichmentBounds = {
  megabytes: 10,
  rows: 500_000,
  columns: 100,
  /** ENR-005 */
  preview: 7,
  /** Results contain personal data. */
  daysKept: 90,
} as const;

export const csvFaults = ['quote_after', 'quote_open', 'line_long', 'too_many_columns', 'too_many_rows'] as const;
export type CsvFault = (typeof csvFaults)[number];
