import { AuditList } from '#features/audit/components/AuditList.tsx';
import { Retention } from '#features/audit/components/Retention.tsx';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { OpenCompany } from '../companies/OpenCompany.tsx';

/** DEC-14, COMP-050: for administrators of the company. */
export function OwnAuditPage() {
  const { t } = useTranslation('audit');
  const { company_id: id, company_name: name } = useCurrentUser().company;
  usePageTitle(`${t('title')} · ${name}`);
  return (
    <CompanyFrame id={undefined} title={name} isList actions={<Retention />}>
      <AuditList companyId={id} />
    </CompanyFrame>
  );
}

export function AllAuditPage() {
  const { t } = useTranslation('audit');
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <AuditList companyId={undefined} ofAll />
    </>
  );
}

export function CompanyAuditPage() {
  const { t } = useTranslation('audit');
  return (
    <OpenCompany title={t('title')}>
      {({ company_id: id, company_name: name }) => (
        <CompanyFrame id={id} title={name} isList>
          <AuditList companyId={id} />
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}
