import { useParams } from '@tanstack/react-router';
import { ShortlistScreen } from '#features/shortlists/components/ShortlistScreen.tsx';
import { HiddenVacancy } from '#features/vacancies/components/HiddenVacancy.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PPL-003 */
export function ShortlistPage() {
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  return <ShortlistScreen key={folderId} vacancyId={Number(folderId)} missing={<NotFoundPage />} hidden={<HiddenVacancy />} />;
}
