import { Button } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MailingListView } from '@headwater/contract/mailings';
import { MailingStatus } from '#features/mailings/components/MailingStatus.tsx';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Room } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { sequencesPerPage, sequencesQuery } from '../api/sequences.ts';
import { sequenceParams, sequenceStatuses } from '../model/params.ts';
import { Intro } from './Intro.tsx';
import classes from './sequences.module.css';

const number = (value: number) => formatNumber(value, currentLanguage());

function columnsFor(t: TFunction<'sequences'>, room: Room): DataColumn<MailingListView>[] {
  const figure = (id: 'sent' | 'viewed' | 'replied'): DataColumn<MailingListView> => ({
    id,
    header: t(id),
    width: 104,
    align: 'right',
    cell: ({ totals }) => number(totals[id]),
  });
  const columns: (DataColumn<MailingListView> | false)[] = [
    {
      id: 'name',
      header: t('name'),
      hideable: false,
      minWidth: room === 'phone' ? 170 : 200,
      cell: ({ name }) => <span className={classes.cut}>{name}</span>,
    },
    { id: 'status', header: t('status'), width: room === 'phone' ? 136 : 150, cell: ({ status }) => <MailingStatus status={status} /> },
    room !== 'phone' && { id: 'people', header: t('people'), width: 104, align: 'right', cell: (row) => number(row.recipients_count) },
    room !== 'phone' && figure('sent'),
    room !== 'phone' && figure('viewed'),
    room !== 'phone' && figure('replied'),
    room !== 'phone' && {
      id: 'creator',
      header: t('creator'),
      width: 150,
      optional: 2,
      cell: ({ created_by: by }) => (by ? `${by.first_name} ${by.last_name}` : '—'),
    },
    room !== 'phone' && {
      id: 'created',
      header: t('created'),
      width: 130,
      optional: 1,
      cell: (row) => <RelativeTime value={row.created_at} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** SEQ-001. */
export function SequenceList() {
  const { t } = useTranslation(['sequences', 'mailings']);
  usePageTitle(t('title'));
  useScreenEvent('sequences', () => sendEvent('Sequences: Open'));
  const navigate = useNavigate();
  const { shown } = useScreenParams(sequenceParams);
  const query = useQuery(sequencesQuery(shown));
  const statuses = sequenceStatuses.map((value) => ({ value, label: t(`status.${value}`, { ns: 'mailings' }) }));
  return (
    <ListScreen
      id="sequences"
      title={t('title')}
      actions={
        <Button component={Link} to="/messaging/sequences/new" leftSection={<IconPlus size={16} />}>
          {t('new')}
        </Button>
      }
      params={sequenceParams}
      filters={[
        { kind: 'search', name: 'search', label: t('search') },
        { kind: 'select', name: 'status', label: t('status'), any: t('anyStatus'), options: statuses },
      ]}
      query={query}
      rows={query.data?.sequences}
      count={query.data?.count}
      perPage={sequencesPerPage}
      columns={(room) => columnsFor(t, room)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onOpen={({ id }) => void navigate({ to: '/messaging/sequences/$sequenceId', params: { sequenceId: String(id) } })}
      Icon={IconSend}
      nothing={<Intro />}
      plainWhenEmpty
    />
  );
}
