import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, orpc } from '#lib/api.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

export const historyPerPage = 20;

/** Of the person, or of everybody who searched for that vacancy. */
export const historyQuery = (page: number) =>
  orpc.searchHistory.list.queryOptions({ input: { page, per_page: historyPerPage }, placeholderData: keepPreviousData });
export const folderHistoryQuery = (id: number, page: number) =>
  orpc.smartFolders.history.queryOptions({ input: { id, page, per_page: historyPerPage }, placeholderData: keepPreviousData });

export function useHistoryActions() {
  const client = useQueryClient();
  const { t } = useTranslation(['saved-queries', 'ui']);
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: orpc.searchHistory.key() }),
      client.invalidateQueries({ queryKey: orpc.smartFolders.history.key() }),
    ]);
  };
  const change = async (work: Promise<unknown>, done?: () => void) => {
    try {
      await work;
      done?.();
    } catch (error) {
      showError(error);
    }
    await refresh();
  };
  return {
    /** SAVQ-011. Nobody waits for it, and a search is not worse for not being remembered. */
    record: (queryId: number) => void api.searchHistory.record({ query_id: queryId }).then(refresh, () => undefined),
    hide: (id: number) =>
      change(api.searchHistory.hide({ id }), () =>
        showSnackbar({
          message: t('history.hidden'),
          action: { label: t('undo', { ns: 'ui' }), act: () => void change(api.searchHistory.show({ id })) },
        }),
      ),
  };
}
