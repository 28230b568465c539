import { Menu } from '@mantine/core';
import { IconBookmarkPlus, IconBookmarks, IconBriefcase, IconHistory, IconLink, IconPin, IconRadar2 } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { encodeSearch } from '@headwater/domain/query/address';
import { copyLink } from '#features/saved-queries/components/copy-link.ts';
import { openMakeVacancy, openSave } from '#features/saved-queries/components/dialogs.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useKeepForVacancy } from './keep-for-vacancy.ts';
import { useScreenSearch } from './use-screen-search.ts';

const iconOf = (Icon: typeof IconPin) => <Icon size={16} stroke={1.6} />;

interface SavedItemsProps {
  queryString: string;
  /** Phones have no room for the button. */
  hasSave: boolean;
}

export function SavedItems({ queryString, hasSave }: SavedItemsProps) {
  const { t } = useTranslation('saved-queries');
  const navigate = useNavigate();
  const actor = asActor(useCurrentUser());
  const { search, stored, mayKeep, named, queryId } = useScreenSearch(queryString);
  const keep = useKeepForVacancy();
  const edits = mayAccess('edit_vacancies', actor);
  const { folderId } = search;
  const makeVacancy = async () => {
    const id = queryId();
    if (id === undefined) return;
    const made = await openMakeVacancy({ ...named(), queryId: id });
    if (!made) return;
    showSnackbar({ message: t('smart.made', { name: made.name }), tone: 'success' });
    void navigate({ to: '/smart-folders/$folderId/', params: { folderId: String(made.id) } });
  };
  const panel = (hash: string) => () => void navigate({ to: '.', search: true, hash, resetScroll: false });
  return (
    <>
      {hasSave && (
        <Menu.Item leftSection={iconOf(IconBookmarkPlus)} disabled={!mayKeep} onClick={() => openSave(named())}>
          {t('menu.save')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={iconOf(IconLink)}
        disabled={!mayKeep}
        onClick={() => void copyLink(`/profiles/?${encodeSearch({ ...search, page: 1 })}`)}
      >
        {t('menu.link')}
      </Menu.Item>
      {edits && (
        <Menu.Item leftSection={iconOf(IconBriefcase)} disabled={!mayKeep} onClick={() => void makeVacancy()}>
          {t('menu.vacancy')}
        </Menu.Item>
      )}
      {edits && folderId !== null && (
        <Menu.Item leftSection={iconOf(IconPin)} disabled={!mayKeep} onClick={() => void keep(folderId, stored)}>
          {t('menu.keep')}
        </Menu.Item>
      )}
      {!mayKeep && <Menu.Label>{t('menu.nothingAsked')}</Menu.Label>}
      <Menu.Divider />
      <Menu.Item leftSection={iconOf(IconBookmarks)} onClick={panel('saved-queries')}>
        {t('menu.saved')}
      </Menu.Item>
      <Menu.Item leftSection={iconOf(IconHistory)} onClick={panel('history')}>
        {t('menu.history')}
      </Menu.Item>
      {mayAccess('vacancies', actor) && (
        <Menu.Item leftSection={iconOf(IconRadar2)} component={Link} to="/smart-folders/">
          {t('menu.smart')}
        </Menu.Item>
      )}
    </>
  );
}
