import { useTranslation } from 'react-i18next';
import { mayAccess } from '@headwater/domain/access';
import { ProfileMessages } from '#features/outreach/components/ProfileMessages.tsx';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { Comments } from '#features/vacancies/components/comments/Comments.tsx';
import { AddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { ProfileVacancies } from '#features/vacancies/components/ProfileVacancies.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { MessageButton } from './MessageButton.tsx';

interface ProfileSectionsProps {
  profileId: number;
  name: string | null;
  /** Inside a vacancy: the person as its candidate. */
  candidate?: { id: number; folder: string };
}

/** What other features know of a person: vacancies, comments and messages. */
export function ProfileSections({ profileId, name, candidate }: ProfileSectionsProps) {
  const { t } = useTranslation('profiles');
  const actor = asActor(useCurrentUser());
  return (
    <>
      <ProfileVacancies profileId={profileId} name={name ?? t('hiddenName')} />
      <Comments profileId={profileId} candidate={candidate} />
      {mayAccess('messaging', actor) && <ProfileMessages profileId={profileId} />}
    </>
  );
}

interface ProfilePaneProps {
  profileId: number;
  name: string | null;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** A person beside a list, with everything that can be done with them. */
export function ProfilePane({ profileId, name, ...steps }: ProfilePaneProps) {
  return (
    <ProfileView
      key={profileId}
      profileId={profileId}
      variant="pane"
      actions={
        <>
          <AddToVacancy target={{ profiles: [profileId] }} />
          <MessageButton profileId={profileId} />
        </>
      }
      sections={<ProfileSections profileId={profileId} name={name} />}
      {...steps}
    />
  );
}
