import { Menu } from '@mantine/core';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { mayAccess } from '@headwater/domain/access';
import { type AtsVendorName, atsVendors } from '@headwater/domain/ats/vendors';
import { EditSequence } from '#features/sequences/components/EditSequence.tsx';
import { NewSequence } from '#features/sequences/components/NewSequence.tsx';
import { OpenSequence } from '#features/sequences/components/OpenSequence.tsx';
import { SequenceScreen } from '#features/sequences/components/SequenceScreen.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { idParam } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { exportPeople } from '../export.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { useAtsVendors, useSendToAts } from '../send-to-ats.ts';
import { openDeliverability, openMessage, startFromTemplate } from './compose.tsx';

/** SEQ-003. */
export function NewSequencePage() {
  const { t } = useTranslation('sequences');
  usePageTitle(t('new'));
  return <NewSequence />;
}

function OfAddress({ children }: { children: (sequence: MailingListView) => ReactNode }) {
  const { sequenceId } = useParams({ strict: false }) as { sequenceId: string };
  const id = idParam.read(sequenceId);
  if (id === undefined) return <NotFoundPage />;
  return (
    <OpenSequence key={sequenceId} id={id}>
      {children}
    </OpenSequence>
  );
}

/** EXP-006. */
function ExportItem({ sequence }: { sequence: MailingListView }) {
  const { t } = useTranslation('sequences');
  return (
    <Menu.Item
      leftSection={<IconDownload size={14} />}
      disabled={sequence.recipients_count === 0}
      onClick={() => void exportPeople({ of: 'sequence', id: sequence.id, whom: {} })}
    >
      {t('exportCandidates')}
    </Menu.Item>
  );
}

/** ATS-060 */
function SendItems({
  sequence: { id, recipients_count: count },
  vendors,
}: {
  sequence: MailingListView;
  vendors: readonly AtsVendorName[];
}) {
  const { t } = useTranslation('sequences');
  const send = useSendToAts();
  return vendors.map((vendor) => (
    <Menu.Item
      key={vendor}
      leftSection={<IconSend size={14} />}
      disabled={count === 0}
      onClick={() => void send(vendor, { of: 'sequence', id, count })}
    >
      {t('sendTo', { service: atsVendors[vendor].title })}…
    </Menu.Item>
  ));
}

/** SEQ-004. */
export function SequencePage() {
  const mayExport = mayAccess('sequence_export', asActor(useCurrentUser()));
  const vendors = useAtsVendors('ats_sequence_export');
  return (
    <OfAddress>
      {(sequence) => (
        <SequenceScreen
          sequence={sequence}
          menu={
            (mayExport || vendors.length > 0) && (
              <>
                {mayExport && <ExportItem sequence={sequence} />}
                <SendItems sequence={sequence} vendors={vendors} />
              </>
            )
          }
          onOpenMessage={openMessage}
          onDeliverability={openDeliverability}
        />
      )}
    </OfAddress>
  );
}

/** SEQ-005. */
export function EditSequencePage() {
  return <OfAddress>{(sequence) => <EditSequence sequence={sequence} start={startFromTemplate} />}</OfAddress>;
}
