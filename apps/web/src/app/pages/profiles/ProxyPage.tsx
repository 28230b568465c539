import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PROF-008: shown when no profile has the link. */
export function ProxyPage() {
  const { t } = useTranslation('profiles');
  usePageTitle(t('proxy.title'));
  return <NotFoundPage title={t('proxy.title')} text={t('proxy.text')} />;
}
