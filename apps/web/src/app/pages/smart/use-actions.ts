import type { VacancyView } from '@headwater/contract/vacancies';
import type { ResultActions } from '#features/search/model/actions.ts';
import { type AddTarget, useAdd } from '#features/vacancies/api/add.ts';
import { showError } from '#ui/snackbar.tsx';
import { addTarget } from '../search/add-target.ts';
import { useMessageAction } from '../search/found-people.tsx';
import { useWriteInTelegram } from '../telegram/use-write-in-telegram.ts';

export function useActions({ id, name, permissions }: VacancyView): ResultActions {
  const add = useAdd();
  const message = useMessageAction();
  const telegram = useWriteInTelegram();
  const put = async (target: AddTarget, done: () => void) => {
    try {
      await add(target, { id, name });
      done();
    } catch (error) {
      showError(error);
    }
  };
  return {
    add: permissions.change_candidates ? (selection, done) => void put(addTarget(selection), done) : undefined,
    message,
    telegram,
  };
}
