import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { ProfileMessages } from '#features/outreach/components/ProfileMessages.tsx';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { MergedFrom } from '#features/profiles/components/MergedFrom.tsx';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { vacanciesOfProfileQuery } from '#features/vacancies/api/vacancies.ts';
import { Comments } from '#features/vacancies/components/comments/Comments.tsx';
import { AddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { ProfileVacancies } from '#features/vacancies/components/ProfileVacancies.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EditButton } from './EditButton.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { MessageButtons } from './MessageButtons.tsx';
import { SequenceButton } from './SequenceButton.tsx';
import { useLinkAction } from './use-link-action.tsx';

const PossibleDuplicates = lazyPart(() => import('#features/duplicates/components/PossibleDuplicates.tsx'), 'PossibleDuplicates', [
  'duplicates',
]);
const AtsLinks = lazyPart(() => import('#features/ats/components/AtsLinks.tsx'), 'AtsLinks', ['ats']);
const ProfileDialogs = lazyPart(() => import('#features/telegram/components/ProfileDialogs.tsx'), 'ProfileDialogs', ['telegram']);
const ProfileTasks = lazyPart(() => import('#features/candidate-tasks/components/ProfileTasks.tsx'), 'ProfileTasks', ['candidate-tasks']);
const ProfileFitNotes = lazyPart(() => import('#features/fit-notes/components/ProfileFitNotes.tsx'), 'ProfileFitNotes', ['fit-notes']);
const ProfileShortlists = lazyPart(() => import('#features/shortlists/components/ProfileShortlists.tsx'), 'ProfileShortlists', [
  'shortlists',
]);
const SimilarPeople = lazyPart(() => import('#features/search/alike/SimilarPeople.tsx'), 'SimilarPeople', ['alike']);
const WhyFound = lazyPart(() => import('#features/search/alike/WhyFound.tsx'), 'WhyFound', ['alike']);

/** Height of the sections without entries, against a layout shift. */
const emptyHeight = { minHeight: 87 };

interface ProfileSectionsProps {
  profileId: number;
  name: string | null;
  candidate?: { id: number; folder: string };
  queryId?: number | undefined;
}

export function ProfileFirst({ profileId, name }: Pick<ProfileSectionsProps, 'profileId' | 'name'>) {
  const { t } = useTranslation('profiles');
  const actor = asActor(useCurrentUser());
  const profile = useQuery(profileQuery(profileId)).data;
  return (
    <>
      {mayAccess('search', actor) && (
        <Suspense fallback={null}>
          <PossibleDuplicates profileId={profileId} />
        </Suspense>
      )}
      <ProfileVacancies profileId={profileId} name={profile?.name ?? name ?? t('hiddenName')} />
      {mayAccess('vacancies', actor) && (
        <Suspense fallback={null}>
          <ProfileShortlists profileId={profileId} />
        </Suspense>
      )}
      {profile?.in_ats && mayAccess('ats_export', actor) && (
        <Suspense fallback={null}>
          <AtsLinks profileId={profileId} />
        </Suspense>
      )}
    </>
  );
}

export function ProfileSections({ profileId, candidate, queryId }: Omit<ProfileSectionsProps, 'name'>) {
  const actor = asActor(useCurrentUser());
  return (
    <>
      {queryId !== undefined && (
        <Suspense fallback={null}>
          <WhyFound profileId={profileId} queryId={queryId} />
        </Suspense>
      )}
      <MergedFrom profileId={profileId} mayDetach={mayAccess('search', actor) && actor.permissions.personal_info} />
      {mayAccess('search', actor) && (
        <Suspense fallback={<div style={emptyHeight} />}>
          <ProfileFitNotes profileId={profileId} candidateId={candidate?.id} />
        </Suspense>
      )}
      {mayAccess('search', actor) && (
        <Suspense fallback={<div style={emptyHeight} />}>
          <ProfileTasks profileId={profileId} candidateId={candidate?.id} />
        </Suspense>
      )}
      <Comments profileId={profileId} candidate={candidate} />
      {mayAccess('messaging', actor) && <ProfileMessages profileId={profileId} />}
      {mayAccess('telegram', actor) && (
        <Suspense fallback={null}>
          <ProfileDialogs profileId={profileId} />
        </Suspense>
      )}
    </>
  );
}

export function ProfileAlike({ profileId }: { profileId: number }) {
  const actor = asActor(useCurrentUser());
  if (!mayAccess('search', actor)) return null;
  return (
    <Suspense fallback={null}>
      <SimilarPeople profileId={profileId} />
    </Suspense>
  );
}

interface ProfilePaneProps {
  profileId: number;
  name: string | null;
  queryId?: number | undefined;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onWhole?: (() => void) | undefined;
}

export function ProfilePane({ profileId: listedId, name, queryId, ...steps }: ProfilePaneProps) {
  const { t } = useTranslation('profiles');
  const actor = asActor(useCurrentUser());
  const linkAction = useLinkAction();
  // A list loaded before a merge still contains the merged profile's id.
  const profileId = useQuery(profileQuery(listedId)).data?.doc_id ?? listedId;
  // Loads in parallel with the profile, so that the layout does not shift.
  useQuery({ ...vacanciesOfProfileQuery(profileId), enabled: mayAccess('vacancies', actor) });
  return (
    <ProfileView
      key={profileId}
      profileId={profileId}
      variant="pane"
      actions={
        <>
          <AddToVacancy target={{ profiles: [profileId] }} label={t('toVacancy')} />
          <MessageButtons profileId={profileId} />
          <SequenceButton whom={{ profile_ids: [profileId], source: 'profile' }} />
          <EditButton profileId={profileId} isSmall />
          <ProfileMenu profileId={profileId} source="search" />
        </>
      }
      first={<ProfileFirst profileId={profileId} name={name} />}
      sections={<ProfileSections profileId={profileId} queryId={queryId} />}
      linkAction={linkAction}
      last={<ProfileAlike profileId={profileId} />}
      {...steps}
    />
  );
}
