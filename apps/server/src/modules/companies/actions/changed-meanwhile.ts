import type { CompanyChanges, ReadOnlyFields, SeenFields } from '@headwater/contract/companies';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { managerOf } from '../admin-store.ts';
import { companyRecord } from '../record.ts';
import type { Company } from '../store.ts';

interface Saved {
  changes: CompanyChanges;
  readOnly: ReadOnlyFields;
  /** As it is before. */
  company: Company;
  expected: SeenFields | undefined;
  now: Date;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether what was seen is other by now, and not what it is changed to; of several switches each by itself. */
function isOther(current: unknown, { next, seen }: { next: unknown; seen: unknown }): boolean {
  if (!isFields(current)) return !same(current, seen) && !same(current, next);
  const [before, after] = [isFields(seen) ? seen : {}, isFields(next) ? next : {}];
  return Object.keys(after).some((name) => name in before && isOther(current[name], { next: after[name], seen: before[name] }));
}

interface Meanwhile {
  changes: Fields;
  current: Fields;
  expected: SeenFields | undefined;
}

/** The fields that somebody else has changed since whoever saves has read them. */
export const changedOf = ({ changes, current, expected = {} }: Meanwhile): string[] =>
  Object.entries(changes).flatMap(([name, next]) =>
    next !== undefined && name in expected && name in current && isOther(current[name], { next, seen: expected[name] }) ? [name] : [],
  );

/** Whoever saves is told so of these fields, and of nothing else: their form knows by the code that they have seen it then. Throws FieldErrors. */
export function refuseChanged(names: readonly string[]): void {
  if (names.length > 0)
    throw new FieldErrors(Object.fromEntries(names.map((name) => [name, 'company_changed' as const])), 'company_changed');
}

/**
 * Compares with the company as it was answered: without an account manager who was deleted. Throws FieldErrors for fields that a colleague has
 * changed since then, and for other values of fields that saving does not change.
 */
export async function refuseStale(tx: Tx, { changes, readOnly, company, expected, now }: Saved): Promise<void> {
  const current: Fields = companyRecord(company, await managerOf(tx, company), now);
  refuseChanged(changedOf({ changes, current, expected }));
  const other = Object.entries(readOnly).filter(([name, value]) => value !== undefined && !same(value, current[name]));
  if (other.length > 0) throw new FieldErrors(Object.fromEntries(other.map(([name]) => [name, 'field_read_only' as const])));
}
