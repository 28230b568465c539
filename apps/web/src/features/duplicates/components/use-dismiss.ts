import { useCallback } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { type PairOfIds, useDismissal } from '../api/duplicates.ts';
import { keepUndo } from '../model/review.ts';

export function useDismiss(changed: (pair: PairOfIds, isDismissed: boolean) => void = () => undefined) {
  const { t } = useTranslation('duplicates');
  const { mutateAsync } = useDismissal();
  const restore = useCallback(
    async (pair: PairOfIds) => {
      try {
        await mutateAsync({ ...pair, isDismissed: false });
        changed(pair, false);
        showSnackbar({ message: t('restored'), key: 'duplicates' });
      } catch (error) {
        showError(error);
      }
    },
    [mutateAsync, changed, t],
  );
  const dismiss = useCallback(
    async (pair: PairOfIds) => {
      try {
        await mutateAsync({ ...pair, isDismissed: true });
        const forget = keepUndo(() => void restore(pair));
        const act = () => {
          forget();
          void restore(pair);
        };
        changed(pair, true);
        showSnackbar({ message: t('dismissed'), key: 'duplicates', action: { label: t('undo'), act } });
      } catch (error) {
        showError(error);
      }
    },
    [mutateAsync, changed, restore, t],
  );
  return { dismiss };
}
