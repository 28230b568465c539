import { useTranslation } from 'react-i18next';
import { SequenceList } from '#features/sequences/components/SequenceList.tsx';
import { usePageTitle } from '#lib/page-title.ts';

/** SEQ-001. */
export function SequencesPage() {
  const { t } = useTranslation('sequences');
  usePageTitle(t('title'));
  return <SequenceList />;
}
