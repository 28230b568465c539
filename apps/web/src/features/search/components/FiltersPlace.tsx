import { Button, Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import classes from './screen.module.css';

interface FiltersButtonProps {
  /** How many facets hold something. */
  chosen: number;
  total: number | undefined;
  children: ReactNode;
}

/** On a phone: the button of the filters and the drawer that they are in. */
export function FiltersDrawer({ chosen, total, children }: FiltersButtonProps) {
  const { t } = useTranslation('search');
  const [opened, setOpened] = useState(false);
  const title = chosen > 0 ? t('filters.titleCount', { count: chosen }) : t('filters.title');
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAdjustmentsHorizontal size={14} />}
        aria-label={title}
        onClick={() => setOpened(true)}
      >
        {t('filters.title')}
        {chosen > 0 && <span className={classes.drawerCount}>{chosen}</span>}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        size="100%"
        padding={0}
        classNames={{ header: classes.drawerHead, body: classes.drawerBody, title: classes.drawerTitle }}
        closeButtonProps={{ 'aria-label': t('filters.hide') }}
      >
        {children}
        <div className={classes.drawerFoot}>
          <Button fullWidth onClick={() => setOpened(false)}>
            {t('filters.done', { count: total ?? 0, shown: formatNumber(total ?? 0, currentLanguage()) })}
          </Button>
        </div>
      </Drawer>
    </>
  );
}
