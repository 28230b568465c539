/** IMP-002. The last one is the default. */
export const columnMeanings = [
  'full_name',
  'first_name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'telegram',
  'link',
  'title',
  'company',
  'start',
  'end',
  'city',
  'country',
  'skills',
  'languages',
  'salary',
  'birthdate',
  'about',
  'notes',
  'tags',
  'source',
  'date_added',
  'vacancy',
  'status',
  'external_id',
  'resume',
  'ignore',
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** A cell of such a column identifies a person. */
export const identifyingMeanings: readonly ColumnMeaning[] = ['full_name', 'first_name', 'last_name', 'email', 'phone', 'telegram', 'link'];

/** IMP-001 */
export const tableEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-r', 'cp866', 'windows-1252'] as const;
export type TableEncoding = (typeof tableEncodings)[number];
export const tableDelimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type TableDelimiter = (typeof tableDelimiters)[number];
export const tableKinds = ['csv', 'xlsx', 'ods', 'vcard'] as const;
export type TableKind = (typeof tableKinds)[number];
export const tableFileTypes = ['csv', 'tsv', 'xlsx', 'ods', 'vcf', 'zip'] as const;

export const tableBounds = {
  megabytes: 200,
  rows: 1_000_000,
  columns: 200,
  /** UTF-16 units of a cell, the limit of Excel. */
  cell: 32_767,
  /** IMP-003 */
  preview: 20,
  /** A file is uploaded in pieces of this many bytes. */
  pieceBytes: 8 * 1024 * 1024,
  /** Left-out rows contain personal data. */
  daysKept: 7,
} as const;

/** IMP-008 */
export const duplicatePolicies = ['skip', 'fill', 'replace'] as const;
export type DuplicatePolicy = (typeof duplicatePolicies)[number];

/** Reasons why no row of a file can be read. */
export const tableFaults = [
  'table_broken',
  'table_encrypted',
  'table_unpacks_large',
  'table_empty',
  'table_no_sheet',
  'table_not_in_zip',
  'table_not_text',
  'table_slow',
  'table_too_many_rows',
] as const;
export type TableFaultKey = (typeof tableFaults)[number];

/** Reasons of a row that is not read. */
export const rowFaults = ['quote_after', 'quote_open', 'line_long', 'too_many_columns'] as const;
export type RowFaultKey = (typeof rowFaults)[number];

/** A cell with such a problem is imported without its value, or the value becomes text. */
export const cellProblems = ['email', 'phone', 'telegram', 'link', 'date', 'salary', 'salary_currency', 'language', 'resume'] as const;
export type CellProblem = (typeof cellProblems)[number];

/** IMP-007. */
export const leftOutReasons = [...rowFaults, 'no_person', 'unreadable', 'known', 'repeated', 'several_people', 'erased'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** IMP-005 */
export const tablePresets = [
  'linkedin_recruiter',
  'linkedin_connections',
  'hh',
  'huntflow',
  'greenhouse',
  'lever',
  'workable',
  'teamtailor',
  'ashby',
  'bullhorn',
  'opencats',
  'odoo',
  'vcard',
] as const;
export type TablePreset = (typeof tablePresets)[number];
