import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { editingQuery, ownContactsQuery } from '#features/profile-editor/api/editing.ts';
import { EditProfile } from '#features/profile-editor/components/EditProfile.tsx';
import { editParams } from '#features/profile-editor/model/params.ts';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { idParam } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { MergePage } from './MergePage.tsx';

/** PEDT-002, PEDT-003, PEDT-015. */
export function EditProfilePage() {
  const { profileId } = useParams({ strict: false }) as { profileId: string };
  const { merge, from } = editParams.read(useSearch({ strict: false }));
  const id = idParam.read(profileId);
  if (id === undefined) return <NotFoundPage />;
  if (merge !== undefined && merge !== id)
    return <MergePage key={`${id} ${merge}`} id={id} other={merge} isReview={from === 'duplicates'} />;
  return <Known key={profileId} id={id} />;
}

function Known({ id }: { id: number }) {
  const { t } = useTranslation(['profile-editor', 'profiles']);
  const navigate = useNavigate();
  const [editing, contacts] = [useQuery(editingQuery(id)), useQuery(ownContactsQuery(id))];
  usePageTitle(t('editTitle'));
  const back = () => void navigate({ to: `/profiles/${id}` });
  const error = editing.error ?? contacts.error;
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return <NotFoundPage title={error.message} text={t(error.status === 404 ? 'missingText' : 'erasedText', { ns: 'profiles' })} />;
  const retry = () => void Promise.all([editing.refetch(), contacts.refetch()]);
  if (editing.data && contacts.data) {
    const { first_name: first, last_name: last } = editing.data.seen;
    return <EditProfile editing={editing.data} contacts={contacts.data} name={[first, last].filter(Boolean).join(' ')} onLeave={back} />;
  }
  return (
    <>
      <PageHeader title={t('editTitle')} onBack={back} />
      {error ? <ErrorState error={error} onRetry={retry} /> : <SkeletonForm fields={8} />}
    </>
  );
}
