import { Usage } from '#features/api-usage/components/Usage.tsx';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { OpenCompany } from '../companies/OpenCompany.tsx';

/** COMP-007. */
export function CompanyUsagePage() {
  const { t } = useTranslation('companies');
  return (
    <OpenCompany title={t('part.apiCalls')}>
      {({ company_id: id, company_name: name }) => (
        <CompanyFrame id={id} title={name}>
          <Usage id={id} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}
