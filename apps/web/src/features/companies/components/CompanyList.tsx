import { accessTypes, licenseStates } from '@headwater/domain/companies/dropdowns';
import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ListedCompany } from '@headwater/contract/companies';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { companiesPerPage, companiesQuery, dropdownsQuery } from '../api/companies.ts';
import { formatPaidDay } from '../model/paid-day.ts';
import { companyParams } from '../model/params.ts';
import { LicensePill } from './LicensePill.tsx';
import classes from './companies.module.css';

type Column = DataColumn<ListedCompany>;

function columnsFor(t: TFunction<'companies'>, isPhone: boolean): Column[] {
  const language = currentLanguage();
  const name: Column = {
    id: 'name',
    header: t('name'),
    cell: (row) => (
      <Link className={classes.name} to="/companies/$companyId" params={{ companyId: String(row.company_id) }}>
        {row.company_name}
      </Link>
    ),
    minWidth: 180,
    hideable: false,
  };
  const license: Column = { id: 'license', header: t('license'), cell: (row) => <LicensePill license={row.license} />, width: 130 };
  if (isPhone) return [name, license];
  return [
    name,
    { id: 'access', header: t('accessType'), cell: (row) => t(`accessTypeName.${row.access_type}`), width: 110 },
    license,
    {
      id: 'paid-till',
      header: t('paidTill'),
      cell: (row) => (row.paid_till ? formatPaidDay(row.paid_till, language) : ''),
      width: 120,
      optional: 2,
    },
    { id: 'manager', header: t('accountManager'), cell: (row) => row.account_manager?.name ?? '', width: 170, optional: 1 },
    {
      id: 'employees',
      header: t('employees'),
      cell: (row) => formatNumber(row.employees, language),
      width: 110,
      align: 'right',
      optional: 1,
    },
    {
      id: 'credits',
      header: t('credits'),
      cell: (row) => (row.credits === null ? t('unlimited') : formatNumber(row.credits, language)),
      width: 150,
      align: 'right',
      optional: 3,
    },
    { id: 'created', header: t('created'), cell: (row) => formatDate(row.created_at, language, 'date'), width: 120, optional: 4 },
  ];
}

/** COMP-001. */
export function CompanyList() {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const { shown } = useScreenParams(companyParams);
  const query = useQuery(companiesQuery(shown));
  const { data: choices } = useQuery(dropdownsQuery);
  const filters: readonly ListFilter<typeof companyParams.shape>[] = [
    { kind: 'search', name: 'search', label: t('search') },
    {
      kind: 'select',
      name: 'access',
      label: t('accessType'),
      any: t('anyAccess'),
      options: accessTypes.map((value) => ({ value, label: t(`accessTypeName.${value}`) })),
    },
    {
      kind: 'select',
      name: 'license',
      label: t('license'),
      any: t('anyLicense'),
      options: licenseStates.map((value) => ({ value, label: t(`licenseName.${value}`) })),
    },
    {
      kind: 'select',
      name: 'manager',
      label: t('accountManager'),
      any: t('anyManager'),
      options: (choices?.account_managers ?? []).map(({ value, name }) => ({ value: String(value), label: name })),
    },
  ];
  return (
    <ListScreen
      id="companies"
      title={t('title')}
      params={companyParams}
      filters={filters}
      query={query}
      rows={query.data?.companies}
      count={query.data?.count}
      perPage={companiesPerPage}
      columns={(room) => columnsFor(t, room === 'phone')}
      rowId={({ company_id: id }) => id}
      rowName={({ company_name: name }) => name}
      onOpen={({ company_id: id }) => void navigate({ to: '/companies/$companyId', params: { companyId: String(id) } })}
      Icon={IconBuilding}
      nothing={{ title: t('none'), text: t('noneText') }}
      actions={
        <Button component={Link} to="/companies/new">
          {t('new')}
        </Button>
      }
    />
  );
}
