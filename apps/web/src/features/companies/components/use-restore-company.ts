import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';

export function useRestoreCompany() {
  const { t } = useTranslation('companies');
  const client = useQueryClient();
  return async ({ id, name }: { id: number; name: string }): Promise<void> => {
    const { without_address: count } = await api.companies.restore({ id });
    await client.invalidateQueries({ queryKey: orpc.companies.key() });
    const message = count === 0 ? t('restored', { name }) : t('restoredWithout', { name, count });
    showSnackbar({ message, tone: 'success', key: 'company' });
  };
}
