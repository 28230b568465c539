import type { EmployeeChanges } from '@headwater/contract/employees';
import type { MessageKey } from '@headwater/contract/errors';
import type { PersonKind } from '@headwater/domain/companies/people';
import type { HiringManagerAccess } from '@headwater/domain/permission-flags';
import type { Role } from '@headwater/domain/roles';
import { hashPassword } from '#platform/crypto/passwords.ts';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { UserColumns } from '#modules/accounts/public/manage-users.ts';
import { hasPart } from '../part-store.ts';

/** Hashed before the transaction, because hashing is slow. */
export interface Prepared {
  changes: Omit<EmployeeChanges, 'password'>;
  passwordHash: string | undefined;
}

export const prepare = async ({ password, ...changes }: EmployeeChanges): Promise<Prepared> => ({
  changes,
  passwordHash: password === undefined ? undefined : await hashPassword(password),
});

interface Rights {
  role: Role;
  can_search: boolean;
}

/** EMP-034: the role decides for administrators, the flag for workers. */
export function rightsOf(
  kind: PersonKind,
  { role, can_search: flag }: Pick<EmployeeChanges, 'role' | 'can_search'>,
  before: Rights | undefined,
): Rights {
  switch (kind) {
    case 'workers':
      return { role: 'worker', can_search: flag ?? before?.can_search ?? false };
    case 'admins': {
      const byFlag = flag === undefined ? undefined : flag ? 'admin' : 'admin_without_search';
      const saved = role ?? byFlag ?? before?.role ?? 'admin';
      return { role: saved, can_search: saved === 'admin' };
    }
    case 'hiring_managers':
      return { role: 'hm', can_search: false };
    case 'managers':
      return { role: role ?? before?.role ?? 'manager', can_search: true };
  }
}

type Sections = Partial<HiringManagerAccess>;

/** ROLE-050: null restores the company setting. */
const sectionsOf = (before: Sections, changes: NonNullable<EmployeeChanges['hm_access']>): Sections =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => typeof value === 'boolean'));

export function columnsOf({ changes, passwordHash }: Prepared, before: { hm_access: Sections } = { hm_access: {} }): UserColumns {
  const { extension, hm_access: sections, can_search: _flag, role: _role, has_second_factor: _factor, ...same } = changes;
  return {
    ...same,
    ...(sections === undefined ? {} : { hm_access: JSON.stringify(sectionsOf(before.hm_access, sections)) }),
    ...(extension === undefined ? {} : { phone_extension: extension }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash, password_emailed_at: null }),
    ...(changes.is_active ? { deleted_at: null } : {}),
  };
}

export async function checkParts(tx: Tx, companyId: number, { changes }: Prepared): Promise<void> {
  const faults: Record<string, MessageKey> = {};
  for (const [field, table] of [
    ['department_id', 'departments'],
    ['group_id', 'user_groups'],
  ] as const) {
    const id = changes[field];
    if (id !== undefined && id !== null && !(await hasPart(tx, table, { companyId, id }))) faults[field] = 'field_invalid';
  }
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults);
}
