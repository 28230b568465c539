import { useParams } from '@tanstack/react-router';
import { ProfileView } from '#features/profiles/components/ProfileView.tsx';
import { OpenSequence } from '#features/sequences/components/OpenSequence.tsx';
import { SequencePerson } from '#features/sequences/components/SequencePerson.tsx';
import { idParam } from '#lib/screen-params.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { MessageButtons } from '../profiles/MessageButtons.tsx';
import { ProfileFirst, ProfileSections } from '../profiles/ProfilePane.tsx';
import { openMessage } from './compose.tsx';

/** SEQ-006. */
export function SequencePersonPage() {
  const { sequenceId, profileId } = useParams({ strict: false }) as { sequenceId: string; profileId: string };
  const [list, id] = [idParam.read(sequenceId), idParam.read(profileId)];
  if (list === undefined || id === undefined) return <NotFoundPage />;
  return (
    <main style={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <OpenSequence id={list}>
        {(sequence) => (
          <SequencePerson
            sequence={sequence}
            profileId={id}
            onOpenMessage={openMessage}
            profile={
              <ProfileView
                profileId={id}
                variant="page"
                actions={<MessageButtons profileId={id} />}
                first={<ProfileFirst profileId={id} name={null} />}
                sections={<ProfileSections profileId={id} />}
              />
            }
          />
        )}
      </OpenSequence>
    </main>
  );
}
