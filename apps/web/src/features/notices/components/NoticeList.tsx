import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconBell, IconChecks, IconMail, IconMailOpened, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { noticeKindName, noticeText } from '@headwater/contract/notice-texts';
import type { NoticeView } from '@headwater/contract/notices';
import { noticeKinds, noticePlace } from '@headwater/domain/notices';
import { useCurrentUser } from '#lib/current-user.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import type { ListFilter } from '#ui/list/list.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError } from '#ui/snackbar.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { noticesPerPage, noticesQuery, unreadQuery, useNotices } from '../api/notices.ts';
import { noticeParams } from '../model/params.ts';
import { NoticeSettings } from './NoticeSettings.tsx';
import classes from './notices.module.css';

type Column = DataColumn<NoticeView>;
type Texts = TFunction<'notices'>;

function MarkButton({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation('notices');
  const { mark } = useNotices();
  const MarkIcon = notice.is_read ? IconMail : IconMailOpened;
  const label = t(notice.is_read ? 'markUnread' : 'markRead');
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={`${label}: ${noticeText(notice, currentLanguage())}`}
        onClick={(event) => {
          event.stopPropagation();
          void mark(notice.id, !notice.is_read).catch(showError);
        }}
      >
        <MarkIcon size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

function columnsFor(t: Texts, { isPhone, marks }: { isPhone: boolean; marks: boolean }): Column[] {
  const words: Column = {
    id: 'words',
    header: t('what'),
    cell: (row) => (
      <span className={classes.words} data-unread={!row.is_read || undefined}>
        <span className={classes.dot} data-unread={!row.is_read || undefined} aria-hidden />
        {noticeText(row, currentLanguage())}
      </span>
    ),
    minWidth: 200,
    hideable: false,
  };
  const when: Column = { id: 'when', header: t('when'), cell: (row) => <RelativeTime value={row.created_at} />, width: 150 };
  const markColumn: Column = { id: 'mark', header: '', cell: (row) => <MarkButton notice={row} />, width: 56, edge: true, hideable: false };
  const mark = marks ? [markColumn] : [];
  if (isPhone) return [words, ...mark];
  return [
    words,
    { id: 'kind', header: t('kind'), cell: (row) => noticeKindName(row.kind, currentLanguage()), width: 240, optional: 1 },
    when,
    ...mark,
  ];
}

const openSettings = (title: string) => void openModal({ title, size: 'md', content: () => <NoticeSettings /> });

interface NoticeListProps {
  onRecent: () => void;
}

export function NoticeList({ onRecent }: NoticeListProps) {
  const { t } = useTranslation('notices');
  const navigate = useNavigate();
  const { shown } = useScreenParams(noticeParams);
  const query = useQuery(noticesQuery(shown));
  const unread = useQuery(unreadQuery).data?.count ?? 0;
  const { mark, markAll } = useNotices();
  // Staff acting as a user must not mark the user's notices as read.
  const marks = useCurrentUser().impersonated_by === null;
  const rows = query.data?.notices;
  const newest = rows?.[0]?.id;
  const open = (notice: NoticeView) => {
    if (marks && !notice.is_read) void mark(notice.id, true).catch(showError);
    const to = noticePlace(notice);
    if (to === undefined) onRecent();
    else void navigate({ href: to });
  };
  const filters: readonly ListFilter<typeof noticeParams.shape>[] = [
    {
      kind: 'choice',
      name: 'state',
      label: t('state'),
      options: [
        { value: 'all', label: t('all') },
        { value: 'unread', label: t('unread') },
      ],
      narrows: ['unread'],
    },
    {
      kind: 'select',
      name: 'kind',
      label: t('kind'),
      any: t('anyKind'),
      options: noticeKinds.map((value) => ({ value, label: noticeKindName(value, currentLanguage()) })),
    },
  ];
  return (
    <ListScreen
      id="notices"
      title={t('title')}
      params={noticeParams}
      filters={filters}
      query={query}
      rows={rows}
      count={query.data?.count}
      perPage={noticesPerPage}
      columns={(room) => columnsFor(t, { isPhone: room === 'phone', marks })}
      rowHeight={{ phone: 52, narrow: 44, wide: 44 }}
      rowId={({ id }) => id}
      rowName={(row) => noticeText(row, currentLanguage())}
      onOpen={open}
      Icon={IconBell}
      nothing={{ title: t('none'), text: t('noneText') }}
      actions={
        <>
          {marks && unread > 0 && newest !== undefined && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconChecks size={14} />}
              onClick={() => void markAll(newest).catch(showError)}
            >
              {t('markAll')}
            </Button>
          )}
          <Tooltip label={t('settings')}>
            <ActionIcon size={32} aria-label={t('settings')} onClick={() => openSettings(t('settings'))}>
              <IconSettings size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    />
  );
}
