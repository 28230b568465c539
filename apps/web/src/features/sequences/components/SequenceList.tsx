import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { MailingStatus } from '#features/mailings/components/MailingStatus.tsx';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePhone } from '#lib/use-phone.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type SequenceFilter, sequencesPerPage, sequencesQuery } from '../api/sequences.ts';
import { Intro } from './Intro.tsx';
import classes from './sequences.module.css';

const statuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;
const rowId = ({ id }: MailingListView) => id;
const rowName = ({ name }: MailingListView) => name;
const number = (value: number) => formatNumber(value, currentLanguage());

function columnsFor(t: TFunction<'sequences'>, phone: boolean): DataColumn<MailingListView>[] {
  const figure = (id: 'sent' | 'viewed' | 'replied'): DataColumn<MailingListView> => ({
    id,
    header: t(id),
    width: 104,
    align: 'right',
    cell: ({ totals }) => number(totals[id]),
  });
  const columns: (DataColumn<MailingListView> | false)[] = [
    { id: 'name', header: t('name'), hideable: false, minWidth: 200, cell: ({ name }) => <span className={classes.cut}>{name}</span> },
    { id: 'status', header: t('status'), width: 150, cell: ({ status }) => <MailingStatus status={status} /> },
    !phone && { id: 'people', header: t('people'), width: 104, align: 'right', cell: (row) => number(row.recipients_count) },
    !phone && figure('sent'),
    !phone && figure('viewed'),
    !phone && figure('replied'),
    !phone && {
      id: 'creator',
      header: t('creator'),
      width: 150,
      optional: 2,
      cell: ({ created_by: by }) => (by ? `${by.first_name} ${by.last_name}` : '—'),
    },
    !phone && { id: 'created', header: t('created'), width: 130, optional: 1, cell: (row) => <RelativeTime value={row.created_at} /> },
  ];
  return columns.filter((column) => column !== false);
}

interface SequenceListProps {
  filter: SequenceFilter;
  onChange: (change: Record<string, string | undefined>) => void;
}

function Filters({ filter, onChange }: SequenceListProps) {
  const { t } = useTranslation(['sequences', 'mailings']);
  const [typed, setTyped] = useState(filter.search);
  const tell = useDebouncedCallback((search: string) => onChange({ search: search || undefined, page: undefined }), 250);
  return (
    <div className={classes.filters}>
      <TextInput
        size="xs"
        w={240}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={14} />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          tell(event.currentTarget.value.trim());
        }}
      />
      <Select
        size="xs"
        w={190}
        clearable
        aria-label={t('status')}
        placeholder={t('anyStatus')}
        data={statuses.map((value) => ({ value, label: t(`status.${value}`, { ns: 'mailings' }) }))}
        value={filter.status ?? null}
        onChange={(status) => onChange({ status: status ?? undefined, page: undefined })}
      />
    </div>
  );
}

function NewSequence() {
  const { t } = useTranslation('sequences');
  return (
    <Button component={Link} to="/messaging/sequences/new" leftSection={<IconPlus size={16} />}>
      {t('new')}
    </Button>
  );
}

/** SEQ-001: the sequences that the person may see. */
export function SequenceList({ filter, onChange }: SequenceListProps) {
  const { t } = useTranslation('sequences');
  const navigate = useNavigate();
  const phone = usePhone();
  const query = useQuery(sequencesQuery(filter));
  const columns = useMemo(() => columnsFor(t, phone), [t, phone]);
  const filtered = filter.search !== '' || filter.status !== undefined;
  const empty = query.data?.count === 0 && !filtered;
  const showAll = (
    <Button variant="default" onClick={() => onChange({ search: undefined, status: undefined, page: undefined })}>
      {t('showAll')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.count} actions={<NewSequence />}>
        {!empty && <Filters filter={filter} onChange={onChange} />}
      </PageHeader>
      <DataTable
        id={phone ? 'sequences-phone' : 'sequences'}
        label={t('title')}
        columns={columns}
        rows={query.data?.sequences}
        rowId={rowId}
        rowName={rowName}
        onOpen={({ id }) => void navigate({ to: '/messaging/sequences/$sequenceId', params: { sequenceId: String(id) } })}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={
          filtered ? (
            <EmptyState icon={<IconSend size={24} stroke={1.5} />} title={t('noneFits')} text={t('noneFitsText')} action={showAll} />
          ) : (
            <Intro />
          )
        }
      />
      {(query.data?.count ?? 0) > sequencesPerPage && (
        <Pager
          page={filter.page}
          perPage={sequencesPerPage}
          total={query.data?.count}
          onPage={(page) => onChange({ page: String(page) })}
        />
      )}
    </>
  );
}
