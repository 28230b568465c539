import { Button } from '@mantine/core';
import { IconMailOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SuppressionView } from '@headwater/contract/suppressions';
import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ListFilter } from '#ui/list/list.ts';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { ListTable } from '#ui/list/ListTable.tsx';
import { openModal } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { suppressionsPerPage, suppressionsQuery } from '../api/suppressions.ts';
import { suppressionParams } from '../model/params.ts';
import { AddForm } from './AddForm.tsx';
import { ReleaseForm } from './ReleaseForm.tsx';
import classes from './suppressions.module.css';

type Texts = TFunction<'suppressions'>;

const openRelease = (row: SuppressionView, t: Texts) =>
  void openModal({ title: t('releaseTitle'), content: (close) => <ReleaseForm row={row} onDone={close} /> });

const openAdd = (t: Texts) => void openModal({ title: t('add'), size: 'md', content: (close) => <AddForm onDone={close} /> });

function ReleaseButton({ row, t }: { row: SuppressionView; t: Texts }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={row.address === null ? t('releaseHidden') : t('releaseOf', { address: row.address })}
      onClick={(event) => {
        event.stopPropagation();
        openRelease(row, t);
      }}
    >
      {t('release')}
    </Button>
  );
}

const addressCell = (row: SuppressionView, { t, phone }: { t: Texts; phone: boolean }) => (
  <span className={classes.address}>
    <span className={row.address ? undefined : classes.quiet} title={row.address ?? undefined}>
      {row.address ?? t('hidden')}
    </span>
    {phone && <span className={classes.quiet}>{t(`reasonName.${row.reason}`)}</span>}
  </span>
);

function columnsFor(t: Texts, { released, phone }: { released: boolean; phone: boolean }): DataColumn<SuppressionView>[] {
  const address: DataColumn<SuppressionView> = {
    id: 'address',
    header: t('address'),
    cell: (row) => addressCell(row, { t, phone }),
    hideable: false,
    ...(phone ? {} : { width: 232 }),
  };
  const reason: DataColumn<SuppressionView> = {
    id: 'reason',
    header: t('reason'),
    cell: (row) => <span title={t(`sourceName.${row.source}`)}>{t(`reasonName.${row.reason}`)}</span>,
    width: 160,
  };
  if (released) {
    return [
      address,
      ...(phone ? [] : [reason]),
      { id: 'why', header: t('why'), cell: (row) => row.release_note ?? '', minWidth: 140 },
      ...(phone
        ? []
        : [
            { id: 'by', header: t('releasedBy'), cell: (row: SuppressionView) => row.released_by?.name ?? '', width: 150, optional: 2 },
            {
              id: 'at',
              header: t('releasedAt'),
              cell: (row: SuppressionView) => row.released_at && <RelativeTime value={row.released_at} />,
              width: 130,
              optional: 1,
            },
          ]),
    ];
  }
  return [
    address,
    ...(phone
      ? []
      : [
          reason,
          { id: 'note', header: t('note'), cell: (row: SuppressionView) => row.note, minWidth: 140, optional: 2 },
          { id: 'who', header: t('who'), cell: (row: SuppressionView) => row.added_by?.name ?? '', width: 140, optional: 3 },
          {
            id: 'since',
            header: t('since'),
            cell: (row: SuppressionView) => <RelativeTime value={row.added_at} />,
            width: 150,
            optional: 1,
          },
        ]),
    { id: 'release', header: '', cell: (row) => <ReleaseButton row={row} t={t} />, width: 110, edge: true, hideable: false },
  ];
}

/** DEC-05. */
export function SuppressionList() {
  const { t } = useTranslation('suppressions');
  const { shown } = useScreenParams(suppressionParams);
  const released = shown.shown === 'released';
  const query = useQuery(suppressionsQuery(shown));
  const add = () => openAdd(t);
  const filters: readonly ListFilter<typeof suppressionParams.shape>[] = [
    { kind: 'search', name: 'search', label: t('search') },
    {
      kind: 'select',
      name: 'reason',
      label: t('reason'),
      any: t('anyReason'),
      options: suppressionReasons.map((reason) => ({ value: reason, label: t(`reasonName.${reason}`) })),
    },
    {
      kind: 'choice',
      name: 'shown',
      label: t('shown'),
      options: [
        { value: 'now', label: t('now') },
        { value: 'released', label: t('released') },
      ],
    },
  ];
  return (
    <>
      <div className={classes.head}>
        <div className={classes.headRow}>
          <h2 className={classes.heading}>
            {t('title')}
            {query.data && <span className={classes.count}>{formatNumber(query.data.total, currentLanguage())}</span>}
          </h2>
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('add')}
          </Button>
        </div>
        <p className={classes.intro}>
          {t(released ? 'introReleased' : 'intro')}
          {query.data?.suppressions.some(({ address }) => address === null) && ` ${t('hiddenText')}`}
        </p>
        <ListFilters params={suppressionParams} filters={filters} />
      </div>
      <ListTable
        id={released ? 'suppressions-released' : 'suppressions'}
        label={t('title')}
        params={suppressionParams}
        filters={filters}
        query={query}
        rows={query.data?.suppressions}
        count={query.data?.total}
        perPage={suppressionsPerPage}
        columns={(room) => columnsFor(t, { released, phone: room === 'phone' })}
        rowHeight={{ phone: 52, narrow: 40, wide: 40 }}
        rowId={({ id }) => id}
        rowName={({ address }) => address ?? t('hidden')}
        Icon={IconMailOff}
        nothing={
          released
            ? { title: t('noneReleased'), text: t('noneReleasedText') }
            : { title: t('none'), text: t('noneText'), action: <Button onClick={add}>{t('add')}</Button> }
        }
      />
    </>
  );
}
