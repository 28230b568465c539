import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { sharedProfileQuery } from '#features/profiles/api/links.ts';
import { SharedProfile } from '#features/profiles/components/share/SharedProfile.tsx';
import classes from '#features/profiles/components/share/share.module.css';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { meQuery } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import { Brand } from '../../frame/Brand.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PEDT-026, PEDT-027. */
export function SharedProfilePage() {
  const { t } = useTranslation('profiles');
  const { pk, hash } = useParams({ strict: false }) as { pk: string; hash: string };
  const { data, error, refetch } = useQuery({ ...sharedProfileQuery(Number(pk), hash), retryOnMount: false });
  const user = useQuery({ ...meQuery, enabled: false }).data;
  usePageTitle(data?.name ?? error?.message ?? t('profile'));
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return (
    <main className={classes.page}>
      <div className={classes.bar}>
        <Brand />
        {data && user && mayAccess('profiles', asActor(user)) && (
          <Button size="xs" variant="default" component={Link} to={`/profiles/${data.doc_id}`}>
            {t('share.whole')}
          </Button>
        )}
      </div>
      {isGone && <NotFoundPage title={error.message} text={t('share.goneText')} />}
      {error && !isGone && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <SharedProfile person={data} />}
    </main>
  );
}
