import { useNavigate, useParams } from '@tanstack/react-router';
import { atsVendors, isAtsVendor } from '@headwater/domain/ats/vendors';
import { Connection } from '#features/ats/components/Connection.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** ATS-003 to ATS-006 */
export function ConnectPage() {
  const { vendor = '' } = useParams({ strict: false }) as { vendor?: string };
  const { t } = useTranslation('ats');
  const { email, apps, role } = useCurrentUser();
  const navigate = useNavigate();
  const isKnown = isAtsVendor(vendor) && apps.includes(vendor);
  usePageTitle(isKnown ? atsVendors[vendor].title : t('title'));
  if (!isKnown) return <NotFoundPage />;
  return (
    <>
      <PageHeader title={atsVendors[vendor].title} onBack={() => void navigate({ to: '/apps' })} />
      <Connection vendor={vendor} ownEmail={email} isAdmin={role === 'admin'} />
    </>
  );
}
