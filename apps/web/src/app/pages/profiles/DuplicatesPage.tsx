import { Duplicates } from '#features/duplicates/components/Duplicates.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

export function DuplicatesPage() {
  const { t } = useTranslation('duplicates');
  usePageTitle(t('title'));
  return <Duplicates />;
}
