import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SentMessage } from '@headwater/contract/outreach';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Room } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { messagesQuery, perPage } from '../api/messages.ts';
import { messageStatuses, sentParams } from '../model/params.ts';
import { titleOf } from '../model/title.ts';
import { MessageStatus } from './MessageStatus.tsx';
import { MessageTime } from './MessageTime.tsx';
import classes from './outreach.module.css';

type View = 'sent' | 'scheduled';

const nameOf = (row: SentMessage) => row.profile_name ?? row.email;

const toAndSubject = (row: SentMessage, t: TFunction<'outreach'>) => (
  <span className={classes.lines}>
    <span>{nameOf(row)}</span>
    <span className={classes.quiet}>{titleOf(row, t)}</span>
  </span>
);

function columnsFor(t: TFunction<'outreach'>, { room, view }: { room: Room; view: View }): DataColumn<SentMessage>[] {
  const phone = room === 'phone';
  const status: DataColumn<SentMessage> = {
    id: 'status',
    header: t('status'),
    cell: (row) => <MessageStatus message={row} />,
    width: phone ? 112 : 200,
  };
  if (phone) return [{ id: 'to', header: t('recipient'), cell: (row) => toAndSubject(row, t), hideable: false }, status];
  return [
    { id: 'to', header: t('recipient'), cell: nameOf, width: 220, hideable: false },
    ...(view === 'sent' ? [status] : []),
    { id: 'subject', header: t('subject'), cell: (row) => titleOf(row, t), minWidth: 200 },
    { id: 'sender', header: t('sender'), cell: (row) => row.sender.name, width: 150, optional: 2 },
    { id: 'when', header: t('when'), cell: (row) => <MessageTime message={row} />, width: 150, optional: 1 },
    { id: 'email', header: t('address'), cell: (row) => row.email, hidden: true },
  ];
}

const statusFilter = (t: TFunction<'outreach'>) =>
  ({
    kind: 'select',
    name: 'status',
    label: t('status'),
    any: t('anyStatus'),
    options: messageStatuses.map((name) => ({ value: name, label: t(`statusName.${name}`) })),
  }) as const;

/** SENT-001 */
export function SentMessages({ view, tabs }: { view: View; tabs: ReactNode }) {
  const { t } = useTranslation('outreach');
  const { shown, change } = useScreenParams(sentParams);
  const query = useQuery({ ...messagesQuery({ ...shown, view }), placeholderData: keepPreviousData });
  return (
    <ListScreen
      id={`${view}-messages`}
      title={t(view === 'sent' ? 'sentMessages' : 'scheduled')}
      tabs={tabs}
      params={sentParams}
      filters={[{ kind: 'search', name: 'search', label: t('searchMessages') }, ...(view === 'sent' ? [statusFilter(t)] : [])]}
      query={query}
      rows={query.data?.messages}
      count={query.data?.total}
      perPage={perPage}
      columns={(room) => columnsFor(t, { room, view })}
      rowId={({ id }) => id}
      rowName={(row) => titleOf(row, t)}
      rowHeight={{ phone: 68, narrow: 40, wide: 40 }}
      openId={shown.message}
      onOpen={({ id }) => change({ message: id })}
      Icon={IconSend}
      nothing={{
        title: t(view === 'sent' ? 'noMessages' : 'noScheduled'),
        text: t(view === 'sent' ? 'noMessagesText' : 'noScheduledText'),
        action: (
          <Button component={Link} to="/">
            {t('findPeople')}
          </Button>
        ),
      }}
    />
  );
}
