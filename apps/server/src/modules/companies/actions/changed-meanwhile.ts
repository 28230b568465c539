import type { CompanyChanges, ReadOnlyFields, SeenFields } from '@headwater/contract/companies';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { managerOf } from '../store/admin.ts';
import { companyRecord } from '../record.ts';
import type { Company } from '../store/companies.ts';

interface Saved {
  changes: CompanyChanges;
  readOnly: ReadOnlyFields;
  company: Company;
  expected: SeenFields | undefined;
  now: Date;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether a colleague set another value than `next`; compares the switches of an object one by one.
 */
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

export const changedOf = ({ changes, current, expected = {} }: Meanwhile): string[] =>
  Object.entries(changes).flatMap(([name, next]) =>
    next !== undefined && name in expected && name in current && isOther(current[name], { next, seen: expected[name] }) ? [name] : [],
  );

/** Throws FieldErrors for these fields alone: the code tells the form to load them again. */
export function refuseChanged(names: readonly string[]): void {
  if (names.length > 0)
    throw new FieldErrors(Object.fromEntries(names.map((name) => [name, 'company_changed' as const])), 'company_changed');
}

/**
 * Rejects fields that a colleague changed and new values of read-only fields (FieldErrors).
 * Compares with the company as returned to clients, without a deleted account manager.
 */
export async function refuseStale(tx: Tx, { changes, readOnly, company, expected, now }: Saved): Promise<void> {
  const current: Fields = companyRecord(company, await managerOf(tx, company), now);
  refuseChanged(changedOf({ changes, current, expected }));
  const other = Object.entries(readOnly).filter(([name, value]) => value !== undefined && !same(value, current[name]));
  if (other.length > 0) throw new FieldErrors(Object.fromEntries(other.map(([name]) => [name, 'field_read_only' as const])));
}
