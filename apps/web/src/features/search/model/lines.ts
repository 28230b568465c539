import type { QueryField } from '@headwater/domain/query/fields';
import { shownField } from '@headwater/domain/query/fields';
import { linesOfQuery, mayAddLine, type QueryLine, queryOfLines, resetLocationRanges } from '@headwater/domain/query/query-lines';
import { keepsId } from '@headwater/domain/query/suggested-term';
import { canonicalTerm, type QueryEntity, type TermData } from '@headwater/domain/query/term';

/** Fields of the form in the order shown; each holds the terms of the fields that merge into it. */
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

/** A line as drawn: `at` is its place in the query, -1 for one that has no terms yet. */
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
  /** Fields in which the person has just asked for one more condition. */
  adding: ReadonlySet<FormField>;
}

const emptyLine = (field: QueryField): QueryLine => ({ field, terms: [], text: '', excluded: false });

/** The form of a query. Fields that hold something are shown in the simple form too, so that nothing works unseen. */
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

/** The query after a line was changed. `hash`: that of the address, which can hold back the reset of ranges (SRCH-023). */
export function withLine(lines: readonly QueryLine[], { line, at }: Pick<FormLine, 'line' | 'at'>, hash: string): QueryEntity[] {
  const next = at < 0 ? [...lines, line] : lines.map((other, index) => (index === at ? line : other));
  return resetLocationRanges(queryOfLines(next.filter((other) => other.terms.length > 0).map((other) => ({ ...other, text: '' }))), hash);
}

/** Lines of a query, or undefined where only boolean text can show it. A place with a radius stands in the line of places. */
export function linesOf(query: readonly QueryEntity[]): QueryLine[] | undefined {
  return linesOfQuery(query);
}

/** Moves a line to another way of matching (all of, now): its terms go along. */
export const withField = (line: QueryLine, field: QueryField): QueryLine => ({
  ...line,
  field,
  terms: line.terms.map((term) => canonicalTerm({ ...term, field })),
});

/** The ways of matching that a line can be switched between; the first is the usual one. */
export const lineModes: Partial<Record<FormField, readonly QueryField[]>> = {
  position: ['position', 'lastPosition'],
  skill: ['skill', 'skillAll', 'mainSkillHigh', 'preferableSkill'],
  companySearch: ['companySearch', 'lastCompanySearch'],
};

/** One chip: a term, and with some synonyms switched off those that stay on. */
export interface ChipGroup {
  main: TermData;
  others: TermData[];
  /** Index of `main` in the line. */
  from: number;
}

const isPinned = (term: TermData) => term.whithSynonym === false && term.suggestion_id !== undefined;

/** Terms of a line as chips. Exact spellings of one thing that stand together are one chip. */
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

/** The terms of a line with one chip replaced; no terms take it away. */
export const replaceGroup = (terms: readonly TermData[], group: ChipGroup, by: readonly TermData[]): TermData[] => [
  ...terms.slice(0, group.from),
  ...by.map(canonicalTerm),
  ...terms.slice(group.from + 1 + group.others.length),
];

interface SynonymChoice {
  /** Every synonym there is. */
  all: readonly string[];
  on: ReadonlySet<string>;
  suggestionId: string;
}

/** The terms of a chip after its synonyms were chosen: all on is the plain term, else each spelling that stays on, as written. */
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
