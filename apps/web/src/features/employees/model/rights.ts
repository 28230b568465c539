import { mayAccess } from '@headwater/domain/access';
import type { Employee } from '@headwater/contract/employees';
import { isAccountManager, kindOfRole, mayActAs, mayManage } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';

interface EmployeeRights {
  adds: boolean;
  edits: boolean;
  switches: boolean;
  moves: boolean;
  removes: boolean;
  /** Change sign-in data: address, password, second factor, role. */
  opens: boolean;
}

export const rankOf = ({ role, holds_staff_rights: holdsStaffRights }: Pick<Employee, 'role' | 'holds_staff_rights'>) => ({
  role,
  holdsStaffRights,
});

/** Mirrors the checks of the server. */
export function rightsOver(
  actor: Actor,
  person: Pick<Employee, 'id' | 'role' | 'holds_staff_rights' | 'is_active' | 'invitation'>,
): EmployeeRights {
  const { id, role, is_active: isActive, invitation } = person;
  const manages = mayAccess('manage_employees', actor) && mayManage(actor, rankOf(person));
  const kind = kindOfRole(role);
  const isOther = id !== actor.userId;
  const isEmployee = kind === 'workers' || kind === 'admins';
  return {
    adds: manages,
    edits: manages || (isAccountManager(actor) && kind === 'workers'),
    switches: manages && isOther && isActive && isEmployee,
    // An invitation belongs to one company.
    moves: manages && isOther && isActive && isEmployee && !invitation,
    removes: manages && isOther,
    opens: manages && isOther && mayActAs(actor, rankOf(person)),
  };
}
