import { CompanyList } from '#features/companies/components/CompanyList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** COMP-001: for internal staff. */
export function CompaniesPage() {
  const { t } = useTranslation('companies');
  usePageTitle(t('title'));
  return <CompanyList />;
}
