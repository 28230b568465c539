import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

const ProfileVacancies = lazyPart(() => import('#features/vacancies/components/ProfileVacancies.tsx'), 'ProfileVacancies', ['vacancies']);

export const PersonFacts = ({ profileId, name }: { profileId: number; name: string }) => (
  <Suspense fallback={null}>
    <ProfileVacancies profileId={profileId} name={name} />
  </Suspense>
);
