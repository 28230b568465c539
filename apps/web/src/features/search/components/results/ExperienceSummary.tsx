import type { FoundProfile } from '@headwater/contract/search';
import type { Ranking } from '@headwater/domain/query/rankings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './row.module.css';

type Person = Pick<FoundProfile, 'experience_months' | 'updated_on' | 'past_companies' | 'education'>;

export function useExperience(): (months: number | null) => string {
  const { t } = useTranslation('search');
  return (months) => {
    if (months === null) return '';
    return months < 12 ? t('months', { count: months }) : t('years', { count: Math.floor(months / 12) });
  };
}

export const dayOf = (date: string): string => formatDate(date.slice(0, 10), currentLanguage());

export function useSortFact(): (person: Person, ranking: Ranking) => string {
  const { t } = useTranslation('search');
  const experience = useExperience();
  return ({ experience_months: months, updated_on: updated }, ranking) => {
    if (ranking === 'experience' && months !== null) return t('experience', { duration: experience(months) });
    return ranking === 'updated' && updated ? t('updatedOn', { date: dayOf(updated) }) : '';
  };
}

export function ExperienceSummary({ person, ranking }: { person: Person; ranking: Ranking }) {
  const { t } = useTranslation('search');
  const experience = useExperience();
  const { experience_months: months, updated_on: updated, past_companies: companies, education } = person;
  const school = education && [education.institution, education.year].filter(Boolean).join(', ');
  const before = companies.length > 0 ? t('before', { list: companies.join(', ') }) : '';
  return (
    <div className={classes.background}>
      <div className={classes.backgroundLine}>
        {months !== null && (
          <span data-sorted={ranking === 'experience' || undefined}>{t('experience', { duration: experience(months) })}</span>
        )}
        {updated && (
          <span className={classes.updated} data-sorted={ranking === 'updated' || undefined}>
            {t('updatedOn', { date: dayOf(updated) })}
          </span>
        )}
      </div>
      {before && (
        <div className={classes.backgroundLine} title={before}>
          <span>{before}</span>
        </div>
      )}
      {school && (
        <div className={classes.backgroundLine} title={school}>
          <span>{school}</span>
        </div>
      )}
    </div>
  );
}
