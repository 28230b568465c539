import type { OwnCompany } from '@headwater/contract/companies';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { formatPaidDay } from '../model/paid-day.ts';
import { quotaDays } from '../model/quotas.ts';
import { Address, Employees } from './company-facts.tsx';
import { LicensePill } from './LicensePill.tsx';

/** COMP-048 */
function QuotaFacts({ quotas }: Pick<OwnCompany, 'quotas'>) {
  const { t } = useTranslation('companies');
  const language = currentLanguage();
  const [current] = quotas.filter(({ state }) => state === 'current');
  const figure = (value: number) => formatNumber(value, language);
  return (
    <>
      <Fact label={t('quota.current')}>
        {current
          ? `${t('quota.used', { count: current.used, quota: figure(current.quota) })} · ${quotaDays(current, language)}`
          : t('quota.noneNow')}
      </Fact>
      {quotas
        .filter(({ state }) => state === 'coming')
        .map((quota) => (
          <Fact key={quota.id} label={t('quota.next')}>
            {`${t('quota.size', { count: quota.quota })} · ${quotaDays(quota, language)}`}
          </Fact>
        ))}
    </>
  );
}

/** COMP-008 */
export function OwnOverview({ company }: { company: OwnCompany }) {
  const { t } = useTranslation('companies');
  const language = currentLanguage();
  const most = (value: number | null) => (value === null ? t('unlimited') : formatNumber(value, language));
  return (
    <>
      <section>
        <SectionHead title={t('section.general')} />
        <FactList>
          <Fact label={t('license')}>
            <LicensePill license={company.license} />
          </Fact>
          <Fact label={t('accessType')}>{t(`accessTypeName.${company.access_type}`)}</Fact>
          <Fact label={t('paidTill')}>{company.paid_till ? formatPaidDay(company.paid_till, language) : t('unlimited')}</Fact>
          {company.account_manager && <Fact label={t('accountManager')}>{company.account_manager.name}</Fact>}
          {company.site !== '' && (
            <Fact label={t('field.site')}>
              <Address to={company.site} />
            </Fact>
          )}
        </FactList>
      </section>
      <section>
        <SectionHead title={t('employees')} />
        <Employees statistics={company.statistics} />
      </section>
      <section>
        <SectionHead title={t('limits')} />
        <FactList>
          <Fact label={t('credits')}>{most(company.credits)}</Fact>
          {company.quota_pricing_model === 'monthly' && <Fact label={t('contactsPerMonth')}>{most(company.contacts_per_month)}</Fact>}
          {company.quota_pricing_model === 'quota' && <QuotaFacts quotas={company.quotas} />}
          <Fact label={t('contactsPerMonthUser')}>{most(company.contacts_per_month_user)}</Fact>
          <Fact label={t('profilesPerDay')}>{most(company.profiles_per_day)}</Fact>
          {company.data_enrichment && <Fact label={t('enrichmentRows')}>{most(company.data_enrichment_credits)}</Fact>}
        </FactList>
      </section>
    </>
  );
}
