import { EnrichmentList } from '#features/enrichment/components/EnrichmentList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** ENR-001. */
export function EnrichmentPage() {
  const { t } = useTranslation('enrichment');
  usePageTitle(t('title'));
  return <EnrichmentList />;
}
