import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBookmarkPlus, IconCheck, IconDots, IconLink, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { alertPeriods } from '@headwater/domain/saved-queries';
import { storedSearchPath } from '@headwater/domain/query/stored-search';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { useSavedActions } from '../api/saved-queries.ts';
import { addressOf, type StoredSearch } from '../model/stored-search.ts';
import { copyLink } from './copy-link.ts';
import { openCopy, openEdit } from './dialogs.tsx';
import { QueryChips } from './QueryChips.tsx';
import classes from './lists.module.css';

const number = (value: number) => formatNumber(value, currentLanguage());
const iconOf = (Icon: typeof IconCheck) => <Icon size={16} stroke={1.6} />;

interface SavedRowProps {
  saved: SavedQueryView;
  fresh: number;
  current: StoredSearch;
}

export function SavedRow({ saved, fresh, current }: SavedRowProps) {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const { opened } = useSavedActions();
  const { name, description, found, owner } = saved;
  return (
    <li className={classes.row} data-saved={saved.id}>
      <div className={classes.title}>
        <Link
          className={classes.name}
          to="/profiles"
          search={addressOf(saved)}
          aria-label={t('saved.open', { name })}
          onClick={() => owner === null && opened(saved)}
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
          <Menu.Dropdown>{owner === null ? <OwnItems saved={saved} current={current} /> : <ColleagueItems saved={saved} />}</Menu.Dropdown>
        </Menu>
      </div>
      {description !== '' && <p className={classes.description}>{description}</p>}
      <QueryChips search={saved} names={saved.filter_names} />
      <p className={classes.facts}>
        {owner === null ? (
          <>
            {t('saved.found', { count: found, shown: number(found) })}
            {' · '}
            {t('saved.opened')} <RelativeTime value={saved.opened_at} />
            {saved.alert !== 'off' && ` · ${t(`alert.fact.${saved.alert}`)}`}
            {saved.is_shared && ` · ${t('share.fact')}`}
          </>
        ) : (
          t('share.by', { name: owner })
        )}
      </p>
    </li>
  );
}

function OwnItems({ saved, current }: { saved: SavedQueryView; current: StoredSearch }) {
  const { t } = useTranslation('saved-queries');
  const { remove, setAlert, setShared } = useSavedActions();
  return (
    <>
      <Menu.Label>{t('alert.title')}</Menu.Label>
      {alertPeriods.map((period) => (
        <Menu.Item
          key={period}
          leftSection={
            saved.alert === period ? (
              <IconCheck size={16} stroke={1.6} aria-label={t('alert.chosen')} />
            ) : (
              <span className={classes.unchecked} />
            )
          }
          onClick={() => void setAlert(saved, period)}
        >
          {t(`alert.${period}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={iconOf(IconUsers)} onClick={() => void setShared(saved, !saved.is_shared)}>
        {t(saved.is_shared ? 'share.stop' : 'share.start')}
      </Menu.Item>
      <Menu.Item leftSection={iconOf(IconLink)} onClick={() => void copyLink(storedSearchPath(saved))}>
        {t('menu.link')}
      </Menu.Item>
      <Menu.Item leftSection={iconOf(IconPencil)} onClick={() => openEdit(saved, current)}>
        {t('saved.edit')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={iconOf(IconTrash)} onClick={() => void remove(saved)}>
        {t('saved.delete')}
      </Menu.Item>
    </>
  );
}

function ColleagueItems({ saved }: { saved: SavedQueryView }) {
  const { t } = useTranslation('saved-queries');
  return (
    <>
      <Menu.Item leftSection={iconOf(IconBookmarkPlus)} onClick={() => openCopy(saved)}>
        {t('share.copy')}
      </Menu.Item>
      <Menu.Item leftSection={iconOf(IconLink)} onClick={() => void copyLink(storedSearchPath(saved))}>
        {t('menu.link')}
      </Menu.Item>
    </>
  );
}
