import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForgetPairs } from '#features/duplicates/api/duplicates.ts';
import { keepUndo, reviewSearch } from '#features/duplicates/model/review.ts';
import { editingQuery, useForgetProfiles } from '#features/profile-editor/api/editing.ts';
import { seenContactsQuery } from '#features/profile-editor/api/seen-contacts.ts';
import { MergeProfiles } from '#features/profile-editor/components/MergeProfiles.tsx';
import { editParams } from '#features/profile-editor/model/params.ts';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useUndoJob } from '#ui/jobs/follow-job.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

/** PEDT-014, PEDT-015. */
export function MergePage({ id, other, isReview }: { id: number; other: number; isReview: boolean }) {
  const { t } = useTranslation(['profile-editor', 'profiles']);
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  // A merged profile is missing: do not request it when the server announces the merge.
  const enabled = !isSaving;
  const [left, right] = [useQuery({ ...editingQuery(id), enabled }), useQuery({ ...editingQuery(other), enabled })];
  const [ofLeft, ofRight] = [useQuery({ ...seenContactsQuery(id), enabled }), useQuery({ ...seenContactsQuery(other), enabled })];
  const [undoJob, forget, forgetPairs] = [useUndoJob(), useForgetProfiles(), useForgetPairs()];
  usePageTitle(t('merge.title'));
  const openProfile = (profileId: number) => navigate({ to: `/profiles/${profileId}` });
  const leave = () => (isReview ? navigate({ to: '/duplicates', search: reviewSearch() }) : openProfile(id));
  const finish = async ({ profileId, jobId }: { profileId: number; jobId: number | null }) => {
    if (!isReview) return openProfile(profileId);
    if (jobId !== null) keepUndo(() => void undoJob(jobId).then(forget));
    forgetPairs();
    return leave();
  };
  const also = (profileId: number) => ({ label: t('merge.openProfile'), act: () => void openProfile(profileId) });
  const swap = () =>
    void navigate({
      to: `/profiles/${other}/edit`,
      search: editParams.write({ merge: id, from: isReview ? 'duplicates' : undefined }),
      replace: true,
    });
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
        onDone={finish}
        onSaving={setSaving}
        {...(isReview ? { also } : {})}
        onCancel={() => void leave()}
        onSwap={swap}
      />
    );
  }
  const retry = () => void Promise.all(queries.map((query) => query.refetch()));
  return (
    <>
      <PageHeader title={t('merge.title')} onBack={() => void leave()} />
      {error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonForm fields={8} />}
    </>
  );
}
