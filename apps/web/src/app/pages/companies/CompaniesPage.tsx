import { mayAccess } from '@headwater/domain/access';
import { CompanyList } from '#features/companies/components/CompanyList.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** COMP-001, ROLE-016: all companies for internal staff, their own for account managers. */
export function CompaniesPage() {
  const { t } = useTranslation('companies');
  usePageTitle(t('title'));
  return <CompanyList isStaff={mayAccess('staff', asActor(useCurrentUser()))} />;
}
