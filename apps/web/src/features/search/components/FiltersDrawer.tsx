import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './screen.module.css';

interface FiltersDrawerProps {
  opened: boolean;
  title: string;
  total: number | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function FiltersDrawer({ opened, title, total = 0, onClose, children }: FiltersDrawerProps) {
  const { t } = useTranslation('search');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      size="100%"
      padding={0}
      classNames={{ header: classes.drawerHead, body: classes.drawerBody, title: classes.drawerTitle }}
      closeButtonProps={{ 'aria-label': t('filters.hide') }}
    >
      {children}
      <div className={classes.drawerFoot}>
        <Button fullWidth onClick={onClose}>
          {t('filters.done', { count: total, shown: formatNumber(total, currentLanguage()) })}
        </Button>
      </div>
    </Drawer>
  );
}
