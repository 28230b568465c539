import { useNavigate } from '@tanstack/react-router';
import type { CompanyView } from '@headwater/contract/companies';
import { useSaveCompany } from '#features/companies/api/companies.ts';
import { CompanyFormWithChoices } from '#features/companies/components/CompanyForm.tsx';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { sections } from '#features/companies/model/fields.ts';
import { useClosedSettings } from '#features/companies/model/use-closed-settings.ts';
import { api } from '#lib/api.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { OpenCompany } from './OpenCompany.tsx';
import classes from './companies.module.css';

function Settings({ company }: { company: CompanyView }) {
  const { t } = useTranslation(['companies', 'ui']);
  const save = useSaveCompany(company.company_id);
  const navigate = useNavigate();
  const closed = useClosedSettings(company.company_id);
  const open = () => void navigate({ to: '/companies/$companyId', params: { companyId: String(company.company_id) } });
  return (
    <CompanyFormWithChoices
      sections={sections}
      settings={company}
      submitLabel={t('save')}
      submit={save}
      latest={() => api.companies.find({ id: company.company_id })}
      onDone={() => {
        showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'company' });
        open();
      }}
      onCancel={open}
      closed={closed}
    />
  );
}

/** COMP-004. */
export function UpdateCompanyPage() {
  const { t } = useTranslation('companies');
  return (
    <OpenCompany title={t('part.settings')}>
      {(company) => (
        <CompanyFrame id={company.company_id} title={company.company_name} isWide>
          <Settings key={company.company_id} company={company} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

/** Defaults of a new company (COMP-053). */
const usual = {
  access_type: 'pay',
  is_active: true,
  region: 'other',
  terms_location: 'us',
  time_zone: 'UTC',
  profiles_per_day: 1000,
  contacts_per_month: 3000,
  contacts_per_month_user: 300,
  quota_pricing_model: 'monthly',
  data_enrichment: true,
  events_section: true,
  gift_credit_size: 0,
  hm_max_count: 10,
  hm_max_folders: 20,
  max_workers_with_search: null,
  gdpr: { gender: true, diversity: true, age: true },
} as const;

/** COMP-002. */
export function NewCompanyPage() {
  const { t } = useTranslation('companies');
  const save = useSaveCompany(undefined);
  const navigate = useNavigate();
  usePageTitle(t('newTitle'));
  const back = () => void navigate({ to: '/companies' });
  return (
    <>
      <PageHeader title={t('newTitle')} onBack={back} />
      <div className={classes.form} data-long-form>
        <CompanyFormWithChoices
          sections={sections}
          settings={usual}
          submitLabel={t('create')}
          submit={save}
          onDone={(made) => {
            showSnackbar({ message: t('made', { name: made.company_name }), tone: 'success' });
            void navigate({ to: '/companies/$companyId', params: { companyId: String(made.company_id) } });
          }}
          onCancel={back}
        />
      </div>
    </>
  );
}
