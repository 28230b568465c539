import { ReportList } from '#features/profile-reports/components/ReportList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** PEDT-022. */
export function ProfileReportsPage() {
  const { t } = useTranslation('profile-reports');
  usePageTitle(t('title'));
  return <ReportList />;
}
