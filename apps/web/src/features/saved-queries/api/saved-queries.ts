import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { SavedQueryView } from '@headwater/contract/saved-queries';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

export const savedPerPage = 20;

export const savedQueriesQuery = ({ of, search, page }: { of: 'own' | 'colleagues'; search: string; page: number }) =>
  orpc.savedQueries.list.queryOptions({
    input: { of, page, per_page: savedPerPage, ...(search === '' ? {} : { search }) },
    placeholderData: keepPreviousData,
  });

/** Separate request: each count needs a search, and the list must not wait. */
export const newResultsQuery = (ids: readonly number[]) =>
  orpc.savedQueries.newResults.queryOptions({ input: { ids: ids.join(',') }, enabled: ids.length > 0, placeholderData: keepPreviousData });

export function useSavedActions() {
  const client = useQueryClient();
  const { t } = useTranslation(['saved-queries', 'ui']);
  const refresh = () => client.invalidateQueries({ queryKey: orpc.savedQueries.key() });
  const restore = async ({ id }: SavedQueryView) => {
    try {
      await api.savedQueries.restore({ id });
    } catch (error) {
      showError(error);
    }
    await refresh();
  };
  const change = async (saved: SavedQueryView, values: Partial<Pick<SavedQueryView, 'alert' | 'is_shared'>>, message: string) => {
    try {
      await api.savedQueries.update({ id: saved.id, ...values });
      showSnackbar({ message, tone: 'success' });
    } catch (error) {
      showError(error);
    }
    await refresh();
  };
  return {
    refresh,
    setAlert: (saved: SavedQueryView, alert: SavedQueryView['alert']) =>
      change(saved, { alert }, t(`alert.done.${alert}`, { name: saved.name })),
    setShared: (saved: SavedQueryView, isShared: boolean) =>
      change(saved, { is_shared: isShared }, t(isShared ? 'share.done' : 'share.stopped', { name: saved.name })),
    opened: ({ id }: SavedQueryView) => void api.savedQueries.open({ id }).then(refresh, () => undefined),
    async remove(saved: SavedQueryView) {
      try {
        await api.savedQueries.remove({ id: saved.id });
        showSnackbar({
          message: t('saved.deleted', { name: saved.name }),
          action: { label: t('undo', { ns: 'ui' }), act: () => void restore(saved) },
        });
      } catch (error) {
        showError(error);
      }
      await refresh();
    },
  };
}
