import { useTranslation } from 'react-i18next';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { EmployeeList, ManagerList } from '#features/employees/components/EmployeeList.tsx';
import type { Place } from '#features/employees/model/place.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { OpenCompany } from '../companies/OpenCompany.tsx';

type List = Exclude<Place['list'], 'managers'>;

function OfCompany({ list }: { list: List }) {
  const { t } = useTranslation('employees');
  return (
    <OpenCompany title={t(`title.${list}`)}>
      {({ company_id: companyId, company_name: name }) => (
        <CompanyFrame id={companyId} title={name} isList>
          <EmployeeList place={{ list, companyId }} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

function OfOwn({ list }: { list: List }) {
  const { t } = useTranslation('employees');
  const { company } = useCurrentUser();
  usePageTitle(`${t(`title.${list}`)} · ${company.company_name}`);
  return (
    <CompanyFrame id={undefined} title={company.company_name} isList>
      <EmployeeList place={{ list, companyId: undefined }} />
    </CompanyFrame>
  );
}

/** EMP-001. */
export const EmployeesPage = () => <OfCompany list="employees" />;
/** EMP-005. */
export const HiringManagersPage = () => <OfCompany list="hiring_managers" />;
/** EMP-012. */
export const OwnEmployeesPage = () => <OfOwn list="employees" />;
/** EMP-015. */
export const OwnHiringManagersPage = () => <OfOwn list="hiring_managers" />;

/** EMP-009. */
export function ManagersPage() {
  const { t } = useTranslation('employees');
  usePageTitle(t('title.managers'));
  return <ManagerList />;
}
