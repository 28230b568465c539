import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { TemplateView } from '@headwater/contract/templates';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

export const templatesPerPage = 20;

interface TemplateFilter {
  search: string;
  creator: number | undefined;
  page: number;
}

export const templatesQuery = ({ search, creator, page }: TemplateFilter) =>
  orpc.templates.list.queryOptions({
    input: {
      limit: templatesPerPage,
      offset: (page - 1) * templatesPerPage,
      ...(search ? { search } : {}),
      ...(creator === undefined ? {} : { created_by: creator }),
    },
    placeholderData: keepPreviousData,
  });

/** Templates to start a message from: the newest ones and the examples. */
export const choicesQuery = orpc.templates.list.queryOptions({ input: { limit: 100 }, staleTime: 30_000 });

export const creatorsQuery = orpc.templates.creators.queryOptions();

/** Negative ids: the blank template and the examples. */
export const templateQuery = (id: number) => orpc.templates.get.queryOptions({ input: { id } });

/** Refetches the lists. An open template may have unsaved changes, so it is not refetched. */
export function useRefreshTemplates(): (saved?: TemplateView) => Promise<void> {
  const client = useQueryClient();
  return async (saved) => {
    if (saved) client.setQueryData(templateQuery(saved.id).queryKey, saved);
    await Promise.all([
      client.invalidateQueries({ queryKey: orpc.templates.list.key() }),
      client.invalidateQueries({ queryKey: orpc.templates.creators.key() }),
    ]);
  };
}

/** Deletes without a confirmation and offers undo (DEC-13). */
export function useRemoveTemplate(): (template: Pick<TemplateView, 'id' | 'name'>) => Promise<void> {
  const { t } = useTranslation('templates');
  const refresh = useRefreshTemplates();
  const restore = async (id: number) => {
    try {
      await api.templates.restore({ id });
      await refresh();
    } catch (error) {
      showError(error);
    }
  };
  return async ({ id, name }) => {
    try {
      await api.templates.remove({ id });
      showSnackbar({ message: t('deleted', { name }), action: { label: t('undo'), act: () => void restore(id) } });
      await refresh();
    } catch (error) {
      showError(error);
    }
  };
}
