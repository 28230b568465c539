import { employeeSorts, kindOfRole, type PersonKind } from '@headwater/domain/companies/people';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Employee, EmployeeChanges, EmployeeList } from '@headwater/contract/employees';
import { api, orpc, request } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { saveFile } from '#lib/save-file.ts';
import type { Sort } from '#ui/table/column.ts';
import { callsOf, type NewPerson } from './calls.ts';
import { kindsIn, type PeopleList, rolesIn } from '../model/people-list.ts';

export const employeesPerPage = 20;

const ofCompany = (companyId: number | undefined) => (companyId === undefined ? {} : { company_id: companyId });

interface Filter {
  search: string;
  role: Employee['role'] | undefined;
  status: Employee['status'] | undefined;
  factor: 'on' | 'off' | undefined;
  sort: Sort | undefined;
  page: number;
}

/** EMP-068: hiring managers are listed with every status. */
const usualStatuses = (list: PeopleList['list']): Employee['status'][] =>
  list === 'hiring_managers' ? ['active', 'deleted', 'not_active'] : ['active', 'not_active'];

const filterOf = (list: PeopleList['list'], { search, status, factor, sort }: Omit<Filter, 'page' | 'role'>) => ({
  search,
  statuses: status ? [status] : usualStatuses(list),
  ...(factor ? { second_factor: factor === 'on' } : {}),
  sort: employeeSorts.find((one) => one === sort?.column) ?? ('name' as const),
  order: sort?.descending ? ('desc' as const) : ('asc' as const),
});

/** The filters of the list, all pages. */
export async function exportPeople({ list, companyId }: PeopleList, { role, ...chosen }: Omit<Filter, 'page'>): Promise<void> {
  const { statuses, ...filter } = filterOf(list, chosen);
  const roles = rolesIn[list].filter((one) => role === undefined || one === role);
  const query = { ...filter, statuses: statuses.join(','), roles: roles.join(','), ...ofCompany(companyId) };
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  await saveFile(await request(`/api/v6/employees/export/?${text}`), 'people.csv');
}

function listed({ list, companyId }: PeopleList, { role, page, ...chosen }: Filter): Promise<EmployeeList> {
  const filter = { ...filterOf(list, chosen), page, per_page: employeesPerPage };
  const pick = <Role extends string>(roles: readonly Role[]) => roles.filter((one) => role === undefined || one === role);
  if (list === 'managers') return api.employees.listManagers({ ...filter, roles: pick(rolesIn.managers) });
  const roles = pick<'hm' | (typeof rolesIn.employees)[number]>(rolesIn[list]);
  return api.employees.list({ ...filter, roles, ...(companyId === undefined ? {} : { company_id: companyId }) });
}

const listKey = () => [...orpc.employees.key(), 'people'];

export const employeesQuery = (place: PeopleList, filter: Filter) =>
  queryOptions({
    queryKey: [...listKey(), place, filter],
    queryFn: () => listed(place, filter),
    placeholderData: keepPreviousData,
  });

/** Tries each kind, because the person's role may have changed. */
async function findIn(kinds: readonly PersonKind[], id: number): Promise<Employee> {
  const [first, ...others] = kinds;
  try {
    return await callsOf[first ?? 'workers'].find({ id });
  } catch (error) {
    if (others.length === 0 || !(error instanceof ApiError && error.status === 404)) throw error;
    return findIn(others, id);
  }
}

export const employeeQuery = (list: PeopleList['list'], id: number) =>
  queryOptions({ queryKey: [...orpc.employees.key(), 'person', list, id], queryFn: () => findIn(kindsIn[list], id), retry: false });

type Person = Pick<Employee, 'id' | 'role'>;

function useRefreshPeople() {
  const client = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all(
      [orpc.employees.key(), orpc.companies.key(), orpc.invitations.key()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}

/** For many people: the caller refreshes once at the end. */
export function useBulkCalls() {
  const refresh = useRefreshPeople();
  return {
    refresh,
    save: ({ id, role }: Person, changes: EmployeeChanges) => callsOf[kindOfRole(role)].save({ ...changes, id }),
    exchange: async ({ id, role }: Person): Promise<Employee> => {
      const { exchange } = callsOf[kindOfRole(role)];
      if (!exchange) throw new Error('not for people of this kind');
      return exchange({ id });
    },
  };
}

export function useEmployeeCalls() {
  const refresh = useRefreshPeople();
  const then = async <T>(call: Promise<T> | undefined): Promise<T> => {
    if (!call) throw new Error('not for people of this kind');
    const result = await call;
    await refresh();
    return result;
  };
  return {
    create: (kind: PersonKind, input: NewPerson) => then(callsOf[kind].create(input)),
    save: ({ id, role }: Person, changes: EmployeeChanges) => then(callsOf[kindOfRole(role)].save({ ...changes, id })),
    remove: ({ id, role }: Person) => then(callsOf[kindOfRole(role)].remove({ id })),
    exchange: ({ id, role }: Person) => then(callsOf[kindOfRole(role)].exchange?.({ id })),
    move: ({ id, role }: Person, companyId: number) => then(callsOf[kindOfRole(role)].move?.({ id, company_id: companyId })),
  };
}

const maxParts = 50;

export type Parts = 'departments' | 'groups';

export const partsQuery = (parts: Parts, { companyId, search }: { companyId: number | undefined; search: string }) =>
  queryOptions({
    ...orpc.employees[parts].list.queryOptions({ input: { ...ofCompany(companyId), search, limit: maxParts } }),
    placeholderData: keepPreviousData,
  });

export function useCreatePart(parts: Parts, companyId: number | undefined) {
  const client = useQueryClient();
  return async (name: string): Promise<{ id: number; name: string }> => {
    const created = await api.employees[parts].create({ name, ...ofCompany(companyId) });
    await client.invalidateQueries({ queryKey: orpc.employees[parts].key() });
    return created;
  };
}

/** ROLE-050 */
export const companySectionsQuery = (companyId: number | undefined) =>
  companyId === undefined
    ? queryOptions(orpc.hiringManagerSettings.ofOwn.queryOptions())
    : queryOptions(orpc.hiringManagerSettings.ofCompany.queryOptions({ input: { id: companyId } }));

/** ROLE-026 */
export const moveTargetsQuery = (search: string) =>
  queryOptions({ ...orpc.employees.listMoveTargets.queryOptions({ input: { search } }), placeholderData: keepPreviousData });
