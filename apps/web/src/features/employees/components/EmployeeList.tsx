import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { personStatuses } from '@headwater/domain/companies/people';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { ListTable } from '#ui/list/ListTable.tsx';
import { employeesPerPage, employeesQuery } from '../api/employees.ts';
import { employeeParams } from '../model/params.ts';
import { addressOf, baseOf, type PeopleList, rolesIn } from '../model/people-list.ts';
import { columnsFor } from './columns.tsx';
import type { MoreItems } from './EmployeeMenu.tsx';
import classes from './employees.module.css';
import { ExportButton } from './ExportButton.tsx';
import { usePeopleSelection } from './use-people-selection.tsx';

type Filters = readonly ListFilter<typeof employeeParams.shape>[];

function filtersFor(t: TFunction<'employees'>, { list }: PeopleList): Filters {
  const roles: Filters[number] = {
    kind: 'select',
    name: 'role',
    label: t('role'),
    any: t('anyRole'),
    options: rolesIn[list].map((value) => ({ value, label: t(`roleName.${value}`) })),
  };
  return [
    { kind: 'search', name: 'search', label: t('find') },
    ...(list === 'hiring_managers' ? [] : [roles]),
    {
      kind: 'select',
      name: 'status',
      label: t('status'),
      any: t(list === 'hiring_managers' ? 'anyStatus' : 'presentStatus'),
      options: personStatuses.map((value) => ({ value, label: t(`statusName.${value}`) })),
    },
    {
      kind: 'select',
      name: 'factor',
      label: t('factor'),
      any: t('anyFactor'),
      options: (['on', 'off'] as const).map((value) => ({ value, label: t(`factorName.${value}`) })),
    },
  ];
}

function AddEmployeeButton({ place }: { place: PeopleList }) {
  const { t } = useTranslation('employees');
  if (!mayAccess('manage_employees', asActor(useCurrentUser()))) return null;
  return (
    <Button size="xs" component={Link} to={`${baseOf(place)}/add`} leftSection={<IconPlus size={14} />}>
      {t(`add.${place.list}`)}
    </Button>
  );
}

function useEmployeeList(place: PeopleList, more: MoreItems) {
  const { t } = useTranslation('employees');
  const navigate = useNavigate();
  const { shown } = useScreenParams(employeeParams);
  const query = useQuery(employeesQuery(place, shown));
  const selection = usePeopleSelection(query.data?.employees ?? [], place);
  return {
    selection,
    id: `people-${place.list}`,
    params: employeeParams,
    filters: filtersFor(t, place),
    query,
    rows: query.data?.employees,
    count: query.data?.count,
    perPage: employeesPerPage,
    columns: (room: Parameters<typeof columnsFor>[2]) => columnsFor(t, { place, more }, room),
    rowId: ({ id }: { id: number }) => id,
    rowName: ({ name }: { name: string }) => name,
    rowHeight: { phone: 56, narrow: 40, wide: 40 },
    onOpen: ({ id }: { id: number }) => void navigate({ to: addressOf(place, id) }),
    Icon: IconUsers,
    nothing: { title: t(`none.${place.list}`), text: t(`noneText.${place.list}`), action: <AddEmployeeButton place={place} /> },
  };
}

interface EmployeeListProps {
  place: PeopleList;
  more: MoreItems;
  actions?: ReactNode;
}

/** EMP-001, EMP-005, EMP-012, EMP-015 */
export function EmployeeList({ place, more, actions }: EmployeeListProps) {
  const { t } = useTranslation('employees');
  const list = useEmployeeList(place, more);
  return (
    <>
      <div className={classes.bar}>
        <ListFilters params={list.params} filters={list.filters} />
        <div className={classes.actions}>
          <ExportButton place={place} />
          {actions}
          <AddEmployeeButton place={place} />
        </div>
      </div>
      <ListTable {...list} label={t(`title.${place.list}`)} />
    </>
  );
}

const managers: PeopleList = { list: 'managers', companyId: undefined };

/** EMP-009 */
export function ManagerList({ more }: { more: MoreItems }) {
  const { t } = useTranslation('employees');
  return <ListScreen {...useEmployeeList(managers, more)} title={t('title.managers')} actions={<AddEmployeeButton place={managers} />} />;
}
