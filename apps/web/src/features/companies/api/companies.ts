import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CompanyChanges, CompanyView, SeenFields } from '@headwater/contract/companies';
import { companySorts } from '@headwater/domain/companies/dropdowns';
import { api, orpc } from '#lib/api.ts';
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

export const companiesQuery = ({ search, access, license, manager, state, sort, page }: CompanyFilter) =>
  queryOptions({
    ...orpc.companies.list.queryOptions({
      input: {
        search,
        access_type: access,
        license,
        account_manager_id: manager,
        ...(state === 'deleted' ? { is_deleted: true } : {}),
        sort: companySorts.find((one) => one === sort?.column) ?? 'name',
        order: sort?.descending ? 'desc' : 'asc',
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
