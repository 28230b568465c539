import { Tooltip } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { VacancyView } from '@headwater/contract/vacancies';
import type { TFunction } from '#lib/translate.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { fullName } from '../person-name.ts';
import { VacancyMenu } from '../VacancyMenu.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import classes from './VacancyList.module.css';

type Words = TFunction<['vacancies', 'ui']>;

function Name({ vacancy, t }: { vacancy: VacancyView; t: Words }) {
  const hidden = vacancy.access_type === 'private';
  return (
    <span className={classes.name}>
      <span className={classes.title}>
        <Link to="/folders/$folderId/" params={{ folderId: String(vacancy.id) }} className={classes.link} title={vacancy.name}>
          {vacancy.name}
        </Link>
        {hidden && <IconLock size={14} stroke={1.6} aria-label={t('private')} />}
      </span>
      {vacancy.company_name && <span className={classes.quiet}>{vacancy.company_name}</span>}
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

/** On a phone only name and status counts. `isMixed`: active and archived vacancies. */
export function vacancyColumns(t: Words, { phone, isMixed }: { phone: boolean; isMixed: boolean }): DataColumn<VacancyView>[] {
  const name: DataColumn<VacancyView> = {
    id: 'name',
    header: t('name'),
    ...(phone ? { minWidth: 130 } : { width: 300 }),
    hideable: false,
    cell: (vacancy) => <Name vacancy={vacancy} t={t} />,
  };
  const actions: DataColumn<VacancyView> = {
    id: 'actions',
    header: '',
    width: 40,
    hideable: false,
    edge: true,
    cell: (vacancy) => <VacancyMenu vacancy={vacancy} />,
  };
  if (phone) {
    const candidates = {
      id: 'candidates',
      header: t('candidates'),
      width: 110,
      cell: (vacancy: VacancyView) => <StatusCounts vacancy={vacancy} short />,
    };
    return [name, candidates, actions];
  }
  return [
    name,
    { id: 'candidates', header: t('candidates'), minWidth: 280, cell: (vacancy) => <StatusCounts vacancy={vacancy} /> },
    { id: 'recruiters', header: t('recruiters'), width: 170, optional: 1, cell: (vacancy) => <Recruiters vacancy={vacancy} /> },
    { id: 'status', header: t('state'), width: 110, optional: 3, hidden: !isMixed, cell: (vacancy) => <State vacancy={vacancy} t={t} /> },
    { id: 'visibility', header: t('visibility'), width: 110, hidden: true, cell: (vacancy) => <Visibility vacancy={vacancy} t={t} /> },
    { id: 'updated', header: t('updated'), width: 150, optional: 2, cell: (vacancy) => <RelativeTime value={vacancy.updated_at} /> },
    actions,
  ];
}
