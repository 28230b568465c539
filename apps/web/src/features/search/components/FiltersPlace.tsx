import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useStoredState } from '#lib/stored-state.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import classes from './screen.module.css';

const FiltersDrawer = lazyPart(() => import('./FiltersDrawer.tsx'), 'FiltersDrawer');

interface FiltersButtonProps {
  chosen: number;
  total: number | undefined;
  children: ReactNode;
}

function FiltersButton({ chosen, total, children }: FiltersButtonProps) {
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

interface FiltersPlaceProps {
  panel: ReactNode;
  chosen: number;
  total: number | undefined;
  isPaneOpen: boolean;
}

/** An open profile collapses the filters if it needs the space. */
export function useFiltersPlace({ panel, chosen, total, isPaneOpen }: FiltersPlaceProps): { toggle: ReactNode; isBeside: boolean } {
  const { t } = useTranslation('search');
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const isTight = useMediaQuery('(max-width: 87.99em)', false, { getInitialValueInEffect: false });
  const [isWanted, setWanted] = useStoredState('search.filters', true);
  const [isUnfolded, setUnfolded] = useState(false);
  // The next opened profile collapses them again.
  if (isUnfolded && !isPaneOpen) setUnfolded(false);
  if (isNarrow) {
    const button = (
      <FiltersButton chosen={chosen} total={total}>
        {panel}
      </FiltersButton>
    );
    return { toggle: button, isBeside: false };
  }
  const isFolded = isTight && isPaneOpen;
  const isBeside = isFolded ? isUnfolded : isWanted;
  const label = t(isBeside ? 'filters.hide' : 'filters.show');
  const toggle = (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-expanded={isBeside} onClick={() => (isFolded ? setUnfolded(!isUnfolded) : setWanted(!isWanted))}>
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return { toggle, isBeside };
}
