import { useTranslation } from 'react-i18next';
import { CompanyList } from '#features/companies/components/CompanyList.tsx';
import { usePageTitle } from '#lib/page-title.ts';

/** COMP-001: for internal staff. */
export function CompaniesPage() {
  const { t } = useTranslation('companies');
  usePageTitle(t('title'));
  return <CompanyList />;
}
