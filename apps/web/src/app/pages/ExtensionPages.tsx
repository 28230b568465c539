import { AppList } from '#features/ats/components/AppList.tsx';
import { ExtensionHome } from '#features/extension/components/ExtensionHome.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './pages.module.css';

/** EXT-001 */
export function ExtensionPage() {
  const { t } = useTranslation('extension');
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <ExtensionHome />
    </>
  );
}

/** EXT-002: within the panel of the extension, outside the shell. */
export function ExtensionAppsPage() {
  const { t } = useTranslation('extension');
  const { apps } = useCurrentUser();
  usePageTitle(t('appsTitle'));
  return (
    <main>
      <PageHeader title={t('appsTitle')} />
      {apps.length > 0 ? <AppList apps={apps} /> : <p className={classes.text}>{t('noApps')}</p>}
    </main>
  );
}
