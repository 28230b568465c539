import { notificationStates } from '@headwater/domain/system-notifications';
import { Button } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SystemNotification } from '@headwater/contract/system-notifications';
import { commaList } from '@headwater/domain/text/comma-list';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { systemPerPage, systemQuery } from '../api/system.ts';
import { systemParams } from '../model/params.ts';
import classes from './notifications.module.css';

type Texts = TFunction<'notifications'>;
type Column = DataColumn<SystemNotification>;

const stateColors = { shown: 4, scheduled: 6, ended: 0, off: 0 } as const;

function targetsOf(t: Texts, row: SystemNotification): string {
  const companies = commaList(row.company_ids).length;
  const parts = [
    row.target_user_role && t(`roleName.${row.target_user_role}`),
    row.target_can_search !== null && t(`searchName.${row.target_can_search}`),
    companies > 0 && t('companies', { count: companies }),
    row.region && t(`regionName.${row.region}`),
  ];
  return parts.filter(Boolean).join(' · ') || t('everybody');
}

const dayOf = (date: string) => formatDate(date, currentLanguage());

function daysOf(t: Texts, { start_date: from, end_date: till }: SystemNotification): string {
  if (from && till) return from === till ? dayOf(from) : `${dayOf(from)} – ${dayOf(till)}`;
  if (from) return t('fromDay', { day: dayOf(from) });
  return till ? t('tillDay', { day: dayOf(till) }) : t('always');
}

function columnsFor(t: Texts, isPhone: boolean): Column[] {
  const title: Column = {
    id: 'title',
    header: t('field.title'),
    cell: (row) => (
      <Link className={classes.name} to="/notifications/system/edit/$id" params={{ id: String(row.id) }}>
        {row.title}
      </Link>
    ),
    minWidth: isPhone ? 160 : 260,
    hideable: false,
  };
  const state: Column = {
    id: 'state',
    header: t('state'),
    cell: (row) => <StatusPill color={stateColors[row.state]}>{t(`stateName.${row.state}`)}</StatusPill>,
    width: isPhone ? 132 : 140,
  };
  if (isPhone) return [title, state];
  return [
    title,
    state,
    { id: 'days', header: t('days'), cell: (row) => daysOf(t, row), width: 170, optional: 1 },
    { id: 'format', header: t('field.show_format'), cell: (row) => t(`formatName.${row.show_format}`), width: 130, optional: 3 },
    { id: 'type', header: t('field.type'), cell: (row) => t(`typeName.${row.type}`), width: 150, optional: 3 },
    { id: 'targets', header: t('section.targets'), cell: (row) => targetsOf(t, row), width: 220, optional: 2 },
  ];
}

/** NOTF-004 */
export function SystemList() {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const { shown } = useScreenParams(systemParams);
  const query = useQuery(systemQuery(shown));
  const filters: readonly ListFilter<typeof systemParams.shape>[] = [
    { kind: 'search', name: 'search', label: t('search') },
    {
      kind: 'select',
      name: 'state',
      label: t('state'),
      any: t('anyState'),
      options: notificationStates.map((value) => ({ value, label: t(`stateName.${value}`) })),
    },
  ];
  return (
    <ListScreen
      id="system-notifications"
      title={t('systemTitle')}
      params={systemParams}
      filters={filters}
      query={query}
      rows={query.data?.system_notifications}
      count={query.data?.count}
      perPage={systemPerPage}
      columns={(room) => columnsFor(t, room === 'phone')}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      onOpen={({ id }) => void navigate({ to: '/notifications/system/edit/$id', params: { id: String(id) } })}
      Icon={IconSpeakerphone}
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} />} component={Link} to="/notifications/system/add">
          {t('new')}
        </Button>
      }
      nothing={{
        title: t('noneSystem'),
        text: t('noneSystemText'),
        action: (
          <Button component={Link} to="/notifications/system/add">
            {t('new')}
          </Button>
        ),
      }}
    />
  );
}
