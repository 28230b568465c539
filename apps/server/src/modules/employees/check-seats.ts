import { rolesOfKind } from '@headwater/domain/companies/people';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Company } from '#modules/companies/public.ts';
import { findOtherActive } from './store.ts';

interface Seat {
  role: Role;
  is_active: boolean;
  can_search: boolean;
}

const usesSearchSeat = ({ role, is_active, can_search }: Seat) => role === 'worker' && is_active && can_search;
const usesManagerSeat = ({ role, is_active }: Seat) => role === 'hm' && is_active;
const isActiveAdmin = ({ role, is_active }: Seat) => (rolesOfKind.admins as readonly Role[]).includes(role) && is_active;

interface SeatChange {
  before: (Seat & { id: number; is_activated: boolean }) | undefined;
  after: Seat;
  company: Company;
}

/** ROLE-018, EMP-069. */
export async function checkSeats(tx: Tx, { before, after, company }: SeatChange): Promise<void> {
  const takesSeat = (test: (seat: Seat) => boolean) => test(after) && !(before && test(before));
  const count = async (roles: readonly Role[], test: (other: { can_search: boolean }) => boolean) =>
    (await findOtherActive(tx, { companyId: company.id, roles, but: before?.id })).filter(test).length;
  const { max_workers_with_search: seats, hm_max_count: managers } = company;
  if (seats !== null && takesSeat(usesSearchSeat) && (await count(rolesOfKind.workers, (other) => other.can_search)) >= seats)
    throw new FieldErrors({ can_search: 'employee_search_limit' });
  if (managers !== null && takesSeat(usesManagerSeat) && (await count(rolesOfKind.hiring_managers, () => true)) >= managers)
    throw new FieldErrors({ non_field_errors: 'employee_hm_limit' });
}

/** Invited administrators do not count. Throws employee_last_admin. */
export async function checkLastAdmin(tx: Tx, { before, after, company }: SeatChange): Promise<void> {
  if (!before?.is_activated || !isActiveAdmin(before) || isActiveAdmin(after)) return;
  const others = await findOtherActive(tx, { companyId: company.id, roles: rolesOfKind.admins, but: before.id });
  if (!others.some((other) => other.is_activated)) throw new AppError('employee_last_admin');
}
