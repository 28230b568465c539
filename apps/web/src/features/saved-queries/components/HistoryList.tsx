import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBookmarkPlus, IconEyeOff, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { HistoryEntryView } from '@headwater/contract/search-history';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager, useExistingPage } from '#ui/table/Pager.tsx';
import { folderHistoryQuery, historyPerPage, historyQuery, useHistoryActions } from '../api/search-history.ts';
import { addressOf } from '../model/stored-search.ts';
import { openSave } from './dialogs.tsx';
import { QueryChips, useSearchWords } from './QueryChips.tsx';
import classes from './lists.module.css';

interface HistoryListProps {
  /** History of all users for this vacancy; without it the user's own. */
  folderId?: number;
  onOpened?: () => void;
}

/** SAVQ-009, SMF-010. */
export function HistoryList({ folderId, onOpened }: HistoryListProps) {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const [page, setPage] = useState(1);
  const own = useQuery({ ...historyQuery(page), enabled: folderId === undefined });
  const shared = useQuery({ ...folderHistoryQuery(folderId ?? 0, page), enabled: folderId !== undefined });
  const { data, error, isPlaceholderData, refetch } = folderId === undefined ? own : shared;
  const entries = useExistingPage(
    { page, perPage: historyPerPage, rows: data?.search_queries, total: data?.count, isPlaceholder: isPlaceholderData },
    setPage,
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !entries) return <SkeletonList rows={6} rowHeight={64} />;
  if (data.count === 0) {
    const icon = <IconHistory size={24} stroke={1.5} />;
    return folderId === undefined ? (
      <EmptyState icon={icon} title={t('history.empty')} />
    ) : (
      <EmptyState icon={icon} title={t('history.emptyFolder')} text={t('history.emptyFolderText')} />
    );
  }
  return (
    <>
      <ul className={classes.list} data-dimmed={isPlaceholderData || undefined} aria-label={t('history.title')}>
        {entries.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} inFolder={folderId !== undefined} onOpened={onOpened} />
        ))}
      </ul>
      {data.count > historyPerPage && <Pager page={page} perPage={historyPerPage} total={data.count} onPage={setPage} />}
    </>
  );
}

function HistoryRow({ entry, inFolder, onOpened }: { entry: HistoryEntryView; inFolder: boolean; onOpened: (() => void) | undefined }) {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const { hide } = useHistoryActions();
  const { id, folder, found, filter_names: names, user } = entry;
  const isOwn = useCurrentUser().id === user.id;
  const { words } = useSearchWords(entry, names);
  const chips = <QueryChips search={entry} names={names} />;
  const said = { 'aria-label': t('history.entry', { words }), className: classes.query ?? '', onClick: () => onOpened?.() };
  return (
    <li className={classes.row} data-entry={id}>
      <div className={classes.title}>
        {inFolder && folder ? (
          <Link {...said} to="/smart-folders/$folderId/" params={{ folderId: String(folder.id) }} search={addressOf(entry)}>
            {chips}
          </Link>
        ) : (
          <Link {...said} to="/profiles" search={addressOf(entry, folder?.id)}>
            {chips}
          </Link>
        )}
        <Tooltip label={t('history.save')}>
          <ActionIcon aria-label={t('history.saveNamed', { words })} onClick={() => openSave({ search: entry, names })}>
            <IconBookmarkPlus size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        {isOwn && (
          <Tooltip label={t('history.hide')}>
            <ActionIcon aria-label={t('history.hideNamed', { words })} onClick={() => void hide(id)}>
              <IconEyeOff size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <p className={classes.facts}>
        {t('saved.found', { count: found, shown: formatNumber(found, currentLanguage()) })}
        {' · '}
        <RelativeTime value={entry.shown_at} />
        {inFolder && !isOwn && ` · ${`${user.first_name} ${user.last_name}`.trim()}`}
        {!inFolder && folder && ` · ${t('history.inVacancy', { name: folder.name })}`}
      </p>
    </li>
  );
}
