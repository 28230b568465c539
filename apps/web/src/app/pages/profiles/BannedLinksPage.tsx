import { BannedLinkList } from '#features/banned-links/components/BannedLinkList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** BAN-001: for the staff of the installation. */
export function BannedLinksPage() {
  const { t } = useTranslation('banned-links');
  usePageTitle(t('title'));
  return <BannedLinkList />;
}
