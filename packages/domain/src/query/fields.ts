/** SRCH-033 */
export const queryFields = [
  'companySearch',
  'lastCompanySearch',
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
const plainNames: Readonly<Record<string, QueryField>> = { company: 'companySearch', education: 'educationSearch' };
export const fieldNamed = (word: string): QueryField | undefined =>
  isQueryField(word) ? word : Object.hasOwn(plainNames, word) ? plainNames[word] : undefined;
/** The form's line for the term. */
export const shownField = (field: QueryField): QueryField => fieldTypes[field].mergeTo ?? field;
