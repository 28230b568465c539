import { mayAccess } from '@headwater/domain/access';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { EmployeeList, ManagerList } from '#features/employees/components/EmployeeList.tsx';
import type { PeopleList } from '#features/employees/model/people-list.ts';
import { InviteButton } from '#features/invitations/components/InviteButton.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { OpenCompany } from '../companies/OpenCompany.tsx';
import { usePersonItems } from './person-items.tsx';

type ListName = Exclude<PeopleList['list'], 'managers'>;

function List({ place }: { place: PeopleList }) {
  const mayInvite = mayAccess('manage_employees', asActor(useCurrentUser()));
  const role = place.list === 'hiring_managers' ? 'hm' : 'worker';
  return (
    <EmployeeList
      place={place}
      more={usePersonItems(place)}
      actions={mayInvite && <InviteButton company={place.companyId} role={role} size="xs" variant="default" />}
    />
  );
}

function OfCompany({ list }: { list: ListName }) {
  const { t } = useTranslation('employees');
  return (
    <OpenCompany title={t(`title.${list}`)}>
      {({ company_id: companyId, company_name: name }) => (
        <CompanyFrame id={companyId} title={name} isList>
          <List place={{ list, companyId }} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

function OfOwn({ list }: { list: ListName }) {
  const { t } = useTranslation('employees');
  const { company } = useCurrentUser();
  usePageTitle(`${t(`title.${list}`)} · ${company.company_name}`);
  return (
    <CompanyFrame id={undefined} title={company.company_name} isList>
      <List place={{ list, companyId: undefined }} />
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

const managers: PeopleList = { list: 'managers', companyId: undefined };

/** EMP-009. */
export function ManagersPage() {
  const { t } = useTranslation('employees');
  usePageTitle(t('title.managers'));
  return <ManagerList more={usePersonItems(managers)} />;
}
