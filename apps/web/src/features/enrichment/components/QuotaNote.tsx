import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { quotaQuery } from '../api/enrichment.ts';
import classes from './enrichment.module.css';

/** CONT-029 to CONT-031 */
export function QuotaNote() {
  const { t } = useTranslation('enrichment');
  const { data, isError } = useQuery(quotaQuery);
  if (isError) return <output className={classes.bad}>{t('quotaFailed')}</output>;
  const { quotas_data_enrichment_available: available, quotas_data_enrichment_total: total } = data ?? {};
  if (typeof available !== 'number' || typeof total !== 'number') return null;
  const spent = formatNumber(total - available, currentLanguage());
  return (
    <span className={classes.quiet} title={t('spent', { spent, total: formatNumber(total, currentLanguage()) })}>
      {t('left', { count: available })}
    </span>
  );
}
