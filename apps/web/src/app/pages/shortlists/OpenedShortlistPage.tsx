import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SharedSections } from '#features/profiles/components/share/SharedProfile.tsx';
import classes from '#features/profiles/components/share/share.module.css';
import { openedShortlistQuery } from '#features/shortlists/api/shortlists.ts';
import { VisitorShortlist } from '#features/shortlists/components/VisitorShortlist.tsx';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import { Brand } from '../../frame/Brand.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PPL-003. For visitors. */
export function OpenedShortlistPage() {
  const { t } = useTranslation('shortlists');
  const { hash } = useParams({ strict: false }) as { hash: string };
  const { data, error, refetch } = useQuery({ ...openedShortlistQuery(hash), retryOnMount: false });
  usePageTitle(data ? t('visitor.title', { vacancy: data.vacancy }) : (error?.message ?? t('title')));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <main className={classes.page}>
      <div className={classes.bar}>
        <Brand />
      </div>
      {isGone && <NotFoundPage title={error.message} text={t('visitor.goneText')} />}
      {error && !isGone && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <VisitorShortlist hash={hash} shortlist={data} renderPerson={(person) => <SharedSections person={person} />} />}
    </main>
  );
}
