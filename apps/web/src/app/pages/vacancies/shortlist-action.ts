import { IconListCheck } from '@tabler/icons-react';
import { mayAccess } from '@headwater/domain/access';
import { useShortlistActions } from '#features/shortlists/api/shortlists.ts';
import type { FurtherActions } from '#features/vacancies/components/vacancy/mass-actions.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

/** PPL-003 */
export function useShortlistAction(): FurtherActions {
  const { t } = useTranslation('shortlists');
  const { add } = useShortlistActions();
  const mayAdd = mayAccess('edit_vacancies', asActor(useCurrentUser()));
  return (vacancy, { ids, clear }) => {
    const act = async () => {
      try {
        const count = await add(vacancy.id, [...ids]);
        showSnackbar({ message: count === 0 ? t('addedNone') : t('added', { count }), tone: 'success' });
        clear();
      } catch (error) {
        showError(error);
      }
    };
    return mayAdd ? [{ id: 'shortlist' as const, label: t('add'), Icon: IconListCheck, act: () => void act() }] : [];
  };
}
