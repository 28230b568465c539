import { mayAccess } from '@headwater/domain/access';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { CompanyOverview } from '#features/companies/components/CompanyOverview.tsx';
import { CustomSettings } from '#features/companies/components/CustomSettings.tsx';
import { HiringManagerSettings } from '#features/companies/components/HiringManagerSettings.tsx';
import { CreditButton } from '#features/companies/components/CreditButton.tsx';
import { Transactions } from '#features/companies/components/Transactions.tsx';
import { LinkedCompanies } from '#features/employees/components/LinkedCompanies.tsx';
import { OpenInvitations } from '#features/invitations/components/OpenInvitations.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { CompanyActions, DeleteSection } from './CompanyActions.tsx';
import { OpenCompany } from './OpenCompany.tsx';

const useIsStaff = () => mayAccess('staff', asActor(useCurrentUser()));

/** COMP-003. */
export function CompanyPage() {
  const { t } = useTranslation('companies');
  const isStaff = useIsStaff();
  const own = useCurrentUser().company.company_id;
  const mayInvite = mayAccess('manage_employees', asActor(useCurrentUser()));
  return (
    <OpenCompany title={t('part.overview')}>
      {(company) => (
        <CompanyFrame
          id={company.company_id}
          title={company.company_name}
          actions={isStaff && company.company_id !== own && <CompanyActions company={company} />}
        >
          <CompanyOverview id={company.company_id} />
          {mayInvite && <OpenInvitations company={company.company_id} />}
          {isStaff && company.company_id !== own && <DeleteSection company={company} />}
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

/** COMP-005. */
export function CompanyCreditsPage() {
  const { t } = useTranslation('companies');
  const isStaff = useIsStaff();
  return (
    <OpenCompany title={t('part.credits')}>
      {({ company_id: id, company_name: name, gift_credit_size: gift, credits }) => (
        <CompanyFrame id={id} title={name} isList actions={isStaff && <CreditButton id={id} gift={gift} credits={credits} />}>
          <Transactions id={id} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

/** EMP-007. */
export function CompanyHiringManagersPage() {
  const { t } = useTranslation('companies');
  return (
    <OpenCompany title={t('part.hiringManagers')}>
      {({ company_id: id, company_name: name }) => (
        <CompanyFrame id={id} title={name}>
          <HiringManagerSettings id={id} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

/** COMP-006. */
export function CustomSettingsPage() {
  const { t } = useTranslation('companies');
  const isStaff = useIsStaff();
  return (
    <OpenCompany title={t('part.custom')}>
      {({ company_id: id, company_name: name, custom_settings: settings }) => (
        <CompanyFrame id={id} title={name}>
          <CustomSettings key={id} id={id} settings={settings} />
          {isStaff && <LinkedCompanies id={id} />}
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}
