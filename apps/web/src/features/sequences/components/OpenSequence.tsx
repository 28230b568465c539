import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { mailingEvent } from '#features/mailings/api/mailings.ts';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState, NoAccess } from '#ui/states.tsx';
import { sequenceQuery } from '../api/sequences.ts';

interface OpenSequenceProps {
  id: number;
  children: (sequence: MailingListView) => ReactNode;
}

export function OpenSequence({ id, children }: OpenSequenceProps) {
  const { t } = useTranslation('sequences');
  const query = useQuery(sequenceQuery(id));
  usePageTitle(query.data?.name ?? t('sequence'));
  useScreenEvent(query.data?.id, () => query.data && sendEvent('Sequences: Manage', mailingEvent(query.data)));
  const status = query.error instanceof ApiError ? query.error.status : undefined;
  // Data of a deleted or hidden sequence is outdated.
  if (query.data && status !== 404 && status !== 403) return children(query.data);
  const toList = (
    <Button component={Link} to="/messaging/sequences" variant="default">
      {t('title')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('sequence')} />
      {status === 404 && <EmptyState title={t('gone')} action={toList} />}
      {status === 403 && <NoAccess text={t('noAccessText')} action={toList} />}
      {query.isError && status !== 404 && status !== 403 && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonTable />}
    </>
  );
}
