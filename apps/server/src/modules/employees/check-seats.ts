import { rolesOfKind } from '@headwater/domain/companies/people';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Company } from '#modules/companies/public.ts';
import { othersActive } from './store.ts';

/** What of a person is counted in a company. */
interface Seat {
  role: Role;
  is_active: boolean;
  can_search: boolean;
}

const searches = ({ role, is_active, can_search }: Seat) => role === 'worker' && is_active && can_search;
const isManager = ({ role, is_active }: Seat) => role === 'hm' && is_active;
const administers = ({ role, is_active }: Seat) => (rolesOfKind.admins as readonly Role[]).includes(role) && is_active;

interface SeatChange {
  /** Undefined for somebody new. */
  before: (Seat & { id: number; is_activated: boolean }) | undefined;
  after: Seat;
  /** Held, so that nobody else counts meanwhile. */
  company: Company;
}

/** ROLE-018, EMP-069: the change takes no seat that the company has not. Throws FieldErrors. */
export async function checkSeats(tx: Tx, { before, after, company }: SeatChange): Promise<void> {
  const takes = (test: (seat: Seat) => boolean) => test(after) && !(before && test(before));
  const count = async (roles: readonly Role[], test: (other: { can_search: boolean }) => boolean) =>
    (await othersActive(tx, { companyId: company.id, roles, but: before?.id })).filter(test).length;
  const { max_workers_with_search: seats, hm_max_count: managers } = company;
  if (seats !== null && takes(searches) && (await count(rolesOfKind.workers, (other) => other.can_search)) >= seats)
    throw new FieldErrors({ can_search: 'employee_search_limit' });
  if (managers !== null && takes(isManager) && (await count(rolesOfKind.hiring_managers, () => true)) >= managers)
    throw new FieldErrors({ non_field_errors: 'employee_hm_limit' });
}

/** Somebody administers the company after the change, where somebody did: whoever is only invited does not yet. Throws employee_last_admin. */
export async function checkLastAdmin(tx: Tx, { before, after, company }: SeatChange): Promise<void> {
  if (!before?.is_activated || !administers(before) || administers(after)) return;
  const others = await othersActive(tx, { companyId: company.id, roles: rolesOfKind.admins, but: before.id });
  if (!others.some((other) => other.is_activated)) throw new AppError('employee_last_admin');
}
