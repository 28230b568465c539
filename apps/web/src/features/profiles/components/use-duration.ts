import { useTranslation } from '#lib/use-translation.ts';
import { yearsAndMonths } from '../model/duration.ts';

/** 29 -> '2 yrs 5 mos', '2 г. 5 мес.'. */
export function useDuration(): (months: number) => string {
  const { t } = useTranslation('profiles');
  return (all) => {
    const [years, months] = yearsAndMonths(all);
    return [years > 0 && t('durationYears', { count: years }), months > 0 && t('durationMonths', { count: months })]
      .filter(Boolean)
      .join(' ');
  };
}
