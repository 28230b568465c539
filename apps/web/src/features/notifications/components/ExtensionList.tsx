import { Button } from '@mantine/core';
import { IconPlus, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ExtensionNotification } from '@headwater/contract/extension-notifications';
import { accessTypes } from '@headwater/domain/companies/dropdowns';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { extensionPerPage, extensionQuery } from '../api/extension.ts';
import { extensionParams } from '../model/params.ts';
import classes from './notifications.module.css';

type Column = DataColumn<ExtensionNotification>;

const spaced = (list: string) => list.replaceAll(',', ', ');

function columnsFor(t: TFunction<'notifications'>, isPhone: boolean): Column[] {
  const title: Column = {
    id: 'title',
    header: t('field.title'),
    cell: (row) => (
      <Link className={classes.name} to="/notifications/edit/$id" params={{ id: String(row.id) }}>
        {row.title}
      </Link>
    ),
    minWidth: 180,
    hideable: false,
  };
  const weight: Column = {
    id: 'weight',
    header: t('field.weight'),
    cell: (row) => formatNumber(row.weight, currentLanguage()),
    width: 90,
    align: 'right',
  };
  if (isPhone) return [title, weight];
  return [
    title,
    { id: 'sites', header: t('field.sites'), cell: (row) => spaced(row.sites) || t('allSites'), width: 220, optional: 1 },
    {
      id: 'shown',
      header: t('field.versions_shown'),
      cell: (row) => spaced(row.versions_shown) || t('allVersions'),
      width: 170,
      optional: 2,
    },
    {
      id: 'hidden',
      header: t('field.versions_hidden'),
      cell: (row) => spaced(row.versions_hidden) || t('noVersions'),
      width: 170,
      optional: 3,
    },
    {
      id: 'access',
      header: t('field.access_type'),
      cell: (row) => (row.access_type ? t(`accessName.${row.access_type}`) : t('anyAccess')),
      width: 150,
      optional: 2,
    },
    weight,
  ];
}

/** NOTF-001 */
export function ExtensionList() {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const { shown } = useScreenParams(extensionParams);
  const query = useQuery(extensionQuery(shown));
  const filters: readonly ListFilter<typeof extensionParams.shape>[] = [
    { kind: 'search', name: 'search', label: t('search') },
    {
      kind: 'select',
      name: 'access',
      label: t('field.access_type'),
      any: t('anyAccess'),
      options: accessTypes.map((value) => ({ value, label: t(`accessName.${value}`) })),
    },
  ];
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} />} component={Link} to="/notifications/add">
      {t('new')}
    </Button>
  );
  return (
    <ListScreen
      id="extension-notifications"
      title={t('extensionTitle')}
      params={extensionParams}
      filters={filters}
      query={query}
      rows={query.data?.notifications}
      count={query.data?.count}
      perPage={extensionPerPage}
      columns={(room) => columnsFor(t, room === 'phone')}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      onOpen={({ id }) => void navigate({ to: '/notifications/edit/$id', params: { id: String(id) } })}
      Icon={IconPuzzle}
      actions={add}
      nothing={{
        title: t('noneExtension'),
        text: t('noneExtensionText'),
        action: (
          <Button component={Link} to="/notifications/add">
            {t('new')}
          </Button>
        ),
      }}
    />
  );
}
