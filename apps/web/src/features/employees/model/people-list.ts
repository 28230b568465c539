import { employeeRoles, type PersonKind, rolesOfKind } from '@headwater/domain/companies/people';

/** Employees or hiring managers of a company (undefined: the user's own), or staff. */
export interface PeopleList {
  list: 'employees' | 'hiring_managers' | 'managers';
  companyId: number | undefined;
}

const folders = { employees: 'employees', hiring_managers: 'hiring-managers', managers: 'managers' } as const;

/** EMP-001 to EMP-018: path of the list. The paths of people start with it. */
export function baseOf({ list, companyId }: PeopleList): string {
  if (list === 'managers') return '/managers';
  return `${companyId === undefined ? '/company' : `/companies/${companyId}`}/${folders[list]}`;
}

export const addressOf = (place: PeopleList, id: number): string => `${baseOf(place)}/${id}`;

export const rolesIn = { employees: employeeRoles, hiring_managers: rolesOfKind.hiring_managers, managers: rolesOfKind.managers } as const;

/** EMP-038 */
export const kindsIn: Record<PeopleList['list'], readonly PersonKind[]> = {
  employees: ['workers', 'admins'],
  hiring_managers: ['hiring_managers'],
  managers: ['managers'],
};
