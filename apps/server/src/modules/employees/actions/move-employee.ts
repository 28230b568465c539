import { type Actor, isStaff } from '@headwater/domain/roles';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Tx } from '#platform/database/database.ts';
import { moveUser } from '#modules/accounts/public/manage-users.ts';
import { type Company, lockActiveCompany } from '#modules/companies/public.ts';
import { isLinked } from '../link-store.ts';
import { employeeInReach, lockInReach, inReach } from '../find-in-reach.ts';
import { checkLastAdmin, checkSeats } from '../check-seats.ts';
import { findEmployee, type EmployeeRow, type LockedEmployee } from '../store.ts';
import type { EmployeeServices } from './save-employee.ts';
import { workerRights } from './switch-employee.ts';

/** Locks in id order, to avoid deadlocks. */
async function lockCompanies(tx: Tx, from: number, to: number): Promise<Company | undefined> {
  if (to < from) {
    const target = await lockActiveCompany(tx, to);
    await lockActiveCompany(tx, from);
    return target;
  }
  await lockActiveCompany(tx, from);
  return lockActiveCompany(tx, to);
}

const targetRights = (actor: Actor, user: LockedEmployee) =>
  isStaff(actor) || user.role === 'worker' ? { role: user.role, can_search: user.can_search } : workerRights(actor, user);

/** Hides what the other company has stored about the user. */
const hideForeignData = (actor: Actor, row: EmployeeRow, { date_joined }: LockedEmployee): EmployeeRow =>
  isStaff(actor)
    ? row
    : {
        ...row,
        date_joined,
        comment: '',
        hm_access: {},
        department_id: null,
        department_name: null,
        group_id: null,
        group_name: null,
        last_seen_at: null,
      };

interface Move {
  id: number;
  kind: 'workers' | 'admins';
  companyId: number;
}

/**
 * EMP-036, EMP-059, EMP-060, ROLE-025, ROLE-026. Users moved by administrators become workers.
 * Throws employee_not_found, AppError and FieldErrors.
 */
export async function moveEmployee({ database, clock, stopSending }: EmployeeServices, actor: Actor, move: Move): Promise<EmployeeRow> {
  const { id, kind, companyId } = move;
  const { company_id: from } = await inReach(database, actor, (tx) => employeeInReach(tx, actor, { id, kind }));
  const { row, afterwards } = await database.asSystem(async (tx) => {
    if (!isStaff(actor) && !(await isLinked(tx, { from: actor.company.id, to: companyId }))) throw new AppError('employee_move_not_linked');
    if (companyId === from) throw new FieldErrors({ company_id: 'employee_move_same' });
    const target = await lockCompanies(tx, from, companyId);
    if (!target) throw new FieldErrors({ company_id: 'employee_move_unknown' });
    const { user, company } = await lockInReach(tx, actor, { id, kind });
    if (company.id !== from || (!isStaff(actor) && from !== actor.company.id)) throw new AppError('employee_not_found');
    if (user.id === actor.userId) throw new AppError('employee_own');
    if (!user.is_active) throw new AppError('employee_move_inactive');
    // The invitation is only valid for this company.
    if (!user.is_activated) throw new AppError('employee_move_invited');
    await checkLastAdmin(tx, { before: user, after: { ...user, is_active: false }, company });
    const rights = targetRights(actor, user);
    await checkSeats(tx, { before: undefined, after: { ...rights, is_active: true }, company: target });
    const after = await stopSending(tx, user.id);
    const moved = await moveUser(tx, user, { companyId, rights, now: clock.now() });
    const row = await findEmployee(tx, moved.id, [moved.role]);
    return { row: row && hideForeignData(actor, row, user), afterwards: after };
  });
  await afterwards();
  if (!row) throw new AppError('employee_not_found');
  return row;
}
