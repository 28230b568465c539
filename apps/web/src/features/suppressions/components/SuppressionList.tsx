import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMailOff, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuppressionView } from '@headwater/contract/suppressions';
import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePhone } from '#lib/use-phone.ts';
import { openModal } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type SuppressionFilter, suppressionsPerPage, suppressionsQuery } from '../api/suppressions.ts';
import { AddForm } from './AddForm.tsx';
import { ReleaseForm } from './ReleaseForm.tsx';
import classes from './suppressions.module.css';

type Texts = TFunction<'suppressions'>;

const rowId = (row: SuppressionView) => row.id;

const openRelease = (row: SuppressionView, t: Texts) =>
  void openModal({ title: t('releaseTitle'), content: (close) => <ReleaseForm row={row} onDone={close} /> });

const openAdd = (t: Texts) => void openModal({ title: t('add'), size: 'md', content: (close) => <AddForm onDone={close} /> });

function ReleaseButton({ row, t }: { row: SuppressionView; t: Texts }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('releaseOf', { address: row.address ?? t('forgotten') })}
      onClick={(event) => {
        event.stopPropagation();
        openRelease(row, t);
      }}
    >
      {t('release')}
    </Button>
  );
}

/** On a phone the reason stands below the address: there is no room for a column of its own. */
const addressCell = (row: SuppressionView, { t, phone }: { t: Texts; phone: boolean }) => (
  <span className={classes.address}>
    {row.address ? <span title={row.address}>{row.address}</span> : <span className={classes.quiet}>{t('forgotten')}</span>}
    {phone && <span className={classes.quiet}>{t(`reasonName.${row.reason}`)}</span>}
  </span>
);

function columnsFor(t: Texts, { released, phone }: { released: boolean; phone: boolean }): DataColumn<SuppressionView>[] {
  const address: DataColumn<SuppressionView> = {
    id: 'address',
    header: t('address'),
    cell: (row) => addressCell(row, { t, phone }),
    hideable: false,
    minWidth: 200,
  };
  const reason: DataColumn<SuppressionView> = {
    id: 'reason',
    header: t('reason'),
    cell: (row) => <span title={t(`sourceName.${row.source}`)}>{t(`reasonName.${row.reason}`)}</span>,
    width: 170,
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
            width: 130,
            optional: 1,
          },
        ]),
    { id: 'release', header: '', cell: (row) => <ReleaseButton row={row} t={t} />, width: 110, align: 'right', hideable: false },
  ];
}

interface SuppressionListProps {
  filter: SuppressionFilter;
  onChange: (change: Record<string, string | undefined>) => void;
}

function Filters({ filter, onChange }: SuppressionListProps) {
  const { t } = useTranslation('suppressions');
  const [typed, setTyped] = useState(filter.search);
  const tell = useDebouncedCallback((search: string) => onChange({ search: search || undefined, page: undefined }), 250);
  return (
    <div className={classes.filters}>
      <TextInput
        size="xs"
        w={260}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={14} />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          tell(value);
        }}
      />
      <Select
        size="xs"
        w={190}
        aria-label={t('reason')}
        placeholder={t('anyReason')}
        clearable
        data={suppressionReasons.map((reason) => ({ value: reason, label: t(`reasonName.${reason}`) }))}
        value={filter.reason ?? null}
        onChange={(reason) => onChange({ reason: reason ?? undefined, page: undefined })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('shown')}
        value={filter.released ? 'released' : 'now'}
        onChange={(shown) => onChange({ shown: shown === 'released' ? shown : undefined, page: undefined })}
        data={[
          { value: 'now', label: t('now') },
          { value: 'released', label: t('released') },
        ]}
      />
    </div>
  );
}

function Nothing({ filter, onAdd, onChange }: SuppressionListProps & { onAdd: () => void }) {
  const { t } = useTranslation('suppressions');
  const icon = <IconMailOff size={24} stroke={1.5} />;
  if (filter.search !== '' || filter.reason !== undefined) {
    const action = (
      <Button variant="default" onClick={() => onChange({ search: undefined, reason: undefined, page: undefined })}>
        {t('showAll')}
      </Button>
    );
    return <EmptyState icon={icon} title={t('noneFits')} text={t('noneFitsText')} action={action} />;
  }
  if (filter.released) return <EmptyState icon={icon} title={t('noneReleased')} text={t('noneReleasedText')} />;
  return <EmptyState icon={icon} title={t('none')} text={t('noneText')} action={<Button onClick={onAdd}>{t('add')}</Button>} />;
}

/** DEC-05: whom the company does not write to, why and since when; by hand they come and go here. */
export function SuppressionList({ filter, onChange }: SuppressionListProps) {
  const { t } = useTranslation('suppressions');
  const phone = usePhone();
  const query = useQuery(suppressionsQuery(filter));
  const columns = useMemo(() => columnsFor(t, { released: filter.released, phone }), [t, filter.released, phone]);
  const rowName = useMemo(() => (row: SuppressionView) => row.address ?? t('forgotten'), [t]);
  const add = () => openAdd(t);
  const action = (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <div className={classes.head}>
        <div className={classes.headRow}>
          <h2 className={classes.heading}>
            {t('title')}
            {query.data && <span className={classes.count}>{formatNumber(query.data.total, currentLanguage())}</span>}
          </h2>
          {action}
        </div>
        <p className={classes.intro}>{t(filter.released ? 'introReleased' : 'intro')}</p>
        <Filters key={filter.search === '' ? 'empty' : 'typed'} filter={filter} onChange={onChange} />
      </div>
      <DataTable
        id={`suppressions${filter.released ? '-released' : ''}${phone ? '-narrow' : ''}`}
        label={t('title')}
        columns={columns}
        rows={query.data?.suppressions}
        rowId={rowId}
        rowName={rowName}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={<Nothing filter={filter} onAdd={add} onChange={onChange} />}
      />
      {(query.data?.total ?? 0) > suppressionsPerPage && (
        <Pager
          page={filter.page}
          perPage={suppressionsPerPage}
          total={query.data?.total}
          onPage={(page) => onChange({ page: String(page) })}
        />
      )}
    </>
  );
}
