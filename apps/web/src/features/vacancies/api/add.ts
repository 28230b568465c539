import { useQueryClient } from '@tanstack/react-query';
import type { Ranking } from '@headwater/domain/query/rankings';
import { api, orpc } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useFollowJob } from '#ui/jobs/follow-job.ts';

/** Profiles, or all `count` results of a search in the format of its address. */
export type AddTarget =
  | { profiles: readonly number[]; search?: { q: string; f: string } | undefined }
  | { query: string; filters: string; sort?: Ranking | undefined; count: number };

interface Destination {
  id: number;
  name: string;
  /** Created for these people: undo deletes it. */
  isNew?: boolean;
}

/** CAND-017, CAND-033. Rejects with the server's refusal. */
export function useAdd(): (target: AddTarget, vacancy: Destination) => Promise<void> {
  const follow = useFollowJob();
  const { t } = useTranslation('vacancies');
  return async (target, { id, name, isNew = false }) => {
    const title = t('job.add', { vacancy: name });
    if ('profiles' in target) {
      const { profiles, search } = target;
      const answer = await api.candidates.create({
        folder_id: id,
        profiles: [...profiles],
        is_new_folder: isNew,
        ...(search ? { search_query: search } : {}),
      });
      const skipped = answer.skipped?.length ?? 0;
      const message = (count = answer.count) =>
        [t('done.add', { count, vacancy: name }), skipped > 0 && t('done.skipped', { count: skipped })].filter(Boolean).join('. ');
      void follow({ jobId: answer.job_id, title, message });
      return;
    }
    const { query, filters, sort } = target;
    const answer = await api.candidates.addAll({ id, query, filters, is_new_folder: isNew, ...(sort ? { sort } : {}) });
    void follow({ jobId: answer.job_id, title, message: (count = answer.candidates_count) => t('done.add', { count, vacancy: name }) });
  };
}

export function useCreateVacancy(): (name: string) => Promise<Destination> {
  const client = useQueryClient();
  return async (name) => {
    const { id } = await api.vacancies.create({ name });
    sendEvent('Folder: Create', { Folder_Id: id });
    void client.invalidateQueries({ queryKey: orpc.vacancies.list.key() });
    return { id, name, isNew: true };
  };
}
