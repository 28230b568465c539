import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VacancyView } from '@headwater/contract/vacancies';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { statusColor } from '#ui/StatusPill.tsx';
import classes from './StatusCounts.module.css';

const dot = (color: number) => `var(--hw-status-${statusColor(color)}-dot)`;

interface StatusCountsProps {
  vacancy: VacancyView;
  /** The bar and the sum alone: on a phone. */
  short?: boolean;
}

/** How the candidates of a vacancy are spread over its statuses: a bar of their shares, and each status with its count. */
export function StatusCounts({ vacancy, short = false }: StatusCountsProps) {
  const { t } = useTranslation('vacancies');
  const language = currentLanguage();
  const filled = vacancy.statuses.filter((status) => status.candidates_count > 0);
  if (filled.length === 0) return <span className={classes.none}>{t('nobodyYet')}</span>;
  const words = filled.map((status) => `${status.name} ${formatNumber(status.candidates_count, language)}`).join(' · ');
  return (
    <Tooltip label={words} multiline maw={320}>
      <div className={classes.counts}>
        <span className="hw-visually-hidden">{words}</span>
        <div className={classes.bar} aria-hidden>
          {filled.map((status) => (
            <span key={status.id} style={{ flexGrow: status.candidates_count, background: dot(status.color) }} />
          ))}
        </div>
        <div className={classes.numbers} aria-hidden>
          {short
            ? t('candidateCount', { count: vacancy.candidates_count })
            : filled.map((status) => (
                <span key={status.id} className={classes.number}>
                  <span className={classes.dot} style={{ background: dot(status.color) }} />
                  {status.name}
                  <b>{formatNumber(status.candidates_count, language)}</b>
                </span>
              ))}
        </div>
      </div>
    </Tooltip>
  );
}
