import { useTranslation } from 'react-i18next';
import { VacancyList } from '#features/vacancies/components/list/VacancyList.tsx';
import { usePageTitle } from '#lib/page-title.ts';

/** VAC-001. */
export function VacanciesPage() {
  const { t } = useTranslation('vacancies');
  usePageTitle(t('title'));
  return <VacancyList />;
}
