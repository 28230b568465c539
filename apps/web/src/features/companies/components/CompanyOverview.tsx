import { useQuery } from '@tanstack/react-query';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { companyInfoQuery } from '../api/companies.ts';
import { formatPaidDay } from '../model/paid-day.ts';
import { Address, Employees } from './company-facts.tsx';
import { LicensePill } from './LicensePill.tsx';
import { Quotas } from './Quotas.tsx';

/** COMP-003, COMP-071 */
export function CompanyOverview({ id }: { id: number }) {
  const { t } = useTranslation('companies');
  const { data, error, refetch } = useQuery(companyInfoQuery(id));
  const language = currentLanguage();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={10} />;
  return (
    <>
      <section>
        <SectionHead title={t('section.general')} />
        <FactList>
          <Fact label={t('license')}>
            <LicensePill license={data.license} />
          </Fact>
          <Fact label={t('accessType')}>{t(`accessTypeName.${data.access_type}`)}</Fact>
          <Fact label={t('paidTill')}>{data.paid_till ? formatPaidDay(data.paid_till, language) : t('unlimited')}</Fact>
          <Fact label={t('accountManager')}>{data.account_manager?.name ?? t('nobody')}</Fact>
          <Fact label={t('credits')}>{data.credits === null ? t('unlimited') : formatNumber(data.credits, language)}</Fact>
          <Fact label={t('id')}>{String(id)}</Fact>
          <Fact label={t('created')}>{formatDate(data.created_at, language, 'date')}</Fact>
          {data.site !== '' && (
            <Fact label={t('field.site')}>
              <Address to={data.site} />
            </Fact>
          )}
          {data.stats_link !== '' && (
            <Fact label={t('field.stats_link')}>
              <Address to={data.stats_link} />
            </Fact>
          )}
          {data.crm_link !== '' && (
            <Fact label={t('field.crm_link')}>
              <Address to={data.crm_link} />
            </Fact>
          )}
        </FactList>
      </section>
      <section>
        <SectionHead title={t('employees')} />
        <Employees statistics={data.statistics} />
      </section>
      <Quotas id={id} model={data.quota_pricing_model} />
    </>
  );
}
