import { Link } from '@tanstack/react-router';
import type { Employee } from '@headwater/contract/employees';
import type { TFunction } from '#lib/translate.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { Room } from '#ui/list/list.ts';
import type { DataColumn } from '#ui/table/column.ts';
import { addressOf, type PeopleList } from '../model/people-list.ts';
import { EmployeeMenu, type MoreItems } from './EmployeeMenu.tsx';
import { EmployeePill } from './EmployeePill.tsx';
import classes from './employees.module.css';

type Column = DataColumn<Employee>;
type Texts = TFunction<'employees'>;

const partColumns = (t: Texts): Column[] => [
  { id: 'department', header: t('field.department_id'), cell: (row) => row.department?.name ?? '', width: 150, optional: 2 },
  { id: 'group', header: t('field.group_id'), cell: (row) => row.group?.name ?? '', width: 130, optional: 4 },
];

/** ROLE-008 */
const served = (t: Texts): Column => ({
  id: 'company',
  header: t('move.company'),
  cell: (row) => (row.role === 'service_admin' ? row.company_name : ''),
  width: 150,
  optional: 3,
});

export function columnsFor(t: Texts, { place, more }: { place: PeopleList; more: MoreItems }, room: Room): Column[] {
  const isPhone = room === 'phone';
  const name: Column = {
    id: 'name',
    header: t('name'),
    cell: (row) => (
      <div className={classes.face}>
        <Avatar name={row.name} size={24} />
        <div className={classes.who}>
          <Link className={classes.name} to={addressOf(place, row.id)}>
            {row.name}
          </Link>
          {isPhone && row.name !== row.email && <span className={classes.address}>{row.email}</span>}
        </div>
      </div>
    ),
    minWidth: isPhone ? 130 : 180,
    sortable: !isPhone,
    hideable: false,
  };
  const status: Column = { id: 'status', header: t('status'), cell: (row) => <EmployeePill person={row} />, width: isPhone ? 140 : 130 };
  const menu: Column = {
    id: 'menu',
    header: '',
    cell: (row) => <EmployeeMenu person={row} place={place} more={more} />,
    width: 48,
    edge: true,
    hideable: false,
  };
  if (isPhone) return [name, status, menu];
  const roleOf = ({ role: name, holds_staff_rights: runs }: Employee) =>
    runs ? t('roleRuns', { role: t(`roleName.${name}`) }) : t(`roleName.${name}`);
  const role: Column = { id: 'role', header: t('role'), cell: roleOf, width: 200 };
  const search: Column = {
    id: 'search',
    header: t('search'),
    cell: (row) => (row.can_search ? t('yes') : t('no')),
    width: 90,
    optional: 1,
  };
  return [
    name,
    // People without a name are named by their address.
    {
      id: 'email',
      header: t('field.email'),
      cell: (row) => (row.name === row.email ? '' : row.email),
      minWidth: 190,
      sortable: true,
      optional: 1,
    },
    ...(place.list === 'hiring_managers' ? [] : [role]),
    ...(place.list === 'employees' ? [search] : []),
    status,
    { id: 'factor', header: t('factor'), cell: (row) => t(`factorName.${row.has_second_factor ? 'on' : 'off'}`), width: 140, optional: 3 },
    {
      id: 'way',
      header: t('way'),
      cell: (row) => (row.last_sign_in ? t(`wayName.${row.last_sign_in.way}`) : ''),
      width: 130,
      optional: 5,
    },
    ...(place.list === 'managers' ? [served(t)] : partColumns(t)),
    {
      id: 'last_seen_at',
      header: t('lastSeen'),
      cell: (row) => (row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : t('never')),
      width: 130,
      optional: 2,
      sortable: true,
    },
    menu,
  ];
}
