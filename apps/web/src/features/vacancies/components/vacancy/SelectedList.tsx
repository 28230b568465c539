import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { statusColor } from '#ui/StatusPill.tsx';
import { nameOf } from './columns.tsx';
import type { Selection } from './selection.ts';
import classes from './SelectedList.module.css';

const listed = 200;

/** CAND-011. Only the bar below offers actions. */
export function SelectedList({ selection }: { selection: Selection }) {
  const { t } = useTranslation('vacancies');
  const { candidates } = selection;
  const title = t('chosen', { count: candidates.length });
  return (
    <section className={classes.slide} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {candidates.slice(0, listed).map((candidate) => (
          <li key={candidate.id} className={classes.item}>
            <span
              className={classes.dot}
              style={{ background: `var(--hw-status-${statusColor(candidate.status.color)}-dot)` }}
              aria-hidden
            />
            <span className={classes.name}>{nameOf(candidate, t)}</span>
            <ActionIcon size="sm" aria-label={t('unchoose', { name: nameOf(candidate, t) })} onClick={() => selection.toggle(candidate)}>
              <IconX size={12} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {candidates.length > listed && <p className={classes.rest}>{t('andMore', { count: candidates.length - listed })}</p>}
    </section>
  );
}
