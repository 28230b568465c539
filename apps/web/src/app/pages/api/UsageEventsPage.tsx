import { UsageEventList } from '#features/usage-events/components/UsageEventList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

export function UsageEventsPage() {
  const { t } = useTranslation('usage-events');
  usePageTitle(t('title'));
  return <UsageEventList />;
}
