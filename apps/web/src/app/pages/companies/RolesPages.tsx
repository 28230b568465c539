import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { RolesDocument } from '#features/roles/components/RolesDocument.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { OpenCompany } from './OpenCompany.tsx';

export function OwnRolesPage() {
  const { t } = useTranslation('roles');
  const name = useCurrentUser().company.company_name;
  usePageTitle(`${t('title')} · ${name}`);
  return (
    <CompanyFrame id={undefined} title={name} isWide>
      <RolesDocument />
    </CompanyFrame>
  );
}

export function CompanyRolesPage() {
  const { t } = useTranslation('roles');
  return (
    <OpenCompany title={t('title')}>
      {({ company_id: id, company_name: name }) => (
        <CompanyFrame id={id} title={name} isWide>
          <RolesDocument />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}
