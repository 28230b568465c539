import { type Actor, isStaff } from '@headwater/domain/roles';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Tx } from '#platform/database/database.ts';
import { moveUser } from '#modules/accounts/public.ts';
import { type Company, holdCompany } from '#modules/companies/public.ts';
import { isLinked } from '../link-store.ts';
import { employeeInReach, lockInReach, inReach } from '../find-in-reach.ts';
import { checkLastAdmin, checkSeats } from '../check-seats.ts';
import { findEmployee, type EmployeeRow, type LockedEmployee } from '../store.ts';
import type { EmployeeServices } from './save-employee.ts';
import { asRecruiter } from './switch-employee.ts';

/** Both companies held, the older first, so that two that move people to and fro do not wait for each other. */
async function holdBoth(tx: Tx, from: number, to: number): Promise<Company | undefined> {
  if (to < from) {
    const target = await holdCompany(tx, to);
    await holdCompany(tx, from);
    return target;
  }
  await holdCompany(tx, from);
  return holdCompany(tx, to);
}

/** Administrators speak for their own company: only staff make administrators of another one. */
const rightsThere = (actor: Actor, user: LockedEmployee) =>
  isStaff(actor) || user.role === 'worker' ? { role: user.role, can_search: user.can_search } : asRecruiter(actor, user);

/** What the other company has written of somebody who was there before is not for whoever moves them back. */
const asHereKnown = (actor: Actor, row: EmployeeRow, { date_joined }: LockedEmployee): EmployeeRow =>
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
 * EMP-036, EMP-059, EMP-060, ROLE-025, ROLE-026: the person works in the other company from now on and has nothing of this one any more. Whom
 * administrators move is a recruiter there; whom staff move keeps their role. Throws employee_not_found, what is refused, and FieldErrors.
 */
export async function moveEmployee({ database, clock, endWork }: EmployeeServices, actor: Actor, move: Move): Promise<EmployeeRow> {
  const { id, kind, companyId } = move;
  // Administrators see their own people alone, and none of another company.
  const { company_id: from } = await inReach(database, actor, (tx) => employeeInReach(tx, actor, { id, kind }));
  const { row, afterwards } = await database.asSystem(async (tx) => {
    if (!isStaff(actor) && !(await isLinked(tx, { from: actor.company.id, to: companyId }))) throw new AppError('employee_move_not_linked');
    if (companyId === from) throw new FieldErrors({ company_id: 'employee_move_same' });
    const target = await holdBoth(tx, from, companyId);
    if (!target) throw new FieldErrors({ company_id: 'employee_move_unknown' });
    const { user, company } = await lockInReach(tx, actor, { id, kind });
    if (company.id !== from || (!isStaff(actor) && from !== actor.company.id)) throw new AppError('employee_not_found');
    if (user.id === actor.userId) throw new AppError('employee_own');
    if (!user.is_active) throw new AppError('employee_move_inactive');
    // The invitation is to this company: its link would open nothing there.
    if (!user.is_activated) throw new AppError('employee_move_invited');
    await checkLastAdmin(tx, { before: user, after: { ...user, is_active: false }, company });
    const rights = rightsThere(actor, user);
    await checkSeats(tx, { before: undefined, after: { ...rights, is_active: true }, company: target });
    const after = await endWork(tx, user.id);
    const moved = await moveUser(tx, user, { companyId, rights, now: clock.now() });
    const row = await findEmployee(tx, moved.id, [moved.role]);
    return { row: row && asHereKnown(actor, row, user), afterwards: after };
  });
  await afterwards();
  if (!row) throw new AppError('employee_not_found');
  return row;
}
