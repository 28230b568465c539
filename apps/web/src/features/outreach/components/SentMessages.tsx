import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentMessage } from '@headwater/contract/outreach';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { useLiveMessages } from '../api/live.ts';
import { messagesQuery, perPage } from '../api/messages.ts';
import { MessageStatus } from './MessageStatus.tsx';

export const messageStatuses = ['pending', 'planned', 'sent', 'opened', 'replied', 'error'] as const;
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

function useColumns(): DataColumn<SentMessage>[] {
  const { t } = useTranslation('outreach');
  return useMemo(
    () => [
      { id: 'to', header: t('recipient'), cell: (row) => row.profile_name ?? row.email, hideable: false },
      { id: 'subject', header: t('subject'), cell: (row) => row.subject },
      { id: 'status', header: t('status'), cell: (row) => <MessageStatus message={row} />, width: 150 },
      { id: 'sender', header: t('sender'), cell: (row) => row.sender.name, width: 170 },
      { id: 'when', header: t('when'), cell: (row) => <RelativeTime value={row.sent_at ?? row.send_at} />, width: 140 },
      { id: 'email', header: t('address'), cell: (row) => row.email, hidden: true },
    ],
    [t],
  );
}

/** SENT-001: everything that was written, with filters that the address holds. */
export function SentMessages({ status, search, page, openId, onChange, onOpen }: SentMessagesProps) {
  const { t } = useTranslation('outreach');
  const columns = useColumns();
  useLiveMessages();
  const query = useQuery({ ...messagesQuery({ status, search, page }), placeholderData: keepPreviousData });
  const type = useDebouncedCallback((typed: string) => onChange({ search: typed || undefined, page: undefined }), 250);
  const filtered = status !== undefined || search !== '';
  return (
    <>
      <div style={{ display: 'flex', gap: 8, padding: '12px 24px', flexWrap: 'wrap' }}>
        <TextInput
          size="xs"
          w={260}
          aria-label={t('searchMessages')}
          placeholder={t('searchMessages')}
          leftSection={<IconSearch size={14} />}
          defaultValue={search}
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
        id="sent-messages"
        label={t('sentMessages')}
        columns={columns}
        rows={query.data?.messages}
        rowId={rowId}
        rowName={rowName}
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
          />
        }
      />
      <Pager page={page} perPage={perPage} total={query.data?.total} onPage={(next) => onChange({ page: next })} />
    </>
  );
}
