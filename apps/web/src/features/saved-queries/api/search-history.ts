import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { refreshHistory } from './record-search.ts';

export const historyPerPage = 20;

export const historyQuery = (page: number) =>
  orpc.searchHistory.list.queryOptions({ input: { page, per_page: historyPerPage }, placeholderData: keepPreviousData });
export const folderHistoryQuery = (id: number, page: number) =>
  orpc.smartFolders.history.queryOptions({ input: { id, page, per_page: historyPerPage }, placeholderData: keepPreviousData });

export function useHistoryActions() {
  const client = useQueryClient();
  const { t } = useTranslation(['saved-queries', 'ui']);
  const change = async (work: Promise<unknown>, done?: () => void) => {
    try {
      await work;
      done?.();
    } catch (error) {
      showError(error);
    }
    await refreshHistory(client);
  };
  return {
    hide: (id: number) =>
      change(api.searchHistory.hide({ id }), () =>
        showSnackbar({
          message: t('history.hidden'),
          action: { label: t('undo', { ns: 'ui' }), act: () => void change(api.searchHistory.show({ id })) },
        }),
      ),
  };
}
