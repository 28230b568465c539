import { ActionIcon, Menu, Select } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconSparkles, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { mailingParams, type MailingTab, mailingTabs } from '../model/params.ts';
import type { SaveState } from '../model/autosave.ts';
import classes from './mailings.module.css';
import { MailingStatus } from './MailingStatus.tsx';
import { SaveMark } from './SaveMark.tsx';

interface MailingHeadProps {
  list: MailingListView;
  lists: readonly MailingListView[];
  tab: MailingTab;
  save: { state: SaveState; onRetry: () => void };
  onBack: () => void;
  onOpenList: (id: number) => void;
  onNew: () => void;
  onWriteWithAi: () => void;
  onRename: () => void;
  onRemove: () => void;
}

const exactly = { exact: true };

function MailingTabs({ tab, aside }: { tab: MailingTab; aside: ReactNode }) {
  const { t } = useTranslation('mailings');
  return (
    <div className={classes.headRow}>
      <nav className={classes.tabs} aria-label={t('tabs.label')}>
        {mailingTabs.map((name) => (
          <Link
            key={name}
            to="."
            search={(known) => ({ ...known, ...mailingParams.write({ tab: name, recipient: undefined }) })}
            className={classes.tab}
            // The path of the first tab is a prefix of the others.
            activeOptions={exactly}
            aria-current={name === tab ? 'page' : undefined}
          >
            {t(`tabs.${name}`)}
          </Link>
        ))}
      </nav>
      {aside}
    </div>
  );
}

type MailingMenuProps = Pick<MailingHeadProps, 'list' | 'onNew' | 'onWriteWithAi' | 'onRename' | 'onRemove'>;

function MailingMenu({ list, onNew, onWriteWithAi, onRename, onRemove }: MailingMenuProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('more', { ns: 'ui' })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={14} />} onClick={onNew}>
          {t('newMailing')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSparkles size={14} />} onClick={onWriteWithAi}>
          {t('writeWithAi')}
        </Menu.Item>
        {list.permissions.edit && (
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={onRename}>
            {t('rename')}
          </Menu.Item>
        )}
        {list.permissions.remove && (
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onRemove}>
            {t('remove.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** MAIL-002 */
export function MailingHead({ list, lists, tab, save, onBack, onOpenList, ...menu }: MailingHeadProps) {
  const { t } = useTranslation('mailings');
  return (
    <PageHeader
      title={list.name}
      note={
        <>
          {list.folder && (
            <Link to="/folders/$folderId" params={{ folderId: String(list.folder.id) }} className={classes.vacancy}>
              {list.folder.name}
            </Link>
          )}
          <MailingStatus status={list.status} />
        </>
      }
      onBack={onBack}
      actions={
        <>
          {lists.length > 1 && (
            <Select
              size="xs"
              w={200}
              aria-label={t('mailings')}
              allowDeselect={false}
              data={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(list.id)}
              onChange={(id) => id !== null && onOpenList(Number(id))}
            />
          )}
          <MailingMenu list={list} {...menu} />
        </>
      }
    >
      <MailingTabs tab={tab} aside={<SaveMark {...save} />} />
    </PageHeader>
  );
}
