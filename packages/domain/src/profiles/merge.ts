import { changedFields, type Fragment, type FragmentField, fragmentFields, isSameValue } from './fragments.ts';
import { entryKeys, saysNothing } from './new-facts.ts';

export const mergeChoices = ['left', 'right', 'both'] as const;
export type MergeChoice = (typeof mergeChoices)[number];
export type MergeChoices = { readonly [Field in FragmentField]?: MergeChoice | undefined };

const lists: { readonly [Field in FragmentField]?: number } = {
  pictures: 20,
  locations: 20,
  positions: 100,
  skills: 500,
  educations: 50,
  courses_and_certificates: 200,
  interests: 100,
  links: 100,
  languages: 50,
};
export const isListField = (field: FragmentField): boolean => lists[field] !== undefined;

type Facts = { readonly [Field in FragmentField]?: unknown };

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const keyOf = (field: FragmentField, entry: unknown) => {
  const key = entryKeys[field];
  return key ? key(entry as Readonly<Record<string, unknown>>) : JSON.stringify(entry).toLowerCase();
};

/** Compares by entry key: a job by employer and year. */
export function entriesOnlyIn(field: FragmentField, right: unknown, left: unknown): unknown[] {
  const seen = new Set(entriesOf(left).map((entry) => keyOf(field, entry)));
  return entriesOf(right).filter((entry) => {
    const key = keyOf(field, entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Keeps left values unless they are empty. */
export function defaultChoice(field: FragmentField, left: unknown, right: unknown): MergeChoice {
  if (saysNothing(right)) return 'left';
  if (saysNothing(left)) return 'right';
  return isListField(field) && entriesOnlyIn(field, right, left).length > 0 ? 'both' : 'left';
}

export const differs = (left: unknown, right: unknown) => !isSameValue(left, right) && !(saysNothing(left) && saysNothing(right));

function chosenValue(field: FragmentField, choice: MergeChoice, { left, right }: { left: unknown; right: unknown }): unknown {
  if (choice === 'left') return left;
  if (choice === 'right' || !isListField(field)) return right;
  return [...entriesOf(left), ...entriesOnlyIn(field, right, left)].slice(0, lists[field]);
}

export function mergedFields<Data extends object>(left: Data, right: Data, choices: MergeChoices = {}): Fragment<Data>['data'] {
  const [before, other] = [left as Facts, right as Facts];
  const merged: Partial<Record<FragmentField, unknown>> = {};
  for (const field of fragmentFields) {
    const pair = { left: before[field], right: other[field] };
    const choice = choices[field] ?? defaultChoice(field, pair.left, pair.right);
    const value = chosenValue(field, choice, pair);
    merged[field] = value === undefined ? null : value;
  }
  return changedFields<Data>(left, merged as Fragment<Data>['data']);
}

export function withoutEntries<Data extends object>(
  data: Fragment<Data>['data'],
  { brought, before }: { brought: Facts; before: Facts },
): Fragment<Data>['data'] {
  const left = Object.entries(data).map(([name, value]) => {
    const field = name as FragmentField;
    if (!isListField(field) || !Array.isArray(value)) return [name, value];
    const gone = new Set(entriesOnlyIn(field, brought[field], before[field]).map((entry) => keyOf(field, entry)));
    return [name, value.filter((entry) => !gone.has(keyOf(field, entry)))];
  });
  return Object.fromEntries(left) as Fragment<Data>['data'];
}
