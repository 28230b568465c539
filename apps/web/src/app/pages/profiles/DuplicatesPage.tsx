import { useTranslation } from 'react-i18next';
import { Duplicates } from '#features/duplicates/components/Duplicates.tsx';
import { usePageTitle } from '#lib/page-title.ts';

/** Profiles that may be of one person. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates');
  usePageTitle(t('title'));
  return <Duplicates />;
}
