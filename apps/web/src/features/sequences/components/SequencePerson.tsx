import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { recipientQuery } from '#features/mailings/api/mailings.ts';
import { MailingStatus } from '#features/mailings/components/MailingStatus.tsx';
import { RecipientProgress } from '#features/mailings/components/recipients/RecipientProgress.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { recipientOfQuery } from '../api/sequences.ts';
import classes from './sequences.module.css';

interface SequencePersonProps {
  sequence: MailingListView;
  profileId: number;
  profile: ReactNode;
  onOpenMessage: (message: { id: number; subject: string }) => void;
}

function Progress({ sequence, profileId, onOpenMessage }: Omit<SequencePersonProps, 'profile'>) {
  const { t } = useTranslation('sequences');
  const found = useQuery(recipientOfQuery(sequence.id, profileId));
  const id = found.data?.recipients[0]?.id;
  const query = useQuery({ ...recipientQuery(id ?? 0), enabled: id !== undefined });
  const failed = found.isError ? found : query;
  if (failed.isError) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (found.data && id === undefined) return <EmptyState title={t('notInIt')} />;
  if (!query.data) return <SkeletonText lines={8} />;
  return <RecipientProgress recipient={query.data} permissions={sequence.permissions} onOpenMessage={onOpenMessage} />;
}

/** SEQ-006. */
export function SequencePerson({ sequence, profileId, profile, onOpenMessage }: SequencePersonProps) {
  const { t } = useTranslation('sequences');
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/messaging/sequences/$sequenceId', params: { sequenceId: String(sequence.id) } });
  return (
    <>
      <PageHeader title={sequence.name} note={<MailingStatus status={sequence.status} />} onBack={back} />
      <div className={classes.person}>
        <div className={classes.profile}>{profile}</div>
        <section className={classes.side} aria-label={t('sequence')}>
          <Progress sequence={sequence} profileId={profileId} onOpenMessage={onOpenMessage} />
        </section>
      </div>
    </>
  );
}
