import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBookmarks, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager, useExistingPage } from '#ui/table/Pager.tsx';
import { newResultsQuery, savedPerPage, savedQueriesQuery, useSavedActions } from '../api/saved-queries.ts';
import { addressOf, type StoredSearch } from '../model/stored-search.ts';
import { openEdit } from './dialogs.tsx';
import { QueryChips } from './QueryChips.tsx';
import classes from './lists.module.css';

/** SAVQ-001. `current`: the search on the screen. */
export function SavedList({ current }: { current: StoredSearch }) {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const [shown, setShown] = useState({ search: '', page: 1 });
  const { data, error, isPlaceholderData, refetch } = useQuery(savedQueriesQuery(shown));
  const { data: fresh } = useQuery(newResultsQuery(data?.saved_queries.map(({ id }) => id) ?? []));
  const newIn = new Map(fresh?.new_results.map(({ id, count }) => [id, count]));
  const onPage = (page: number) => setShown({ ...shown, page });
  const saved = useExistingPage(
    { page: shown.page, perPage: savedPerPage, rows: data?.saved_queries, total: data?.count, isPlaceholder: isPlaceholderData },
    onPage,
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={5} rowHeight={84} />;
  const icon = <IconBookmarks size={24} stroke={1.5} />;
  if (data.count === 0 && shown.search === '') return <EmptyState icon={icon} title={t('saved.empty')} text={t('saved.emptyText')} />;
  return (
    <>
      <div className={classes.head}>
        <SearchBox
          label={t('saved.find')}
          max={100}
          width="100%"
          value={shown.search}
          onChange={(search) => setShown({ search, page: 1 })}
        />
      </div>
      {data.count === 0 && <EmptyState icon={icon} title={t('saved.notFound')} />}
      <ul className={classes.list} data-dimmed={isPlaceholderData || undefined} aria-label={t('saved.title')}>
        {saved?.map((one) => (
          <SavedRow key={one.id} saved={one} fresh={newIn.get(one.id) ?? 0} current={current} />
        ))}
      </ul>
      {data.count > savedPerPage && <Pager page={shown.page} perPage={savedPerPage} total={data.count} onPage={onPage} />}
    </>
  );
}

const number = (value: number) => formatNumber(value, currentLanguage());

interface SavedRowProps {
  saved: SavedQueryView;
  fresh: number;
  current: StoredSearch;
}

function SavedRow({ saved, fresh, current }: SavedRowProps) {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const { opened, remove } = useSavedActions();
  const { name, description, found } = saved;
  return (
    <li className={classes.row} data-saved={saved.id}>
      <div className={classes.title}>
        <Link
          className={classes.name}
          to="/profiles"
          search={addressOf(saved)}
          aria-label={t('saved.open', { name })}
          onClick={() => opened(saved)}
        >
          {name}
        </Link>
        {fresh > 0 && (
          <Tooltip label={t('saved.newHint')} multiline maw={240}>
            <span className={classes.new}>{t('saved.new', { count: fresh, shown: number(fresh) })}</span>
          </Tooltip>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={classes.menu} aria-label={t('saved.actions', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => openEdit(saved, current)}>
              {t('saved.edit')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void remove(saved)}>
              {t('saved.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {description !== '' && <p className={classes.description}>{description}</p>}
      <QueryChips search={saved} names={saved.filter_names} />
      <p className={classes.facts}>
        {t('saved.found', { count: found, shown: number(found) })}
        {' · '}
        {t('saved.opened')} <RelativeTime value={saved.opened_at} />
      </p>
    </li>
  );
}
