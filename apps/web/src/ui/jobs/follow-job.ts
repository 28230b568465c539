import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { JobView } from '@headwater/contract/jobs';
import { api, orpc } from '#lib/api.ts';
import { isActive, waitForJob } from '#lib/jobs/running-jobs.ts';
import { refreshVacancies } from '#lib/refresh-vacancies.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar, type SnackAction } from '../snackbar.tsx';

export interface FollowedJob {
  jobId: number;
  title: string;
  /** Text of the result. `changed`: number of changed rows, if known. */
  message: (changed: number | undefined, result: Readonly<Record<string, unknown>>) => string;
  onChange?: () => void;
  /** Offered next to undo. */
  also?: SnackAction;
}

interface UndoOptions {
  jobId: number;
  words: Words;
  onChange?: (() => void) | undefined;
}

interface Words {
  undo: string;
  undoing: string;
  undone: string;
  cancelled: string;
  failed: string;
}

async function undo(client: QueryClient, { jobId, words, onChange }: UndoOptions): Promise<void> {
  try {
    const over = await waitForJob(await api.jobs.undo({ id: jobId }), words.undoing);
    const isUndone = over.status === 'undone';
    showSnackbar(isUndone ? { message: words.undone } : { message: over.error ?? words.failed, tone: 'danger' });
  } catch (error) {
    showError(error);
  }
  onChange?.();
  await refreshVacancies(client);
}

const changedRows = (job: JobView): number | undefined => {
  const changed = job.result?.['changed'];
  return typeof changed === 'number' ? changed : undefined;
};

function wordsOf(t: TFunction<'ui'>): Words {
  return {
    undo: t('undo'),
    undoing: t('jobUndoing'),
    undone: t('jobUndone'),
    cancelled: t('jobStopped'),
    failed: t('jobFailed'),
  };
}

/** Undoes a job of the last hour and shows progress and result. Never rejects. */
export function useUndoJob(): (jobId: number) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('ui');
  return async (jobId) => {
    await undo(client, { jobId, words: wordsOf(t) });
    await client.invalidateQueries({ queryKey: orpc.jobs.key() });
  };
}

/** DEC-13: follows a started job, shows its result and offers undo. Never rejects. */
export function useFollowJob(): (followed: FollowedJob) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation('ui');
  return useCallback(
    async ({ jobId, title, message, onChange, also }) => {
      const words = wordsOf(t);
      try {
        const started = await api.jobs.get({ id: jobId });
        const job = isActive(started) ? await waitForJob(started, title) : started;
        if (job.status === 'failed') {
          showSnackbar({ message: job.error ?? words.failed, tone: 'danger' });
        } else {
          const text = job.status === 'cancelled' ? words.cancelled : message(changedRows(job), job.result ?? {});
          const action = { label: words.undo, act: () => void undo(client, { jobId, words, onChange }) };
          const actions = [...(job.undoable ? [action] : []), ...(also ? [also] : [])];
          showSnackbar({ message: text, tone: 'success', ...(actions.length > 0 ? { actions, duration: 8000 } : {}) });
        }
      } catch (error) {
        showError(error);
      }
      onChange?.();
      await refreshVacancies(client);
    },
    [client, t],
  );
}
