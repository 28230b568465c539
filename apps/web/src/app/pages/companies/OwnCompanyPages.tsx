import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayAccess } from '@headwater/domain/access';
import type { OwnCompany } from '@headwater/contract/companies';
import { ownCompanyQuery } from '#features/companies/api/companies.ts';
import { CompanyExports } from '#features/companies/components/CompanyExports.tsx';
import { CompanyForm } from '#features/companies/components/CompanyForm.tsx';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { HiringManagerSettings } from '#features/companies/components/HiringManagerSettings.tsx';
import { OwnOverview } from '#features/companies/components/OwnOverview.tsx';
import { Transactions } from '#features/companies/components/Transactions.tsx';
import { ownSections } from '#features/companies/model/fields.ts';
import { OpenInvitations } from '#features/invitations/components/OpenInvitations.tsx';
import { asActor } from '#lib/actor.ts';
import { api } from '#lib/api.ts';
import { useCurrentUser, useReplaceCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';

interface OpenOwn {
  title: string;
  isList?: boolean;
  children: (company: OwnCompany) => ReactNode;
}

function OpenOwnCompany({ title, isList = false, children }: OpenOwn) {
  const user = useCurrentUser();
  const { data, error, refetch } = useQuery(ownCompanyQuery);
  usePageTitle(`${title} · ${data?.company_name ?? user.company.company_name}`);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <CompanyFrame id={undefined} title={data?.company_name ?? user.company.company_name} isList={isList}>
      {data ? children(data) : <SkeletonForm fields={5} />}
    </CompanyFrame>
  );
}

/** COMP-008. */
export function OwnCompanyPage() {
  const { t } = useTranslation('companies');
  const actor = asActor(useCurrentUser());
  const mayInvite = mayAccess('manage_employees', actor);
  const mayExport = mayAccess('company_export', actor);
  return (
    <OpenOwnCompany title={t('part.overview')}>
      {(company) => (
        <>
          <OwnOverview company={company} />
          {mayInvite && <OpenInvitations company={undefined} />}
          {mayExport && <CompanyExports />}
        </>
      )}
    </OpenOwnCompany>
  );
}

function Settings({ company }: { company: OwnCompany }) {
  const { t } = useTranslation(['companies', 'ui']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const replace = useReplaceCurrentUser();
  return (
    <CompanyForm
      sections={ownSections}
      settings={company}
      choices={{ industries: company.industries }}
      submitLabel={t('save')}
      submit={(changes) => api.companies.saveOwn(changes)}
      latest={() => api.companies.findOwn()}
      onDone={(saved) => {
        client.setQueryData(ownCompanyQuery.queryKey, saved);
        replace({ ...user, company: { ...user.company, company_name: saved.company_name } });
        showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'company' });
        void navigate({ to: '/company' });
      }}
      onCancel={() => void navigate({ to: '/company' })}
    />
  );
}

/** COMP-009. */
export function UpdateOwnCompanyPage() {
  const { t } = useTranslation('companies');
  return <OpenOwnCompany title={t('part.settings')}>{(company) => <Settings company={company} />}</OpenOwnCompany>;
}

/** EMP-017. */
export function OwnHiringManagersPage() {
  const { t } = useTranslation('companies');
  return <OpenOwnCompany title={t('part.hiringManagers')}>{() => <HiringManagerSettings id={undefined} />}</OpenOwnCompany>;
}

/** COMP-010. */
export function OwnCreditsPage() {
  const { t } = useTranslation('companies');
  return (
    <OpenOwnCompany title={t('part.credits')} isList>
      {() => <Transactions id={undefined} />}
    </OpenOwnCompany>
  );
}
