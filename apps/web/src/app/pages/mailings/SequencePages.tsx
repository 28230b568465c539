import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailingListView } from '@headwater/contract/mailings';
import { EditSequence } from '#features/sequences/components/EditSequence.tsx';
import { NewSequence } from '#features/sequences/components/NewSequence.tsx';
import { OpenSequence } from '#features/sequences/components/OpenSequence.tsx';
import { SequenceScreen } from '#features/sequences/components/SequenceScreen.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { openDeliverability, openMessage, startFromTemplate } from './compose.tsx';

/** SEQ-003. */
export function NewSequencePage() {
  const { t } = useTranslation('sequences');
  usePageTitle(t('new'));
  return <NewSequence />;
}

function OfAddress({ children }: { children: (sequence: MailingListView) => ReactNode }) {
  const { sequenceId } = useParams({ strict: false }) as { sequenceId: string };
  if (!/^[1-9]\d{0,14}$/.test(sequenceId)) return <NotFoundPage />;
  return (
    <OpenSequence key={sequenceId} id={Number(sequenceId)}>
      {children}
    </OpenSequence>
  );
}

/** SEQ-004. */
export function SequencePage() {
  return (
    <OfAddress>
      {(sequence) => <SequenceScreen sequence={sequence} onOpenMessage={openMessage} onDeliverability={openDeliverability} />}
    </OfAddress>
  );
}

/** SEQ-005. */
export function EditSequencePage() {
  return <OfAddress>{(sequence) => <EditSequence sequence={sequence} start={startFromTemplate} />}</OfAddress>;
}
