import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './screen.module.css';

const FiltersDrawer = lazy(async () => ({ default: (await import('./FiltersDrawer.tsx')).FiltersDrawer }));

interface FiltersButtonProps {
  /** How many facets hold something. */
  chosen: number;
  total: number | undefined;
  children: ReactNode;
}

/** On a phone: the button of the filters; the drawer that they are in comes with its first use. */
export function FiltersButton({ chosen, total, children }: FiltersButtonProps) {
  const { t } = useTranslation('search');
  const [opened, setOpened] = useState<boolean>();
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
      {opened !== undefined && (
        <Suspense fallback={null}>
          <FiltersDrawer opened={opened} title={title} total={total} onClose={() => setOpened(false)}>
            {children}
          </FiltersDrawer>
        </Suspense>
      )}
    </>
  );
}
