import { useCallback, useRef } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { type PairOfIds, useDismissal } from '../api/duplicates.ts';

/** `undo` restores the last pair that this screen dismissed. */
export function useDismiss(changed: (pair: PairOfIds, isDismissed: boolean) => void = () => undefined) {
  const { t } = useTranslation('duplicates');
  const { mutateAsync } = useDismissal();
  const done = useRef<PairOfIds[]>([]);
  const restore = useCallback(
    async (pair: PairOfIds) => {
      done.current = done.current.filter((one) => one !== pair);
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
        done.current.push(pair);
        changed(pair, true);
        showSnackbar({ message: t('dismissed'), key: 'duplicates', action: { label: t('undo'), act: () => void restore(pair) } });
      } catch (error) {
        showError(error);
      }
    },
    [mutateAsync, changed, restore, t],
  );
  const undo = useCallback(() => {
    const last = done.current.at(-1);
    if (last) void restore(last);
  }, [restore]);
  return { dismiss, undo };
}
