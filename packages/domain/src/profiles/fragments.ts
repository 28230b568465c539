/** A fragment holds a field as a whole. */
export const fragmentFields = [
  'first_name',
  'last_name',
  'patronymic',
  'name_latin',
  'nick',
  'order_id',
  'headline',
  'about',
  'pictures',
  'locations',
  'positions',
  'skills',
  'educations',
  'courses_and_certificates',
  'interests',
  'links',
  'languages',
  'gender',
  'birthdate_exact',
  'industry',
  'job_seeking',
  'is_freelancer',
  'remote_ready',
  'salary',
  'diversity',
] as const;
export type FragmentField = (typeof fragmentFields)[number];

/** A missing field is unchanged; null, an empty list or text clears it. */
export interface Fragment<Data> {
  id: number;
  data: { readonly [Field in FragmentField & keyof Data]?: Data[Field] | undefined };
}

export interface Merged<Data> {
  data: Data;
  overlay: Fragment<Data>['data'];
  origins: { [Field in FragmentField]?: number };
}

/** The newest fragment wins per field. */
export function mergeFragments<Data extends object>(base: Data, fragments: readonly Fragment<Data>[]): Merged<Data> {
  const overlay: Record<string, unknown> = {};
  const origins: Merged<Data>['origins'] = {};
  for (const { id, data } of fragments.toSorted((left, right) => left.id - right.id)) {
    for (const field of fragmentFields) {
      const value = (data as Record<string, unknown>)[field];
      if (value === undefined) continue;
      overlay[field] = value;
      origins[field] = id;
    }
  }
  return { data: { ...base, ...overlay }, overlay: overlay as Fragment<Data>['data'], origins };
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Ignores key order; absent, null and empty text are equal. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  if (!isObject(left) || !isObject(right)) return left === right;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((value, index) => isSameValue(value, right[index]));
  }
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSameValue(left[key], right[key]));
}

export function changedFields<Data extends object>(seen: Data, data: Fragment<Data>['data']): Fragment<Data>['data'] {
  const known = seen as Record<string, unknown>;
  const changed = Object.entries(data).filter(([field, value]) => value !== undefined && !isSameValue(value, known[field]));
  return Object.fromEntries(changed) as Fragment<Data>['data'];
}
