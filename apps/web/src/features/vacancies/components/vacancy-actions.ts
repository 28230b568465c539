import type { VacancyView } from '@headwater/contract/vacancies';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useFollowJob } from '#ui/jobs/follow-job.ts';
import { useSetVacancyStatus } from '../api/vacancies.ts';

/** VAC-034 to VAC-037. */
export function useVacancyActions() {
  const { t } = useTranslation(['vacancies', 'ui']);
  const setStatus = useSetVacancyStatus();
  const follow = useFollowJob();

  const change = (vacancy: VacancyView, status: VacancyView['status']) =>
    setStatus.mutate(
      { id: vacancy.id, status },
      {
        onError: showError,
        onSuccess: () =>
          showSnackbar({
            message: t(status === 'closed' ? 'done.archived' : 'done.activated', { name: vacancy.name }),
            tone: 'success',
            action: {
              label: t('undo', { ns: 'ui' }),
              act: () => setStatus.mutate({ id: vacancy.id, status: vacancy.status }, { onError: showError }),
            },
          }),
      },
    );

  /** Resolves with true if the user confirmed and the vacancy is deleted. */
  const remove = async (vacancy: VacancyView): Promise<boolean> => {
    const agreed = await confirm({
      title: t('deleteTitle', { name: vacancy.name }),
      text: vacancy.candidates_count > 0 ? t('deleteText', { count: vacancy.candidates_count }) : t('deleteEmpty'),
      confirm: t('delete', { ns: 'ui' }),
      danger: true,
    });
    if (!agreed) return false;
    try {
      const { job_id: jobId } = await api.vacancies.remove({ id: vacancy.id });
      sendEvent('Folder: Delete', { Folder_Id: vacancy.id });
      void follow({ jobId, title: t('job.delete', { name: vacancy.name }), message: () => t('done.deleted', { name: vacancy.name }) });
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };

  return {
    archive: (vacancy: VacancyView) => change(vacancy, 'closed'),
    activate: (vacancy: VacancyView) => change(vacancy, 'active'),
    remove,
  };
}
