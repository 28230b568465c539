import { UnstyledButton } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useOverflow } from '#lib/use-overflow.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { statusColor } from '#ui/StatusPill.tsx';
import classes from './StatusTabs.module.css';

interface StatusTabsProps {
  vacancy: VacancyView;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

export function StatusTabs({ vacancy, chosen, onChange }: StatusTabsProps) {
  const { t } = useTranslation('vacancies');
  const { line, hasMore } = useOverflow<HTMLElement>();
  const language = currentLanguage();
  const total = vacancy.statuses.reduce((sum, status) => sum + status.candidates_count, 0);
  const toggle = (event: MouseEvent, id: number) => {
    const others = chosen.filter((one) => one !== id);
    const on = !chosen.includes(id);
    if (event.shiftKey || event.ctrlKey || event.metaKey) onChange(on ? [...others, id] : others);
    else onChange(on || chosen.length > 1 ? [id] : []);
  };
  return (
    <section ref={line} className={classes.tabs} data-more={hasMore || undefined} aria-label={t('byStatus')}>
      <UnstyledButton className={classes.tab} aria-pressed={chosen.length === 0} onClick={() => onChange([])}>
        {t('all')}
        <span className={classes.count}>{formatNumber(total, language)}</span>
      </UnstyledButton>
      {vacancy.statuses.map((status) => (
        <UnstyledButton
          key={status.id}
          className={classes.tab}
          aria-pressed={chosen.includes(status.id)}
          data-none={status.candidates_count === 0 || undefined}
          onClick={(event) => toggle(event, status.id)}
        >
          <span className={classes.dot} style={{ background: `var(--hw-status-${statusColor(status.color)}-dot)` }} aria-hidden />
          {status.name}
          <span className={classes.count}>{formatNumber(status.candidates_count, language)}</span>
        </UnstyledButton>
      ))}
    </section>
  );
}
