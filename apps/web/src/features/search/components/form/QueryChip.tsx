import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconMinus, IconStarFilled, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { toggleExcluded } from '@headwater/domain/query/query-lines';
import type { TermData } from '@headwater/domain/query/term';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyAside, lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import type { ChipGroup } from '../../model/lines.ts';
import classes from './chip.module.css';

const ChipOptions = lazyPart(() => import('./ChipOptions.tsx'), 'ChipOptions');
const ChipCost = lazyAside(() => import('./ChipCost.tsx'), 'ChipCost');

export function preloadChips(): void {
  ChipCost.preload();
  ChipOptions.preload();
}

interface QueryChipProps {
  group: ChipGroup;
  onChange: (terms: TermData[]) => void;
}

/** Keys that work inside the popover; all others close it (SRCH-045). */
const inner = new Set(['Tab', 'Shift', ' ', 'ArrowUp', 'ArrowDown', 'Control', 'Alt', 'Meta']);

/** SRCH-042 to SRCH-045. */
export function QueryChip({ group, onChange }: QueryChipProps) {
  const { t } = useTranslation('search');
  const [opened, setOpened] = useState(false);
  const { main, others } = group;
  const excluded = main.is_excluded === true;
  const isFixed = main.is_read_only === true;
  const terms = [main, ...others];
  const isMain = main.is_main_skill === true;
  const label = main.text;
  useEffect(() => {
    if (!opened) return undefined;
    const close = (event: KeyboardEvent) => {
      const isOnButton = (event.target as HTMLElement).closest('[role=dialog] button') !== null;
      if (inner.has(event.key) || (event.key === 'Enter' && isOnButton)) return;
      event.preventDefault();
      event.stopPropagation();
      setOpened(false);
    };
    document.addEventListener('keydown', close, true);
    return () => document.removeEventListener('keydown', close, true);
  }, [opened]);
  return (
    <span className={classes.chip} data-excluded={excluded || undefined} data-chip={label}>
      <Tooltip label={<Cost label={label} terms={terms} />} openDelay={60} disabled={opened} multiline maw={320}>
        <UnstyledButton
          className={classes.words}
          disabled={isFixed}
          aria-label={t(excluded ? 'chip.include' : 'chip.exclude', { label })}
          onClick={() => onChange(terms.map(toggleExcluded))}
        >
          {excluded && <IconMinus size={12} stroke={2.4} aria-hidden />}
          {isMain && <IconStarFilled size={11} aria-hidden />}
          <span className={classes.label}>{label}</span>
          {main.proximity !== undefined && <span className={classes.note}>~{main.proximity}</span>}
          {main.skill_range !== undefined && <span className={classes.note}>{t('chip.yearsShort', { years: main.skill_range })}</span>}
          {others.length > 0 && <span className={classes.note}>{t('chip.more', { count: others.length })}</span>}
          {others.length === 0 && main.whithSynonym === false && <span className={classes.note}>=</span>}
        </UnstyledButton>
      </Tooltip>
      {!isFixed && (
        <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-start" width={280}>
          <Popover.Target>
            <UnstyledButton
              className={classes.button}
              aria-label={t('chip.options', { label })}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconChevronDown size={12} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={classes.dropdown} aria-label={t('chip.options', { label })}>
            <Suspense fallback={<SkeletonText lines={3} />}>
              <ChipOptions group={group} onChange={onChange} onDone={() => setOpened(false)} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      {!isFixed && (
        <UnstyledButton className={classes.button} aria-label={t('chip.remove', { label })} onClick={() => onChange([])}>
          <IconX size={12} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}

function Cost({ label, terms }: { label: string; terms: readonly TermData[] }) {
  return (
    <>
      <span className={classes.whole}>{label}</span>
      <Suspense fallback="…">
        <ChipCost terms={terms} />
      </Suspense>
    </>
  );
}
