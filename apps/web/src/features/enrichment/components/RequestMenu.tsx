import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconDownload, IconFileAlert, IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { EnrichmentRequest } from '@headwater/contract/enrichment';
import { api } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useUndoJob } from '#ui/jobs/follow-job.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { fileAddress, refreshEnrichment } from '../api/enrichment.ts';

/** ENR-016: the user who started it can stop it, and can undo it for an hour. */
export function RequestMenu({ request }: { request: EnrichmentRequest }) {
  const { t } = useTranslation(['enrichment', 'ui']);
  const client = useQueryClient();
  const undoJob = useUndoJob();
  const { id, name, state, job_id: job, errors } = request;
  const until = request.files_until;
  const isOver = (state === 'done' || state === 'failed') && until !== null;
  const stop = async () => {
    try {
      await api.jobs.cancel({ id: job ?? 0 });
      showSnackbar({ message: t('jobStopped', { ns: 'ui' }) });
    } catch (error) {
      showError(error);
    }
    await refreshEnrichment(client);
  };
  const undo = async () => {
    await undoJob(job ?? 0);
    await refreshEnrichment(client);
  };
  if (!isOver && !request.cancellable && !request.undoable) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actionsOf', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isOver && <Menu.Label>{t('filesUntil', { date: formatDate(until, currentLanguage()) })}</Menu.Label>}
        {isOver && (
          <Menu.Item component="a" href={fileAddress(id, 'results')} download leftSection={<IconDownload size={16} stroke={1.6} />}>
            {t('results')}
          </Menu.Item>
        )}
        {isOver && errors > 0 && (
          <Menu.Item component="a" href={fileAddress(id, 'errors')} download leftSection={<IconFileAlert size={16} stroke={1.6} />}>
            {t('errorFile')}
          </Menu.Item>
        )}
        {request.cancellable && (
          <Menu.Item leftSection={<IconPlayerStop size={16} stroke={1.6} />} onClick={() => void stop()}>
            {t('stop')}
          </Menu.Item>
        )}
        {request.undoable && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} stroke={1.6} />} onClick={() => void undo()}>
            {t('undo', { ns: 'ui' })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
