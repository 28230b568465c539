import { AppList } from '#features/ats/components/AppList.tsx';
import { Imports } from '#features/ats-imports/components/Imports.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';

/** ATS-001 */
export function AppsPage() {
  const { t } = useTranslation('ats');
  const { apps, email } = useCurrentUser();
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <AppList apps={apps} />
      <Imports ownEmail={email} />
    </>
  );
}
