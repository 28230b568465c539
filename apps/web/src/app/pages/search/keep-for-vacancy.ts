import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { refreshSmartFolders } from '#features/saved-queries/api/smart-folders.ts';
import type { StoredSearch } from '#features/saved-queries/model/stored-search.ts';
import { vacancyQuery } from '#features/vacancies/api/vacancies.ts';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

export function useKeepForVacancy(): (folderId: number, search: StoredSearch) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { t } = useTranslation('saved-queries');
  return async (folderId, search) => {
    try {
      await api.smartFolders.setQuery({ id: folderId, ...search });
      sendEvent('Smart Folder: Save', { Smart_Folder_Type: 'Current Folder' });
      const { name } = await client.ensureQueryData(vacancyQuery(folderId));
      await refreshSmartFolders(client);
      showSnackbar({ message: t('smart.kept', { name }), tone: 'success' });
      void navigate({ to: '/smart-folders/$folderId/', params: { folderId: String(folderId) } });
    } catch (error) {
      showError(error);
    }
  };
}
