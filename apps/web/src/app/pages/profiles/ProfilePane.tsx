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
const ProfileDialogs = lazyPart(() => import('#features/telegram/components/ProfileDialogs.tsx'), 'ProfileDialogs', ['telegram']);
const SimilarPeople = lazyPart(() => import('#features/search/alike/SimilarPeople.tsx'), 'SimilarPeople', ['alike']);
const WhyFound = lazyPart(() => import('#features/search/alike/WhyFound.tsx'), 'WhyFound', ['alike']);

interface ProfileSectionsProps {
  profileId: number;
  name: string | null;
  /** Inside a vacancy: the person as its candidate. */
  candidate?: { id: number; folder: string };
  /** The search that found the person, by the id of its answer. */
  queryId?: number | undefined;
}

/** Who else may be the same person, and in which vacancies the person is, and how far. */
export function ProfileFirst({ profileId, name }: Pick<ProfileSectionsProps, 'profileId' | 'name'>) {
  const { t } = useTranslation('profiles');
  const actor = asActor(useCurrentUser());
  return (
    <>
      {mayAccess('search', actor) && (
        <Suspense fallback={null}>
          <PossibleDuplicates profileId={profileId} />
        </Suspense>
      )}
      <ProfileVacancies profileId={profileId} name={name ?? t('hiddenName')} />
    </>
  );
}

/** What other features know of a person: why they were found, comments and messages. */
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

/** People like this one, for those who search. */
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
  /** Opens the whole page so that it knows the way back; without it, the plain link does. */
  onWhole?: (() => void) | undefined;
}

/** A person beside a list, with everything that can be done with them. */
export function ProfilePane({ profileId: listedId, name, queryId, ...steps }: ProfilePaneProps) {
  const actor = asActor(useCurrentUser());
  const linkAction = useLinkAction();
  // A list that was loaded before the profile was merged into another one still names it.
  const profileId = useQuery(profileQuery(listedId)).data?.doc_id ?? listedId;
  // Asked for beside the profile, so that nothing moves when it arrives.
  useQuery({ ...vacanciesOfProfileQuery(profileId), enabled: mayAccess('vacancies', actor) });
  return (
    <ProfileView
      key={profileId}
      profileId={profileId}
      variant="pane"
      actions={
        <>
          <AddToVacancy target={{ profiles: [profileId] }} />
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
