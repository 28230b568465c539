/** EXP-001 */
export const exportColumns = [
  'name',
  'first_name',
  'last_name',
  'title',
  'company',
  'headline',
  'city',
  'country',
  'email',
  'phone',
  'messenger',
  'contact_links',
  'links',
  'skills',
  'experience',
  'education',
  'languages',
  'status',
  'vacancy',
  'added',
  'added_by',
  'profile',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

export const contactColumns: readonly ExportColumn[] = ['email', 'phone', 'messenger', 'contact_links'];

const candidateColumns = ['status', 'vacancy', 'added', 'added_by'] as const;
type CandidateColumn = (typeof candidateColumns)[number];
export type ProfileColumn = Exclude<ExportColumn, CandidateColumn>;
const isOfProfile = (column: ExportColumn): column is ProfileColumn => !candidateColumns.some((one) => one === column);
export const profileColumns: readonly ProfileColumn[] = exportColumns.filter(isOfProfile);

/** EXP-010 */
export const exportEncodings = ['utf-8', 'windows-1251'] as const;
export const exportDelimiters = ['comma', 'semicolon', 'tab'] as const;

export type ExportEncoding = (typeof exportEncodings)[number];
export type ExportDelimiter = (typeof exportDelimiters)[number];
