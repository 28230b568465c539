import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { editingQuery } from '#features/profile-editor/api/editing.ts';
import { seenContactsQuery } from '#features/profile-editor/api/seen-contacts.ts';
import { MergeProfiles } from '#features/profile-editor/components/MergeProfiles.tsx';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PEDT-014, PEDT-015. */
export function MergePage({ id, other }: { id: number; other: number }) {
  const { t } = useTranslation(['profile-editor', 'profiles']);
  const navigate = useNavigate();
  const [left, right] = [useQuery(editingQuery(id)), useQuery(editingQuery(other))];
  const [ofLeft, ofRight] = [useQuery(seenContactsQuery(id)), useQuery(seenContactsQuery(other))];
  usePageTitle(t('merge.title'));
  const leave = (profileId: number) => void navigate({ to: `/profiles/${profileId}` });
  const queries = [left, right, ofLeft, ofRight];
  const error = queries.find((query) => query.error)?.error;
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return <NotFoundPage title={error.message} text={t(error.status === 404 ? 'missingText' : 'erasedText', { ns: 'profiles' })} />;
  if (left.data && right.data && ofLeft.data && ofRight.data) {
    return (
      <MergeProfiles
        // Remounts after a colleague's change.
        key={`${left.dataUpdatedAt} ${right.dataUpdatedAt}`}
        left={left.data}
        right={right.data}
        contacts={{ left: ofLeft.data, right: ofRight.data }}
        onDone={leave}
        onCancel={() => leave(id)}
        onSwap={() => void navigate({ to: `/profiles/${other}/edit`, search: { merge: String(id) }, replace: true })}
      />
    );
  }
  const retry = () => void Promise.all(queries.map((query) => query.refetch()));
  return (
    <>
      <PageHeader title={t('merge.title')} onBack={() => leave(id)} />
      {error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonForm fields={8} />}
    </>
  );
}
