import { reportReasons } from '@headwater/domain/profiles/reports';
import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProfileReportView } from '@headwater/contract/profile-reports';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError } from '#ui/snackbar.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { reportsPerPage, reportsQuery, useResolve } from '../api/reports.ts';
import { reportParams } from '../model/params.ts';
import classes from './reports.module.css';

type Texts = TFunction<'profile-reports'>;
type Column = DataColumn<ProfileReportView>;

const nameOf = (row: ProfileReportView, t: Texts) => row.profile_name ?? t('deletedProfile');

function ResolveButton({ row }: { row: ProfileReportView }) {
  const { t } = useTranslation('profile-reports');
  const resolve = useResolve();
  const isOpen = row.state === 'open';
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={resolve.isPending}
      aria-label={`${t(isOpen ? 'resolve' : 'reopen')}: ${nameOf(row, t)}`}
      onClick={() => resolve.mutate({ ids: [row.id], state: isOpen ? 'resolved' : 'open' }, { onError: showError })}
    >
      {t(isOpen ? 'resolve' : 'reopen')}
    </Button>
  );
}

function columnsFor(t: Texts, isPhone: boolean): Column[] {
  const said: Column = {
    id: 'said',
    header: t('report'),
    cell: (row) => (
      <span className={classes.said}>
        <span className={classes.head}>
          <Link to="/profiles/$profileId" params={{ profileId: String(row.profile_id) }}>
            {nameOf(row, t)}
          </Link>
          <span className={classes.quiet}>{t(`reasonName.${row.reason}`)}</span>
        </span>
        <span className={classes.text}>{row.text}</span>
      </span>
    ),
    minWidth: 200,
    hideable: false,
  };
  const others: Column[] = [
    {
      id: 'who',
      header: t('who'),
      cell: (row) => (
        <span className={classes.said}>
          <span title={row.created_by?.email}>{row.created_by?.name ?? ''}</span>
          <span className={classes.quiet}>{row.company.name}</span>
        </span>
      ),
      width: 200,
      optional: 1,
    },
    { id: 'when', header: t('when'), cell: (row) => <RelativeTime value={row.created_at} />, width: 130, optional: 2 },
  ];
  const action: Column = { id: 'resolve', header: '', cell: (row) => <ResolveButton row={row} />, width: 110, edge: true, hideable: false };
  return [said, ...(isPhone ? [] : others), action];
}

/** PEDT-022. */
export function ReportList() {
  const { t } = useTranslation('profile-reports');
  const { shown } = useScreenParams(reportParams);
  const query = useQuery(reportsQuery(shown));
  const filters: readonly ListFilter<typeof reportParams.shape>[] = [
    {
      kind: 'choice',
      name: 'state',
      label: t('state'),
      options: [
        { value: 'open', label: t('open') },
        { value: 'resolved', label: t('resolved') },
      ],
    },
    {
      kind: 'select',
      name: 'reason',
      label: t('reason'),
      any: t('anyReason'),
      options: reportReasons.map((reason) => ({ value: reason, label: t(`reasonName.${reason}`) })),
    },
  ];
  return (
    <ListScreen
      id="profile-reports"
      title={t('title')}
      params={reportParams}
      filters={filters}
      query={query}
      rows={query.data?.reports}
      count={query.data?.count}
      perPage={reportsPerPage}
      columns={(room) => columnsFor(t, room === 'phone')}
      rowHeight={{ phone: 76, narrow: 64, wide: 64 }}
      rowId={({ id }) => id}
      rowName={(row) => nameOf(row, t)}
      Icon={IconFlag}
      nothing={{ title: t('none'), text: t('noneText') }}
    />
  );
}
