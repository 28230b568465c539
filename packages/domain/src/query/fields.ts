/** SRCH-033 */
export const queryFields = [
  'companySearch',
  'lastCompanySearch',
  'pastCompanySearch',
  'position',
  'lastPosition',
  'skill',
  'skillAll',
  'skillAny',
  'mainSkillHigh',
  'preferableSkill',
  'location',
  'locationRange',
  'educationSearch',
  'name',
  'comment',
  'folder',
  'text',
] as const;
export type QueryField = (typeof queryFields)[number];

export type SuggestKind = 'company' | 'position' | 'skill' | 'location' | 'education' | 'folder' | 'none';

export interface FieldType {
  suggest: SuggestKind;
  exactSearchable: boolean;
  mergeTo?: QueryField;
}

const exact = (suggest: SuggestKind, mergeTo?: QueryField): FieldType => ({
  suggest,
  exactSearchable: true,
  ...(mergeTo ? { mergeTo } : {}),
});
const loose = (suggest: SuggestKind, mergeTo?: QueryField): FieldType => ({
  suggest,
  exactSearchable: false,
  ...(mergeTo ? { mergeTo } : {}),
});

/** SRCH-034 to SRCH-037 */
export const fieldTypes: Readonly<Record<QueryField, FieldType>> = {
  companySearch: exact('company'),
  lastCompanySearch: exact('company', 'companySearch'),
  pastCompanySearch: exact('company', 'companySearch'),
  position: exact('position'),
  lastPosition: exact('position', 'position'),
  skill: exact('skill'),
  skillAll: exact('skill', 'skill'),
  skillAny: exact('skill', 'skill'),
  mainSkillHigh: exact('skill', 'skill'),
  preferableSkill: exact('skill', 'skill'),
  location: loose('location'),
  locationRange: loose('location', 'location'),
  educationSearch: exact('education'),
  name: loose('none'),
  comment: loose('none'),
  folder: loose('folder'),
  text: loose('none'),
};

export const isQueryField = (word: string): word is QueryField => Object.hasOwn(fieldTypes, word);
/** Names in boolean text. */
export const plainNames = {
  companySearch: 'company',
  lastCompanySearch: 'current-company',
  pastCompanySearch: 'past-company',
  educationSearch: 'education',
  lastPosition: 'current-position',
  skillAll: 'all-skills',
  mainSkillHigh: 'main-skill',
  preferableSkill: 'nice-to-have',
  locationRange: 'location',
} as const satisfies Partial<Record<QueryField, string>>;
const byPlainName = new Map(Object.entries(plainNames).map(([field, name]) => [name as string, field as QueryField]));
export const plainName = (field: QueryField): string => (plainNames as Partial<Record<QueryField, string>>)[field] ?? field;
export const fieldNamed = (word: string): QueryField | undefined => (isQueryField(word) ? word : byPlainName.get(word.toLowerCase()));
/** The form's line for the term. */
export const shownField = (field: QueryField): QueryField => fieldTypes[field].mergeTo ?? field;
