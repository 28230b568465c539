import { InstallationStatus } from '#features/installation/components/InstallationStatus.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';

/** OPS-003 */
export function InstallationPage() {
  const { t } = useTranslation('installation');
  usePageTitle(t('pageTitle'));
  return (
    <>
      <PageHeader title={t('pageTitle')} />
      <InstallationStatus />
    </>
  );
}
