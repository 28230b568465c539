import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { differenceQuery, variantQuery } from '#features/profiles/api/lookups.ts';
import { ProfileVariant } from '#features/profiles/components/ProfileVariant.tsx';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PROF-006. */
export function VariantPage() {
  const { t } = useTranslation('profiles');
  const { profileId, companyId } = useParams({ strict: false }) as { profileId: string; companyId: string };
  const navigate = useNavigate();
  const found = useQuery({ ...variantQuery(Number(profileId), Number(companyId)), retryOnMount: false });
  const difference = useQuery({ ...differenceQuery(Number(profileId), Number(companyId)), enabled: found.isSuccess });
  const title = found.data ? t('variant.title', { company: found.data.company.name }) : t('profile');
  usePageTitle(title);
  if (found.error instanceof ApiError && [404, 410].includes(found.error.status))
    return <NotFoundPage title={found.error.message} text={t('missingText')} />;
  const error = found.error ?? difference.error;
  return (
    <>
      <PageHeader title={title} onBack={() => void navigate({ to: `/profiles/${profileId}` })} />
      {error && <ErrorState error={error} onRetry={() => void Promise.all([found.refetch(), difference.refetch()])} />}
      {!error && !difference.data && <SkeletonText lines={8} />}
      {found.data && difference.data && <ProfileVariant profile={found.data.profile} changes={difference.data.changes} />}
    </>
  );
}
