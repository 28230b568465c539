import { employeeRoles, type PersonKind, rolesOfKind } from '@headwater/domain/companies/people';

/** Which list of people a screen belongs to: employees or hiring managers of a company (undefined: the own one), or those of the installation. */
export interface PeopleList {
  list: 'employees' | 'hiring_managers' | 'managers';
  companyId: number | undefined;
}

const folders = { employees: 'employees', hiring_managers: 'hiring-managers', managers: 'managers' } as const;

/** EMP-001 to EMP-018: the address of the list; people, and adding one, are below it. */
export function baseOf({ list, companyId }: PeopleList): string {
  if (list === 'managers') return '/managers';
  return `${companyId === undefined ? '/company' : `/companies/${companyId}`}/${folders[list]}`;
}

/** The address of somebody in the list. */
export const addressOf = (place: PeopleList, id: number): string => `${baseOf(place)}/${id}`;

export const rolesIn = { employees: employeeRoles, hiring_managers: rolesOfKind.hiring_managers, managers: rolesOfKind.managers } as const;

/** EMP-038: by whose calls somebody of the list is found. */
export const kindsIn: Record<PeopleList['list'], readonly PersonKind[]> = {
  employees: ['workers', 'admins'],
  hiring_managers: ['hiring_managers'],
  managers: ['managers'],
};
