import { useMemo } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { useAddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import type { OpenCandidate } from '#features/vacancies/components/vacancy/open-candidate.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { MessageButtons, openComposer } from '../profiles/MessageButtons.tsx';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';
import { ProfileAlike, ProfileFirst, ProfileSections } from '../profiles/ProfilePane.tsx';
import { SequenceButton } from '../profiles/SequenceButton.tsx';

function useCandidateKeys({ profileId, candidateId, name }: { profileId: number; candidateId: number; name: string | null }): void {
  const { t } = useTranslation(['vacancies', 'outreach']);
  const user = useCurrentUser();
  const add = useAddToVacancy();
  const shortcuts = useMemo(() => {
    const actor = asActor(user);
    const group = t('vacancy');
    const title = t('writeMessage', { ns: 'outreach' });
    return [
      {
        keys: 'e',
        label: t('addToVacancy'),
        group,
        act: () => add({ profiles: [profileId] }),
        disabled: !mayAccess('edit_vacancies', actor),
      },
      {
        keys: 'm',
        label: title,
        group,
        act: () => openComposer({ name, profileId, candidateId }),
        disabled: !mayAccess('messaging', actor),
      },
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- `add` changes at every render but behaves the same
  }, [t, user, profileId, candidateId, name]);
  useShortcuts(shortcuts);
}

export function CandidateProfile({ candidate, onClose, onPrevious, onNext }: OpenCandidate) {
  const { id: profileId, name } = candidate.profile;
  useCandidateKeys({ profileId, candidateId: candidate.id, name });
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
