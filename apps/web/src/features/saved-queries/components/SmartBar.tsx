import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconDots, IconHistory, IconPin, IconPlayerStop, IconRestore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import type { ShownChoice } from '../model/smart-search.ts';
import classes from './smart.module.css';

interface SmartBarProps {
  folder: { id: number; name: string };
  shown: ShownChoice;
  onShown: (shown: ShownChoice) => void;
  onHistory: () => void;
  /** Undefined if the search equals the stored one or the user may not store another. */
  onKeep: (() => void) | undefined;
  onReset: (() => void) | undefined;
  onOff: (() => void) | undefined;
}

export function SmartBar({ folder, shown, onShown, onHistory, onKeep, onReset, onOff }: SmartBarProps) {
  const { t } = useTranslation('saved-queries');
  const choices: { value: ShownChoice; label: string }[] = [
    { value: 'everyone', label: t('smart.everyone') },
    { value: 'unseen', label: t('smart.unseen') },
    { value: 'seen', label: t('smart.seen') },
  ];
  return (
    <header className={classes.bar}>
      <Tooltip label={t('smart.back')}>
        <ActionIcon component={Link} to={`/folders/${folder.id}/`} aria-label={t('smart.back')}>
          <IconArrowLeft size={16} />
        </ActionIcon>
      </Tooltip>
      <h2 className={classes.title} title={folder.name}>
        {folder.name}
      </h2>
      <div className={classes.controls}>
        <SegmentedControl
          size="xs"
          aria-label={t('smart.shown')}
          data={choices}
          value={shown}
          onChange={(value) => onShown(value as ShownChoice)}
        />
        {onReset && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconRestore size={14} />} onClick={onReset}>
            {t('smart.reset')}
          </Button>
        )}
        {onKeep && (
          <Button size="compact-sm" leftSection={<IconPin size={14} />} onClick={onKeep}>
            {t('smart.keep')}
          </Button>
        )}
      </div>
      <div className={classes.icons}>
        <Tooltip label={t('smart.history')}>
          <ActionIcon aria-label={t('smart.history')} onClick={onHistory}>
            <IconHistory size={16} />
          </ActionIcon>
        </Tooltip>
        {onOff && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t('smart.more')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" leftSection={<IconPlayerStop size={16} stroke={1.6} />} onClick={onOff}>
                {t('smart.off')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </header>
  );
}
