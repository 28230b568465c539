import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';
import { changeUser } from '#modules/accounts/public.ts';
import { employeeInReach, holdEmployee, inReach } from '../reach.ts';
import { checkLastAdmin, checkSeats } from '../rules.ts';
import type { EmployeeRow } from '../store.ts';
import type { EmployeeServices } from './save-employee.ts';

/** EMP-035, EMP-057, EMP-058: whoever searched goes on searching. Throws employee_not_found, what is refused, and FieldErrors. */
export function switchEmployee(
  { database }: Pick<EmployeeServices, 'database'>,
  actor: Actor,
  { id, kind }: { id: number; kind: 'workers' | 'admins' },
): Promise<EmployeeRow> {
  return inReach(database, actor, async (tx) => {
    const { user, company } = await holdEmployee(tx, actor, { id, kind });
    if (user.id === actor.userId) throw new AppError('employee_own');
    const role = kind === 'admins' ? 'worker' : user.can_search ? 'admin' : 'admin_without_search';
    const change = { before: user, after: { role, can_search: user.can_search, is_active: user.is_active }, company } as const;
    await checkSeats(tx, change);
    await checkLastAdmin(tx, change);
    await changeUser(tx, user, { role });
    return employeeInReach(tx, actor, { id, kind: kind === 'admins' ? 'workers' : 'admins' });
  });
}
