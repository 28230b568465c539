import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { VacancyView } from '@headwater/contract/vacancies';
import { folderQueryQuery } from '#features/saved-queries/api/smart-folders.ts';
import { useSearchWords } from '#features/saved-queries/components/QueryChips.tsx';
import type { StoredSearch } from '#features/saved-queries/model/stored-search.ts';
import { vacancyQuery } from '#features/vacancies/api/vacancies.ts';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState, NoAccess } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { useSmartAddress } from './smart-address.ts';
import { SmartFolder } from './SmartFolder.tsx';

/** SMF-001. */
export function SmartFolderPage() {
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  return <OfVacancy key={folderId} id={Number(folderId)} />;
}

function OfVacancy({ id }: { id: number }) {
  const { t } = useTranslation('saved-queries');
  const isId = Number.isSafeInteger(id) && id > 0;
  const vacancy = useQuery({ ...vacancyQuery(id), enabled: isId });
  const stored = useQuery({ ...folderQueryQuery(id), enabled: isId });
  const { hasSearch } = useSmartAddress();
  const error = vacancy.error ?? stored.error;
  const status = error instanceof ApiError ? error.status : undefined;
  if (!isId || status === 404 || status === 400) return <NotFoundPage />;
  if (status === 403) return <NoAccess text={t('smart.noAccessText')} />;
  if (error && (!vacancy.data || !stored.data)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([vacancy.refetch(), stored.refetch()])} />;
  }
  if (!vacancy.data || !stored.data) return <SkeletonList rows={8} rowHeight={96} />;
  const storedSearch = stored.data.search_query;
  if (!storedSearch && !hasSearch) return <NoSearch vacancy={vacancy.data} />;
  return <WithSearch vacancy={vacancy.data} storedSearch={storedSearch} hasSearch={hasSearch} />;
}

interface WithSearchProps {
  vacancy: VacancyView;
  storedSearch: StoredSearch | null;
  hasSearch: boolean;
}

const nothing: StoredSearch = { query: '', filters: '', ranking: 'relevance' };

/** An unreadable stored search shows its problem and the next steps, not an error page. */
function WithSearch({ vacancy, storedSearch, hasSearch }: WithSearchProps) {
  const { t } = useTranslation('saved-queries');
  const { problem } = useSearchWords(storedSearch ?? nothing, []);
  if (!problem || hasSearch) return <SmartFolder vacancy={vacancy} stored={problem ? null : storedSearch} />;
  return (
    <EmptyState
      icon={<IconAlertTriangle size={24} stroke={1.5} />}
      title={t('smart.unreadable')}
      text={`${problem}. ${t('smart.unreadableText')}`}
      action={<SearchFor id={vacancy.id} />}
    />
  );
}

function NoSearch({ vacancy }: { vacancy: VacancyView }) {
  const { t } = useTranslation('saved-queries');
  const { edit } = vacancy.permissions;
  return (
    <EmptyState
      icon={<IconRadar2 size={24} stroke={1.5} />}
      title={t('smart.none')}
      text={edit ? t('smart.noneText') : t('smart.noneRead')}
      action={edit && <SearchFor id={vacancy.id} />}
    />
  );
}

function SearchFor({ id }: { id: number }) {
  const { t } = useTranslation('saved-queries');
  return (
    <Button component={Link} to={`/profiles/?folderId=${id}`}>
      {t('smart.noneAction')}
    </Button>
  );
}
