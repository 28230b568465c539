import { useQuery } from '@tanstack/react-query';
import type { ApiUsage } from '@headwater/contract/api-usage';
import { ApiError } from '#lib/api-error.ts';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { DayField } from '#ui/DayField.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { usageQuery } from '../api/usage.ts';
import { usageParams } from '../model/params.ts';
import classes from './usage.module.css';

interface Line {
  key: string | number;
  name: string;
  count: number;
}

function Bars({ title, lines, isCode = false }: { title: string; lines: readonly Line[]; isCode?: boolean }) {
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.lines}>
        {lines.map(({ key, name, count }) => (
          <li key={key} className={classes.line}>
            <span className={isCode ? classes.code : classes.name}>{name}</span>
            <span className={classes.bar} aria-hidden style={{ inlineSize: `${(count / most) * 100}%` }} />
            <span className={classes.count}>{formatNumber(count, currentLanguage())}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ usage }: { usage: ApiUsage }) {
  const { t } = useTranslation('api-usage');
  const language = currentLanguage();
  if (usage.total === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <>
      <p className={classes.total}>{t('calls', { count: usage.total })}</p>
      <Bars
        title={t('byResource')}
        isCode
        lines={usage.resources.map(({ resource, count }) => ({ key: resource, name: resource, count }))}
      />
      <Bars title={t('byPerson')} lines={usage.people.map(({ id, name, count }) => ({ key: id, name, count }))} />
      <Bars title={t('byDay')} lines={usage.days.map(({ day, count }) => ({ key: day, name: formatDate(day, language), count }))} />
    </>
  );
}

/** API-003, API-008. Without an id: the user's own company. */
export function Usage({ id }: { id: number | undefined }) {
  const { t } = useTranslation('api-usage');
  const { shown, change } = useScreenParams(usageParams);
  const { data, error, refetch } = useQuery(usageQuery(id, shown));
  const wrong = error instanceof ApiError ? error.fields : {};
  const day = (name: 'from' | 'to', fault: string | undefined) => (
    <DayField
      label={t(name)}
      value={shown[name] || data?.[`date_${name}`] || ''}
      error={fault}
      onChange={(value) => change({ [name]: value }, { replace: true })}
    />
  );
  const isRefused = Object.keys(wrong).length > 0;
  return (
    <section className={classes.usage}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('title')}</h2>
        <div className={classes.days}>
          {day('from', wrong['date_from'])}
          {day('to', wrong['date_to'])}
        </div>
      </div>
      {error && !isRefused && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (data ? <Figures usage={data} /> : <SkeletonText lines={8} />)}
    </section>
  );
}
