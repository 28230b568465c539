import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Employee, EmployeeChanges, EmployeeList } from '@headwater/contract/employees';
import { employeeSorts } from '@headwater/contract/employees';
import { kindOfRole, type PersonKind } from '@headwater/domain/companies/people';
import { api, orpc } from '#lib/api.ts';
import type { Sort } from '#ui/table/column.ts';
import { type Place, rolesIn } from '../model/place.ts';

export const employeesPerPage = 20;

interface Filter {
  search: string;
  role: Employee['role'] | undefined;
  status: Employee['status'] | undefined;
  sort: Sort | undefined;
  page: number;
}

/** EMP-068: hiring managers are asked for whatever became of them. */
const usualStatuses = (list: Place['list']): Employee['status'][] =>
  list === 'hiring_managers' ? ['active', 'deleted', 'not_active'] : ['active', 'not_active'];

function listed({ list, companyId }: Place, { search, role, status, sort, page }: Filter): Promise<EmployeeList> {
  const filter = {
    search,
    statuses: status ? [status] : usualStatuses(list),
    sort: employeeSorts.find((one) => one === sort?.column) ?? 'name',
    order: sort?.descending ? ('desc' as const) : ('asc' as const),
    page,
    per_page: employeesPerPage,
  };
  const pick = <Role extends string>(roles: readonly Role[]) => roles.filter((one) => role === undefined || one === role);
  if (list === 'managers') return api.employees.listManagers({ ...filter, roles: pick(rolesIn.managers) });
  const roles = pick<'hm' | (typeof rolesIn.employees)[number]>(rolesIn[list]);
  return api.employees.list({ ...filter, roles, ...(companyId === undefined ? {} : { company_id: companyId }) });
}

const calls = {
  workers: { save: api.employees.saveWorker, remove: api.employees.removeWorker },
  admins: { save: api.employees.saveAdmin, remove: api.employees.removeAdmin },
  hiring_managers: {
    save: api.employees.saveHiringManager,
    remove: api.employees.removeHiringManager,
  },
  managers: { save: api.employees.saveManager, remove: api.employees.removeManager },
} as const;

const listKey = () => [...orpc.employees.key(), 'people'];

export const employeesQuery = (place: Place, filter: Filter) =>
  queryOptions({
    queryKey: [...listKey(), place, filter],
    queryFn: () => listed(place, filter),
    placeholderData: keepPreviousData,
  });

type Exchange = (input: { id: number }) => Promise<Employee>;
const switches: Partial<Record<PersonKind, Exchange>> = { workers: api.employees.switchWorker, admins: api.employees.switchAdmin };
type Changes = Omit<EmployeeChanges, 'role'>;

/** What can be done with people; afterwards all that shows them asks again. */
export function useEmployeeCalls() {
  const client = useQueryClient();
  const then = async <T>(call: Promise<T>): Promise<T> => {
    const result = await call;
    await Promise.all([orpc.employees.key(), orpc.companies.key()].map((queryKey) => client.invalidateQueries({ queryKey })));
    return result;
  };
  return {
    save: ({ id, role }: Pick<Employee, 'id' | 'role'>, changes: Changes) => then(calls[kindOfRole(role)].save({ ...changes, id })),
    remove: ({ id, role }: Pick<Employee, 'id' | 'role'>) => then(calls[kindOfRole(role)].remove({ id })),
    exchange: ({ id, role }: Pick<Employee, 'id' | 'role'>) => {
      const call = switches[kindOfRole(role)];
      return call ? then(call({ id })) : Promise.reject(new Error(`nobody switches a ${role}`));
    },
  };
}
