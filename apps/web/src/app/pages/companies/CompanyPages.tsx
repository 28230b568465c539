import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mayAccess } from '@headwater/domain/access';
import type { CompanyView } from '@headwater/contract/companies';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { CompanyOverview } from '#features/companies/components/CompanyOverview.tsx';
import { CustomSettings } from '#features/companies/components/CustomSettings.tsx';
import { HiringManagerSettings } from '#features/companies/components/HiringManagerSettings.tsx';
import { CreditButton, Transactions } from '#features/companies/components/Transactions.tsx';
import { LinkedCompanies } from '#features/employees/components/LinkedCompanies.tsx';
import { ServiceManagerButton } from '#features/impersonation/components/LogInAs.tsx';
import { OpenInvitations } from '#features/invitations/components/OpenInvitations.tsx';
import { asActor } from '#lib/actor.ts';
import { api, orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { OpenCompany } from './OpenCompany.tsx';

const useIsStaff = () => mayAccess('staff', asActor(useCurrentUser()));

function DeleteButton({ company }: { company: CompanyView }) {
  const { t } = useTranslation('companies');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { company_id: id, company_name: name } = company;
  const remove = async () => {
    if (!(await confirm({ title: t('deleteTitle', { name }), text: t('deleteText'), confirm: t('delete'), danger: true }))) return;
    setBusy(true);
    try {
      await api.companies.remove({ id });
    } catch (error) {
      setBusy(false);
      showError(error);
      return;
    }
    await navigate({ to: '/companies' });
    await client.invalidateQueries({ queryKey: orpc.companies.list.key() });
    showSnackbar({ message: t('deleted', { name }), tone: 'success' });
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void remove()}>
      {t('delete')}
    </Button>
  );
}

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
          actions={
            isStaff &&
            company.company_id !== own && (
              <>
                <ServiceManagerButton companyId={company.company_id} />
                <DeleteButton company={company} />
              </>
            )
          }
        >
          <CompanyOverview id={company.company_id} />
          {mayInvite && <OpenInvitations company={company.company_id} />}
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
      {({ company_id: id, company_name: name, gift_credit_size: gift }) => (
        <CompanyFrame id={id} title={name} isList actions={isStaff && <CreditButton id={id} gift={gift} />}>
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
