import { useTranslation } from 'react-i18next';
import { EnrichmentList } from '#features/enrichment/components/EnrichmentList.tsx';
import { usePageTitle } from '#lib/page-title.ts';

/** ENR-001. */
export function EnrichmentPage() {
  const { t } = useTranslation('enrichment');
  usePageTitle(t('title'));
  return <EnrichmentList />;
}
