import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CompanyChanges, CompanyView, SeenFields } from '@headwater/contract/companies';
import { companySorts } from '@headwater/domain/companies/dropdowns';
import { api, orpc, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import type { Sort } from '#ui/table/column.ts';

export const companiesPerPage = 20;

interface CompanyFilter {
  search: string;
  access: CompanyView['access_type'] | undefined;
  license: CompanyView['license'] | undefined;
  manager: number | undefined;
  state: 'deleted' | undefined;
  sort: Sort | undefined;
  page: number;
}

const filterOf = ({ search, access, license, manager, state, sort }: Omit<CompanyFilter, 'page'>) => ({
  search,
  access_type: access,
  license,
  account_manager_id: manager,
  ...(state === 'deleted' ? { is_deleted: true } : {}),
  sort: companySorts.find((one) => one === sort?.column) ?? ('name' as const),
  order: sort?.descending ? ('desc' as const) : ('asc' as const),
});

/** The filters of the list, all pages. */
export async function exportCompanies(filter: Omit<CompanyFilter, 'page'>): Promise<void> {
  const chosen = Object.entries(filterOf(filter)).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  await saveFile(await request(`/api/v6/companies/export/?${new URLSearchParams(chosen).toString()}`), 'companies.csv');
}

export const companiesQuery = ({ page, ...filter }: CompanyFilter) =>
  queryOptions({
    ...orpc.companies.list.queryOptions({
      input: {
        ...filterOf(filter),
        page,
        per_page: companiesPerPage,
      },
    }),
    placeholderData: keepPreviousData,
  });

export const companyQuery = (id: number) => orpc.companies.find.queryOptions({ input: { id }, retry: false });
export const companyInfoQuery = (id: number) => orpc.companies.info.queryOptions({ input: { id }, retry: false });
export const dropdownsQuery = orpc.companies.dropdowns.queryOptions({ staleTime: 300_000 });
export const ownCompanyQuery = orpc.companies.findOwn.queryOptions();

export function useSaveCompany(id: number | undefined) {
  const client = useQueryClient();
  return async (changes: CompanyChanges & { expected?: SeenFields }): Promise<CompanyView> => {
    const saved =
      id === undefined
        ? await api.companies.create({ ...changes, company_name: changes.company_name ?? '' })
        : await api.companies.save({ ...changes, id });
    client.setQueryData(companyQuery(saved.company_id).queryKey, saved);
    await Promise.all([orpc.companies.list.key(), orpc.companies.info.key()].map((queryKey) => client.invalidateQueries({ queryKey })));
    return saved;
  };
}
