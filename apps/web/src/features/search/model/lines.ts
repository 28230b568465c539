import type { QueryField } from '@headwater/domain/query/fields';
import { shownField } from '@headwater/domain/query/fields';
import { mayAddLine, type QueryLine, queryOfLines, resetLocationRanges } from '@headwater/domain/query/query-lines';
import { keepsId } from '@headwater/domain/query/suggested-term';
import { canonicalTerm, type QueryEntity, type TermData } from '@headwater/domain/query/term';

export const formFields = [
  'position',
  'skill',
  'location',
  'companySearch',
  'name',
  'educationSearch',
  'text',
  'comment',
  'folder',
] as const;
export type FormField = (typeof formFields)[number];
/** SRCH-008. */
const simpleFields: readonly FormField[] = ['position', 'skill', 'location', 'companySearch'];

/** `at` is the position in the query, -1 without terms. */
export interface FormLine {
  key: string;
  line: QueryLine;
  at: number;
}

export interface FormCell {
  field: FormField;
  lines: FormLine[];
  /** SRCH-048, SRCH-049. */
  mayAdd: boolean;
}

interface FormView {
  isPro: boolean;
  adding: ReadonlySet<FormField>;
}

const emptyLine = (field: QueryField): QueryLine => ({ field, terms: [], text: '', excluded: false });

/** The simple form also shows fields with terms, so that no condition is hidden. */
export function formCells(lines: readonly QueryLine[], { isPro, adding }: FormView): FormCell[] {
  return formFields.flatMap((field) => {
    const ofField = lines.flatMap((line, at) => (shownField(line.field) === field ? [{ line, at }] : []));
    if (ofField.length === 0 && !isPro && !simpleFields.includes(field)) return [];
    const shown = ofField.length === 0 || adding.has(field) ? [...ofField, { line: emptyLine(field), at: -1 }] : ofField;
    return [
      {
        field,
        lines: shown.map((one, index) => ({ ...one, key: `${field}-${index}` })),
        mayAdd: ofField.length > 0 && !adding.has(field) && (field === 'skill' || field === 'position') && mayAddLine(lines, field),
      },
    ];
  });
}

/** SRCH-023: the `hash` of the address can prevent the reset of ranges. */
export function withLine(lines: readonly QueryLine[], { line, at }: Pick<FormLine, 'line' | 'at'>, hash: string): QueryEntity[] {
  const next = at < 0 ? [...lines, line] : lines.map((other, index) => (index === at ? line : other));
  return resetLocationRanges(queryOfLines(next.filter((other) => other.terms.length > 0).map((other) => ({ ...other, text: '' }))), hash);
}

export const withField = (line: QueryLine, field: QueryField): QueryLine => ({
  ...line,
  field,
  terms: line.terms.map((term) => canonicalTerm({ ...term, field })),
});

export const lineModes: Partial<Record<FormField, readonly QueryField[]>> = {
  position: ['position', 'lastPosition'],
  skill: ['skill', 'skillAll', 'mainSkillHigh', 'preferableSkill'],
  companySearch: ['companySearch', 'lastCompanySearch', 'pastCompanySearch'],
};

export interface ChipGroup {
  main: TermData;
  others: TermData[];
  from: number;
}

const isPinned = (term: TermData) => term.whithSynonym === false && term.suggestion_id !== undefined;

/** Adjacent exact spellings of one entry form one chip. */
export function chipGroups(terms: readonly TermData[]): ChipGroup[] {
  const groups: ChipGroup[] = [];
  for (const [from, term] of terms.entries()) {
    const last = groups.at(-1);
    const isSame =
      last !== undefined &&
      isPinned(term) &&
      isPinned(last.main) &&
      last.main.suggestion_id === term.suggestion_id &&
      Boolean(last.main.is_excluded) === Boolean(term.is_excluded);
    if (isSame) last.others.push(term);
    else groups.push({ main: term, others: [], from });
  }
  return groups;
}

export const replaceGroup = (terms: readonly TermData[], group: ChipGroup, by: readonly TermData[]): TermData[] => [
  ...terms.slice(0, group.from),
  ...by.map(canonicalTerm),
  ...terms.slice(group.from + 1 + group.others.length),
];

interface SynonymChoice {
  all: readonly string[];
  on: ReadonlySet<string>;
  suggestionId: string;
}

/** Terms after choosing synonyms: the plain term if all are on, else each active spelling. */
export function withSynonyms({ main }: ChipGroup, { all, on, suggestionId }: SynonymChoice): TermData[] {
  const { whithSynonym: _switch, suggestion_id: _id, ...plain } = main;
  if (all.every((name) => on.has(name))) return [keepsId(main) ? { ...plain, suggestion_id: suggestionId } : plain];
  return [main.text, ...all.filter((name) => on.has(name))].map((text) => ({
    ...plain,
    text,
    whithSynonym: false,
    suggestion_id: suggestionId,
  }));
}
