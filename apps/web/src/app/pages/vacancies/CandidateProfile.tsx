import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import type { OpenCandidate } from '#features/vacancies/components/vacancy/open-candidate.ts';
import { MessageButtons } from '../profiles/MessageButtons.tsx';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';
import { ProfileAlike, ProfileFirst, ProfileSections } from '../profiles/ProfilePane.tsx';
import { SequenceButton } from '../profiles/SequenceButton.tsx';
import { useProfileKeys } from '../profiles/use-profile-keys.ts';

export function CandidateProfile({ candidate, onClose, onPrevious, onNext }: OpenCandidate) {
  const { id: profileId, name } = candidate.profile;
  useProfileKeys({ profileId, candidateId: candidate.id, name });
  return (
    <ProfileView
      key={profileId}
      profileId={profileId}
      variant="pane"
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        <>
          <MessageButtons profileId={profileId} candidateId={candidate.id} />
          <SequenceButton whom={{ candidate_ids: [candidate.id], source: 'vacancy' }} />
          <ProfileMenu profileId={profileId} source="vacancy" />
        </>
      }
      first={<ProfileFirst profileId={profileId} name={name} />}
      sections={<ProfileSections profileId={profileId} candidate={{ id: candidate.id, folder: candidate.folder.name }} />}
      last={<ProfileAlike profileId={profileId} />}
    />
  );
}
