import { Duplicates } from '#features/duplicates/components/Duplicates.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** Profiles that may be of one person. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates');
  usePageTitle(t('title'));
  return <Duplicates />;
}
