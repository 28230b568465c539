import { accessTypes, licenseStates } from '@headwater/domain/companies/dropdowns';
import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedCompany } from '@headwater/contract/companies';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { showError } from '#ui/snackbar.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { companiesPerPage, companiesQuery, dropdownsQuery } from '../api/companies.ts';
import { formatPaidDay } from '../model/paid-day.ts';
import { companyParams } from '../model/params.ts';
import { ExportCompanies } from './ExportCompanies.tsx';
import { LicensePill } from './LicensePill.tsx';
import classes from './companies.module.css';
import { useRestoreCompany } from './use-restore-company.ts';

type Column = DataColumn<ListedCompany>;

function RestoreButton({ company: { company_id: id, company_name: name } }: { company: ListedCompany }) {
  const { t } = useTranslation('companies');
  const restore = useRestoreCompany();
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await restore({ id, name }).catch(showError);
    setBusy(false);
  };
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} aria-label={t('restoreName', { name })} onClick={() => void act()}>
      {t('restore')}
    </Button>
  );
}

/** How much a company uses the product. */
function usageColumns(t: TFunction<'companies'>): Column[] {
  const language = currentLanguage();
  return [
    {
      id: 'search_seats',
      header: t('seats'),
      cell: ({ search_seats: used, max_workers_with_search: most }) =>
        most === null ? formatNumber(used, language) : t('ofMost', { count: used, most: formatNumber(most, language) }),
      width: 150,
      align: 'right',
      optional: 2,
      sortable: true,
    },
    {
      id: 'last_active_at',
      header: t('lastActive'),
      cell: ({ last_active_at: at }) => (at ? <RelativeTime value={at} /> : t('never')),
      width: 130,
      optional: 1,
      sortable: true,
    },
  ];
}

function columnsFor(t: TFunction<'companies'>, { isPhone, ofDeleted }: { isPhone: boolean; ofDeleted: boolean }): Column[] {
  const language = currentLanguage();
  const name: Column = {
    id: 'name',
    header: t('name'),
    cell: (row) =>
      row.deleted_at === null ? (
        <Link className={classes.name} to="/companies/$companyId" params={{ companyId: String(row.company_id) }}>
          {row.company_name}
        </Link>
      ) : (
        row.company_name
      ),
    minWidth: 180,
    sortable: !isPhone,
    hideable: false,
  };
  if (ofDeleted) {
    const deleted: Column = {
      id: 'deleted',
      header: t('deletedAt'),
      cell: (row) => row.deleted_at && formatDate(row.deleted_at, language, 'date'),
      width: 130,
    };
    const restore: Column = { id: 'restore', header: '', cell: (row) => <RestoreButton company={row} />, width: 140, edge: true };
    return isPhone ? [name, restore] : [name, deleted, restore];
  }
  const license: Column = { id: 'license', header: t('license'), cell: (row) => <LicensePill license={row.license} />, width: 130 };
  if (isPhone) return [name, license];
  return [
    name,
    { id: 'access', header: t('accessType'), cell: (row) => t(`accessTypeName.${row.access_type}`), width: 110 },
    license,
    {
      id: 'paid_till',
      sortable: true,
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
      width: 130,
      align: 'right',
      optional: 1,
      sortable: true,
    },
    ...usageColumns(t),
    {
      id: 'credits',
      header: t('credits'),
      cell: (row) => (row.credits === null ? t('unlimited') : formatNumber(row.credits, language)),
      width: 150,
      align: 'right',
      optional: 3,
    },
    {
      id: 'created_at',
      header: t('created'),
      cell: (row) => formatDate(row.created_at, language, 'date'),
      width: 130,
      optional: 4,
      sortable: true,
    },
  ];
}

/** COMP-001. Account managers see the companies they manage, without actions. */
export function CompanyList({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const { shown } = useScreenParams(companyParams);
  const query = useQuery(companiesQuery(shown));
  const open = ({ company_id: id }: ListedCompany) => void navigate({ to: '/companies/$companyId', params: { companyId: String(id) } });
  const ofDeleted = isStaff && shown.state === 'deleted';
  const { data: choices } = useQuery({ ...dropdownsQuery, enabled: isStaff });
  const forStaff: readonly ListFilter<typeof companyParams.shape>[] = [
    {
      kind: 'select',
      name: 'manager',
      label: t('accountManager'),
      any: t('anyManager'),
      options: (choices?.account_managers ?? []).map(({ value, name }) => ({ value: String(value), label: name })),
    },
    { kind: 'select', name: 'state', label: t('state'), any: t('presentState'), options: [{ value: 'deleted', label: t('deletedState') }] },
  ];
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
    ...(isStaff ? forStaff : []),
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
      columns={(room) => columnsFor(t, { isPhone: room === 'phone', ofDeleted })}
      rowId={({ company_id: id }) => id}
      rowName={({ company_name: name }) => name}
      {...(ofDeleted ? {} : { onOpen: open })}
      Icon={IconBuilding}
      nothing={isStaff ? { title: t('none'), text: t('noneText') } : { title: t('noneManaged'), text: t('noneManagedText') }}
      actions={
        isStaff && (
          <>
            <ExportCompanies />
            <Button component={Link} to="/companies/new">
              {t('new')}
            </Button>
          </>
        )
      }
    />
  );
}
