import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SsoView } from '@headwater/contract/sso';
import { mayAccess } from '@headwater/domain/access';
import { companyQuery } from '#features/companies/api/companies.ts';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { ssoQuery } from '#features/sso/api/sso.ts';
import { useProve } from '#features/security/components/use-prove.tsx';
import { Provisioning } from '#features/sso/components/Provisioning.tsx';
import { SsoForm } from '#features/sso/components/SsoForm.tsx';
import { SsoOverview } from '#features/sso/components/SsoOverview.tsx';
import { useMayManage } from '#features/sso/model/use-may-manage.ts';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState, NoAccess } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

interface Opened {
  /** Undefined: the user's own company. */
  companyId: number | undefined;
  view: SsoView;
  search: { company?: string | undefined };
}

/** SSO-015: staff configure the company in the address, or else their own. */
function useCompany() {
  const user = useCurrentUser();
  const { company } = useSearch({ strict: false }) as { company?: string };
  const isStaff = mayAccess('staff', asActor(user));
  const isOwn = company === undefined && mayAccess('company', asActor(user));
  const companyId = isStaff && !isOwn ? Number(company ?? user.company.company_id) : undefined;
  const { data } = useQuery({ ...companyQuery(companyId ?? 0), enabled: companyId !== undefined });
  const search: Opened['search'] = isStaff && company !== undefined ? { company } : {};
  return { companyId, search, name: companyId === undefined ? user.company.company_name : data?.company_name };
}

function OpenSso({ children }: { children: (opened: Opened) => ReactNode }) {
  const { t } = useTranslation('sso');
  const { companyId, search, name } = useCompany();
  const { data, error, refetch } = useQuery(ssoQuery(companyId));
  usePageTitle(name === undefined ? t('title') : `${t('title')} · ${name}`);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <CompanyFrame id={companyId} title={name}>
      {data ? children({ companyId, view: data, search }) : <SkeletonForm fields={6} />}
    </CompanyFrame>
  );
}

/** SSO-001. */
export function SsoPage() {
  const mayManage = useMayManage();
  const prove = useProve();
  return (
    <OpenSso>
      {(opened) => (
        <>
          <SsoOverview {...opened} />
          {mayManage && <Provisioning companyId={opened.companyId} prove={prove} />}
        </>
      )}
    </OpenSso>
  );
}

/** SSO-015: read-only users learn who can change the settings. */
function Form({ companyId, view, search }: Opened) {
  const { t } = useTranslation('sso');
  const navigate = useNavigate();
  if (!useMayManage()) return <NoAccess text={t('readOnly')} />;
  return <SsoForm companyId={companyId} view={view} onDone={() => void navigate({ to: '/company/sso-info', search })} />;
}

/** SSO-003: redirects to the form of existing settings. */
export function AddSsoPage() {
  return (
    <OpenSso>
      {(opened) => (opened.view.settings ? <Navigate to="/company/sso-info" search={opened.search} replace /> : <Form {...opened} />)}
    </OpenSso>
  );
}

/** SSO-002. */
export function UpdateSsoPage() {
  return (
    <OpenSso>
      {(opened) => (opened.view.settings ? <Form {...opened} /> : <Navigate to="/company/sso-info" search={opened.search} replace />)}
    </OpenSso>
  );
}
