import { isAccountManager } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import { changeUser } from '#modules/accounts/public/manage-users.ts';
import { employeeInReach, lockInReach, inReach } from '../find-in-reach.ts';
import { checkLastAdmin, checkSeats } from '../check-seats.ts';
import type { EmployeeRow, LockedEmployee } from '../store.ts';
import type { EmployeeServices } from './save-employee.ts';

/** ROLE-019: a change of roles must not change the search permission. */
export function workerRights(actor: Actor, user: Pick<LockedEmployee, 'can_search' | 'search_as_worker'>) {
  const before = isAccountManager(actor) ? null : user.search_as_worker;
  return { role: 'worker' as const, can_search: before ?? user.can_search };
}

function rightsAfter(actor: Actor, user: LockedEmployee, kind: 'workers' | 'admins') {
  if (kind === 'workers')
    return { role: user.can_search ? ('admin' as const) : ('admin_without_search' as const), search_as_worker: user.can_search };
  return workerRights(actor, user);
}

/** EMP-035, EMP-057, EMP-058. Throws employee_not_found, AppError and FieldErrors. */
export function switchEmployee(
  { database }: Pick<EmployeeServices, 'database'>,
  actor: Actor,
  { id, kind }: { id: number; kind: 'workers' | 'admins' },
): Promise<EmployeeRow> {
  return inReach(database, actor, async (tx) => {
    const { user, company } = await lockInReach(tx, actor, { id, kind });
    if (user.id === actor.userId) throw new AppError('employee_own');
    const rights = rightsAfter(actor, user, kind);
    const change = { before: user, after: { can_search: user.can_search, is_active: user.is_active, ...rights }, company };
    await checkSeats(tx, change);
    await checkLastAdmin(tx, change);
    await changeUser(tx, user, rights);
    return employeeInReach(tx, actor, { id, kind: kind === 'admins' ? 'workers' : 'admins' });
  });
}
