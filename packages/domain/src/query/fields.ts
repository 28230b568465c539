/** SRCH-033: what a term of a query can look at. */
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
  /** May be searched as written, without synonyms. */
  exactSearchable: boolean;
  /** The field whose chips hold its terms. */
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

/** SRCH-034 to SRCH-037. */
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
/** What people write by hand for the two fields whose own names nobody guesses. */
const plainNames: Readonly<Record<string, QueryField>> = { company: 'companySearch', education: 'educationSearch' };
/** The field that a word before a colon of boolean text means. */
export const fieldNamed = (word: string): QueryField | undefined =>
  isQueryField(word) ? word : Object.hasOwn(plainNames, word) ? plainNames[word] : undefined;
/** The field under which the form shows a term: its own or the one it merges into. */
export const shownField = (field: QueryField): QueryField => fieldTypes[field].mergeTo ?? field;
