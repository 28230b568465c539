import type { ProfileEditing, ProfileFormValues } from '@headwater/contract/profile-fragments';
import { type FragmentField, fragmentFields } from '@headwater/domain/profiles/fragments';
import { defaultChoice, differs, entriesOnlyIn, isListField, type MergeChoice, type MergeChoices } from '@headwater/domain/profiles/merge';

export interface MergeRow {
  field: FragmentField & keyof ProfileFormValues;
  left: unknown;
  right: unknown;
  isList: boolean;
  usual: MergeChoice;
}

const shown = fragmentFields.filter((field): field is MergeRow['field'] => field !== 'diversity');

export function mergeRows(left: ProfileEditing, right: ProfileEditing): { open: MergeRow[]; equal: MergeRow[] } {
  const rows = shown.map((field): MergeRow => {
    const pair = { left: left.seen[field], right: right.seen[field] };
    return { field, ...pair, isList: isListField(field), usual: defaultChoice(field, pair.left, pair.right) };
  });
  const [open, equal]: [MergeRow[], MergeRow[]] = [[], []];
  for (const row of rows) (differs(row.left, row.right) ? open : equal).push(row);
  return { open, equal };
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
export const hasValue = (row: MergeRow) => !isEmpty(row.left) && row.left !== false;

export const choiceOf = (row: MergeRow, choices: MergeChoices): MergeChoice => choices[row.field] ?? row.usual;

export function resultOf(row: MergeRow, choice: MergeChoice): unknown {
  if (choice === 'left') return row.left;
  if (choice === 'right') return row.right;
  const known = Array.isArray(row.left) ? (row.left as unknown[]) : [];
  return [...known, ...entriesOnlyIn(row.field, row.right, row.left)];
}

export const choicesOf = ({ isList, left, right }: MergeRow): readonly MergeChoice[] =>
  isList && !isEmpty(left) && !isEmpty(right) ? ['left', 'right', 'both'] : ['left', 'right'];
