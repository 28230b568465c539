import { Tooltip } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { VacancyView } from '@headwater/contract/vacancies';
import { Avatar } from '#ui/Avatar.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { fullName } from '../person-name.ts';
import { VacancyMenu } from '../VacancyMenu.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import classes from './VacancyList.module.css';

type Words = TFunction<['vacancies', 'ui']>;

/** `whole`: with what the columns that there is no room for would say. */
function Name({ vacancy, whole, t }: { vacancy: VacancyView; whole: boolean; t: Words }) {
  const hidden = whole && vacancy.access_type === 'private';
  return (
    <span className={classes.name}>
      <span className={classes.title}>
        <Link to="/folders/$folderId/" params={{ folderId: String(vacancy.id) }} className={classes.link} title={vacancy.name}>
          {vacancy.name}
        </Link>
        {hidden && <IconLock size={14} stroke={1.6} aria-label={t('private')} />}
      </span>
      {whole && vacancy.company_name && <span className={classes.quiet}>{vacancy.company_name}</span>}
    </span>
  );
}

function Visibility({ vacancy, t }: { vacancy: VacancyView; t: Words }) {
  const hidden = vacancy.access_type === 'private';
  const Icon = hidden ? IconLock : IconWorld;
  return (
    <span className={classes.title}>
      <Icon size={14} stroke={1.6} aria-hidden />
      {hidden ? t('private') : t('public')}
    </span>
  );
}

function Recruiters({ vacancy }: { vacancy: VacancyView }) {
  const [first, ...others] = vacancy.assignees;
  if (!first) return <span className={classes.quiet}>—</span>;
  return (
    <Tooltip label={vacancy.assignees.map(fullName).join(', ')} disabled={others.length === 0} multiline maw={280}>
      <span className={classes.people}>
        <Avatar name={fullName(first)} size={20} />
        <span className={classes.quiet} style={{ color: 'inherit' }}>
          {fullName(first)}
        </span>
        {others.length > 0 && <span className={classes.quiet}>+{others.length}</span>}
      </span>
    </Tooltip>
  );
}

const State = ({ vacancy, t }: { vacancy: VacancyView; t: Words }) => (
  <StatusPill color={vacancy.status === 'active' ? 3 : 0} quiet>
    {vacancy.status === 'active' ? t('isActive') : t('isArchived')}
  </StatusPill>
);

export type Room = 'phone' | 'laptop' | 'wide';

/** Columns of the list of vacancies. On a phone: what it is and where its candidates stand; company and visibility go to the name but in a wide window. */
export function vacancyColumns(t: Words, room: Room): DataColumn<VacancyView>[] {
  const phone = room === 'phone';
  const wide = room === 'wide';
  const name: DataColumn<VacancyView> = {
    id: 'name',
    header: t('name'),
    hideable: false,
    cell: (vacancy) => <Name vacancy={vacancy} whole={!wide} t={t} />,
  };
  const candidates: DataColumn<VacancyView> = {
    id: 'candidates',
    header: t('candidates'),
    width: phone ? 130 : wide ? 260 : 210,
    cell: (vacancy) => <StatusCounts vacancy={vacancy} />,
  };
  const actions: DataColumn<VacancyView> = {
    id: 'actions',
    header: '',
    width: 56,
    hideable: false,
    cell: (vacancy) => <VacancyMenu vacancy={vacancy} />,
  };
  if (phone) return [name, candidates, actions];
  const columns: (DataColumn<VacancyView> | false)[] = [
    name,
    wide && {
      id: 'company',
      header: t('company'),
      width: 150,
      cell: (vacancy) => <span className={classes.quiet}>{vacancy.company_name || '—'}</span>,
    },
    { id: 'status', header: t('state'), width: 110, cell: (vacancy) => <State vacancy={vacancy} t={t} /> },
    wide && { id: 'visibility', header: t('visibility'), width: 110, cell: (vacancy) => <Visibility vacancy={vacancy} t={t} /> },
    { id: 'recruiters', header: t('recruiters'), width: 170, cell: (vacancy) => <Recruiters vacancy={vacancy} /> },
    candidates,
    { id: 'updated', header: t('updated'), width: wide ? 140 : 130, cell: (vacancy) => <RelativeTime value={vacancy.updated_at} /> },
    actions,
  ];
  return columns.filter((column) => column !== false);
}
