import { useQueryClient } from '@tanstack/react-query';
import type { VacancyView } from '@headwater/contract/vacancies';
import { refreshSmartFolders } from '#features/saved-queries/api/smart-folders.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

/** Removes the search of a vacancy after a confirmation. Never rejects. */
export function useTurnOff({ id, name }: VacancyView): () => Promise<void> {
  const { t } = useTranslation('saved-queries');
  const client = useQueryClient();
  return async () => {
    if (!(await confirm({ title: t('smart.offTitle'), text: t('smart.offText'), confirm: t('smart.off'), danger: true }))) return;
    try {
      await api.smartFolders.removeQuery({ id });
      showSnackbar({ message: t('smart.offDone', { name }) });
      await refreshSmartFolders(client);
    } catch (error) {
      showError(error);
    }
  };
}
