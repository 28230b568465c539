import { systemParts } from '@headwater/domain/system-parts';
import { Anchor } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ActiveUser } from '@headwater/contract/active-users';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { activeUsersPerPage, activeUsersQuery } from '../api/active-users.ts';
import { activeRoles, activeUserParams } from '../model/params.ts';

type Column = DataColumn<ActiveUser>;
type Texts = TFunction<'active-users'>;

function columnsFor(t: Texts, isPhone: boolean, action: (user: ActiveUser) => ReactNode): Column[] {
  const name: Column = { id: 'name', header: t('name'), cell: (row) => row.name, minWidth: 140, hideable: false };
  const parts: Column = {
    id: 'parts',
    header: t('part'),
    cell: (row) => row.parts.map((part) => t(`partName.${part}`)).join(', '),
    width: isPhone ? 150 : 220,
  };
  const edge: Column = { id: 'act', header: '', cell: (row) => action(row), width: 110, edge: true, hideable: false };
  if (isPhone) return [name, parts];
  return [
    name,
    { id: 'email', header: t('email'), cell: (row) => row.email, minWidth: 180, optional: 2 },
    { id: 'role', header: t('role'), cell: (row) => t(`roleName.${row.role}`), width: 130, optional: 1 },
    {
      id: 'company',
      header: t('company'),
      cell: (row) => (
        <Anchor
          inherit
          renderRoot={(props) => <Link to="/companies/$companyId" params={{ companyId: String(row.company.id) }} {...props} />}
        >
          {row.company.name}
        </Anchor>
      ),
      width: 190,
    },
    parts,
    {
      id: 'last',
      header: t('last'),
      cell: (row) => formatDate(row.last_active.slice(0, 10), currentLanguage()),
      width: 120,
    },
    edge,
  ];
}

/** ACT-001. `action` is the last cell of a row. */
export function ActiveUserList({ action }: { action: (user: ActiveUser) => ReactNode }) {
  const { t } = useTranslation('active-users');
  const { shown } = useScreenParams(activeUserParams);
  const query = useQuery(activeUsersQuery(shown));
  const filters: readonly ListFilter<typeof activeUserParams.shape>[] = [
    { kind: 'search', name: 'search', label: t('search') },
    {
      kind: 'select',
      name: 'part',
      label: t('part'),
      any: t('anyPart'),
      options: systemParts.map((value) => ({ value, label: t(`partName.${value}`) })),
    },
    {
      kind: 'select',
      name: 'role',
      label: t('role'),
      any: t('anyRole'),
      options: activeRoles.map((value) => ({ value, label: t(`roleName.${value}`) })),
    },
  ];
  return (
    <ListScreen
      id="active-users"
      title={t('title')}
      params={activeUserParams}
      filters={filters}
      query={query}
      rows={query.data?.users}
      count={query.data?.count}
      perPage={activeUsersPerPage}
      columns={(room) => columnsFor(t, room === 'phone', action)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      Icon={IconUsers}
      nothing={{ title: t('none'), text: t('noneText') }}
    />
  );
}
