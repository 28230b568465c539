import { IconListCheck } from '@tabler/icons-react';
import { mayAccess } from '@headwater/domain/access';
import { useShortlistActions } from '#features/shortlists/api/shortlists.ts';
import type { FurtherActions } from '#features/vacancies/components/vacancy/mass-actions.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';

/** PPL-003 */
export function useShortlistAction(): FurtherActions {
  const { t } = useTranslation('shortlists');
  const { add } = useShortlistActions();
  const mayAdd = mayAccess('edit_vacancies', asActor(useCurrentUser()));
  return (vacancy, { ids, candidates, clear }) => {
    const act = async () => {
      const rejections = new Set(vacancy.statuses.filter((status) => status.is_rejection).map(({ id }) => id));
      const count = candidates.filter(({ status }) => rejections.has(status.id)).length;
      const question = { title: t('rejectedTitle', { count }), text: t('rejectedText'), confirm: t('addAnyway') };
      if (count > 0 && !(await confirm(question))) return;
      try {
        const added = await add(vacancy.id, [...ids]);
        showSnackbar({ message: added === 0 ? t('addedNone') : t('added', { count: added }), tone: 'success' });
        clear();
      } catch (error) {
        showError(error);
      }
    };
    return mayAdd ? [{ id: 'shortlist' as const, label: t('add'), Icon: IconListCheck, act: () => void act() }] : [];
  };
}
