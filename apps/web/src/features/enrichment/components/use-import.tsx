import { useQueryClient } from '@tanstack/react-query';
import type { EnrichmentRequest } from '@headwater/contract/enrichment';
import { useTranslation } from '#lib/use-translation.ts';
import { useFollowJob } from '#ui/jobs/follow-job.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';
import { refreshEnrichment } from '../api/enrichment.ts';

const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'), 'ImportDialog');

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);

/** ENR-001 */
export function useImport(): () => Promise<void> {
  const { t } = useTranslation('enrichment');
  const client = useQueryClient();
  const follow = useFollowJob();
  return async () => {
    const request = await openModal<EnrichmentRequest>({
      title: t('importTitle'),
      size: 'xl',
      content: (close) => <ImportDialog onDone={close} />,
    });
    if (!request) return;
    await refreshEnrichment(client);
    if (request.job_id === null) return;
    await follow({
      jobId: request.job_id,
      title: t('running', { name: request.name }),
      message: (_changed, { found, added }) => t('finished', { found: numberOf(found), added: numberOf(added) }),
      onChange: () => void refreshEnrichment(client),
    });
  };
}
