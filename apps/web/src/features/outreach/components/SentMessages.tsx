import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentMessage } from '@headwater/contract/outreach';
import { usePhone } from '#lib/use-phone.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { messagesQuery, perPage } from '../api/messages.ts';
import { MessageStatus } from './MessageStatus.tsx';
import classes from './outreach.module.css';

export const messageStatuses = ['pending', 'planned', 'sent', 'opened', 'replied', 'error', 'soft_bounced', 'suppressed'] as const;
export type MessageStatusName = (typeof messageStatuses)[number];

interface SentMessagesProps {
  status: MessageStatusName | undefined;
  search: string;
  page: number;
  openId: number | undefined;
  onChange: (change: { status?: MessageStatusName | undefined; search?: string | undefined; page?: number | undefined }) => void;
  onOpen: (id: number) => void;
}

const rowId = (row: SentMessage) => row.id;
const rowName = (row: SentMessage) => row.subject;

const nameOf = (row: SentMessage) => row.profile_name ?? row.email;

/** On a phone the subject stands below the name: there is no room for a column of its own. */
const toAndSubject = (row: SentMessage) => (
  <span className={classes.lines}>
    <span>{nameOf(row)}</span>
    <span className={classes.quiet}>{row.subject}</span>
  </span>
);

function useColumns(phone: boolean): DataColumn<SentMessage>[] {
  const { t } = useTranslation('outreach');
  return useMemo(() => {
    const status: DataColumn<SentMessage> = {
      id: 'status',
      header: t('status'),
      cell: (row) => <MessageStatus message={row} />,
      width: phone ? 150 : 214,
    };
    if (phone) return [{ id: 'to', header: t('recipient'), cell: toAndSubject, hideable: false }, status];
    return [
      { id: 'to', header: t('recipient'), cell: nameOf, hideable: false },
      status,
      { id: 'subject', header: t('subject'), cell: (row) => row.subject },
      { id: 'sender', header: t('sender'), cell: (row) => row.sender.name, width: 150, optional: 2 },
      { id: 'when', header: t('when'), cell: (row) => <RelativeTime value={row.sent_at ?? row.send_at} />, width: 130, optional: 1 },
      { id: 'email', header: t('address'), cell: (row) => row.email, hidden: true },
    ];
  }, [t, phone]);
}

/** The text of the search field: what is typed, and what the address says when that changes by itself (Back, a link). */
function useSearchText(search: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  const known = useRef(search);
  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setTyped(search);
  }, [search]);
  const tell = useDebouncedCallback((text: string) => {
    known.current = text;
    onSearch(text);
  }, 250);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return { typed, type };
}

/** SENT-001: everything that was written, with filters that the address holds. */
export function SentMessages({ status, search, page, openId, onChange, onOpen }: SentMessagesProps) {
  const { t } = useTranslation('outreach');
  const phone = usePhone();
  const columns = useColumns(phone);
  const query = useQuery({ ...messagesQuery({ status, search, page }), placeholderData: keepPreviousData });
  const { typed, type } = useSearchText(search, (text) => onChange({ search: text || undefined, page: undefined }));
  const filtered = status !== undefined || search !== '';
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          size="xs"
          w={260}
          aria-label={t('searchMessages')}
          placeholder={t('searchMessages')}
          leftSection={<IconSearch size={14} />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Select
          size="xs"
          w={180}
          aria-label={t('status')}
          placeholder={t('anyStatus')}
          clearable
          data={messageStatuses.map((name) => ({ value: name, label: t(`statusName.${name}`) }))}
          value={status ?? null}
          onChange={(chosen) => onChange({ status: (chosen as MessageStatusName | null) ?? undefined, page: undefined })}
        />
      </div>
      <DataTable
        id={phone ? 'sent-messages-phone' : 'sent-messages'}
        label={t('sentMessages')}
        columns={columns}
        rows={query.data?.messages}
        rowId={rowId}
        rowName={rowName}
        rowHeight={phone ? 52 : 40}
        openId={openId}
        onOpen={(row) => onOpen(row.id)}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={
          <EmptyState
            icon={<IconSend size={24} stroke={1.5} />}
            title={filtered ? t('nothingFound') : t('noMessages')}
            text={filtered ? t('nothingFoundText') : t('noMessagesText')}
            action={
              filtered ? (
                <Button variant="default" onClick={() => onChange({ status: undefined, search: undefined, page: undefined })}>
                  {t('showAll')}
                </Button>
              ) : (
                <Button component={Link} to="/">
                  {t('findPeople')}
                </Button>
              )
            }
          />
        }
      />
      <Pager page={page} perPage={perPage} total={query.data?.total} onPage={(next) => onChange({ page: next })} />
    </>
  );
}
