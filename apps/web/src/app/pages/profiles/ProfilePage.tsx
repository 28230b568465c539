import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { AddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { idParam } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { EditButton } from './EditButton.tsx';
import { FromResults } from './FromResults.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { MessageButtons } from './MessageButtons.tsx';
import { SequenceButton } from './SequenceButton.tsx';
import { ProfileAlike, ProfileFirst, ProfileSections } from './ProfilePane.tsx';
import { useLinkAction } from './use-link-action.tsx';
import { useProfileKeys } from './use-profile-keys.ts';

/** PROF-001. */
export function ProfilePage() {
  const { profileId } = useParams({ strict: false }) as { profileId: string };
  const id = idParam.read(profileId);
  return id === undefined ? <NotFoundPage /> : <Known id={id} />;
}

function Known({ id }: { id: number }) {
  const { t } = useTranslation('profiles');
  // The route has already requested it; do not request a missing profile again.
  const { data, error } = useQuery({ ...profileQuery(id), retryOnMount: false });
  const linkAction = useLinkAction();
  useProfileKeys({ profileId: id, name: data?.name ?? null });
  usePageTitle(data?.name ?? error?.message ?? t('profile'));
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return <NotFoundPage title={error.message} text={t(error.status === 404 ? 'missingText' : 'erasedText')} />;
  // A merged profile redirects to the profile that replaced it.
  if (data && data.doc_id !== id) return <Navigate to="/profiles/$profileId" params={{ profileId: String(data.doc_id) }} replace />;
  const actions = (
    <>
      <MessageButtons profileId={id} />
      <AddToVacancy target={{ profiles: [id] }} />
      <EditButton profileId={id} />
      <SequenceButton whom={{ profile_ids: [id], source: 'profile' }} />
      <ProfileMenu profileId={id} source="profile" />
    </>
  );
  return (
    <>
      <FromResults />
      <ProfileView
        profileId={id}
        variant="page"
        actions={actions}
        first={<ProfileFirst profileId={id} name={data?.name ?? null} />}
        sections={<ProfileSections profileId={id} />}
        linkAction={linkAction}
        last={<ProfileAlike profileId={id} />}
      />
    </>
  );
}
