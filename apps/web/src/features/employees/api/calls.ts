import type { Employee, EmployeeChanges } from '@headwater/contract/employees';
import { type PersonKind, rolesOfKind } from '@headwater/domain/companies/people';
import { api } from '#lib/api.ts';

export type NewPerson = EmployeeChanges & { email: string; company_id?: number };
type Changes = EmployeeChanges & { id: number };

interface KindCalls {
  find: (input: { id: number }) => Promise<Employee>;
  create: (input: NewPerson) => Promise<Employee>;
  save: (input: Changes) => Promise<Employee>;
  remove: (input: { id: number }) => Promise<unknown>;
  exchange?: (input: { id: number }) => Promise<Employee>;
  move?: (input: { id: number; company_id: number }) => Promise<Employee>;
}

const oneOf = <Role extends string>(roles: readonly Role[], role: string | undefined) => ({ role: roles.find((one) => one === role) });
const { admins, managers } = rolesOfKind;

/** EMP-038 */
export const callsOf: Record<PersonKind, KindCalls> = {
  workers: {
    find: api.employees.findWorker,
    create: api.employees.createWorker,
    save: api.employees.saveWorker,
    remove: api.employees.removeWorker,
    exchange: api.employees.switchWorker,
    move: api.employees.moveWorker,
  },
  admins: {
    find: api.employees.findAdmin,
    create: (input) => api.employees.createAdmin({ ...input, ...oneOf(admins, input.role) }),
    save: (input) => api.employees.saveAdmin({ ...input, ...oneOf(admins, input.role) }),
    remove: api.employees.removeAdmin,
    exchange: api.employees.switchAdmin,
    move: api.employees.moveAdmin,
  },
  hiring_managers: {
    find: api.employees.findHiringManager,
    create: api.employees.createHiringManager,
    save: api.employees.saveHiringManager,
    remove: api.employees.removeHiringManager,
  },
  managers: {
    find: api.employees.findManager,
    create: (input) => api.employees.createManager({ ...input, ...oneOf(managers, input.role) }),
    save: (input) => api.employees.saveManager({ ...input, ...oneOf(managers, input.role) }),
    remove: api.employees.removeManager,
  },
};
