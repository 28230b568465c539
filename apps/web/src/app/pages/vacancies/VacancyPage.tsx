import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProfileMessages } from '#features/outreach/components/ProfileMessages.tsx';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { ProfileVacancies } from '#features/vacancies/components/ProfileVacancies.tsx';
import type { OpenCandidate } from '#features/vacancies/components/vacancy/open-candidate.ts';
import { VacancyScreen } from '#features/vacancies/components/vacancy/VacancyScreen.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { MessageButton } from '../profiles/MessageButton.tsx';

function CandidateProfile({ candidate, onClose, onPrevious, onNext }: OpenCandidate) {
  const { t } = useTranslation('vacancies');
  const { id: profileId, name } = candidate.profile;
  return (
    <ProfileView
      key={profileId}
      profileId={profileId}
      variant="pane"
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={<MessageButton profileId={profileId} candidateId={candidate.id} />}
      sections={
        <>
          <ProfileVacancies profileId={profileId} name={name ?? t('hiddenName')} />
          <ProfileMessages profileId={profileId} />
        </>
      }
    />
  );
}

/** VAC-003: a vacancy, with the profile of the open candidate beside it. */
export function VacancyPage() {
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  return (
    <VacancyScreen
      key={folderId}
      vacancyId={Number(folderId)}
      renderProfile={(open) => <CandidateProfile {...open} />}
      missing={<NotFoundPage />}
    />
  );
}
