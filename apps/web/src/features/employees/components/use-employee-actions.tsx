import type { Employee } from '@headwater/contract/employees';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm, openModal } from '#ui/modals.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useEmployeeCalls } from '../api/employees.ts';
import { showRefusal } from '../model/show-refusal.ts';
import { MoveForm } from './MoveForm.tsx';

const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    showRefusal(error);
    return false;
  }
};

export function useEmployeeActions() {
  const { t } = useTranslation(['employees', 'ui']);
  const calls = useEmployeeCalls();
  const done = (message: string, undo: () => Promise<unknown>) => {
    const act = () => void attempt(undo).then((isUndone) => isUndone && showSnackbar({ message: t('undone'), key: 'employee' }));
    showSnackbar({ message, tone: 'success', key: 'employee', action: { label: t('undo', { ns: 'ui' }), act } });
  };
  return {
    exchange: async (person: Employee) => {
      const { name } = person;
      const to = person.role === 'worker' ? 'admin' : 'worker';
      const texts = { title: t(`switch.${to}Title`, { name }), text: t(`switch.${to}Text`), confirm: t(`switch.${to}`) };
      if (!(await confirm(texts))) return;
      let after: Employee | undefined;
      if (!(await attempt(async () => (after = await calls.exchange(person)))) || !after) return;
      const switched = after;
      done(t(`switch.${to}Done`, { name }), () => calls.exchange(switched));
    },
    deactivate: async (person: Employee) => {
      const { name } = person;
      const texts = { title: t('deactivate.title', { name }), text: t('deactivate.text'), confirm: t('deactivate.action') };
      if (!(await confirm(texts)) || !(await attempt(() => calls.save(person, { is_active: false })))) return;
      done(t('deactivate.done', { name }), () => calls.save(person, { is_active: true }));
    },
    resetFactors: async (person: Employee) => {
      const { name } = person;
      const texts = { title: t('factors.title', { name }), text: t('factors.text'), confirm: t('factors.confirm'), danger: true };
      if (!(await confirm(texts)) || !(await attempt(() => calls.save(person, { has_second_factor: false })))) return;
      showSnackbar({ message: t('factors.done', { name }), tone: 'success', key: 'employee' });
    },
    activate: async (person: Employee) => {
      if (!(await attempt(() => calls.save(person, { is_active: true })))) return;
      showSnackbar({ message: t('activated', { name: person.name }), tone: 'success', key: 'employee' });
    },
    move: async (person: Employee) => {
      const moved = await openModal<Employee>({
        title: t('move.title'),
        content: (close) => <MoveForm person={person} onDone={close} onCancel={() => close()} />,
      });
      if (moved) showSnackbar({ message: t('move.done', { name: person.name }), tone: 'success', key: 'employee' });
    },
    remove: async (person: Employee): Promise<boolean> => {
      const { name } = person;
      const texts = { title: t('delete.title', { name }), text: t('delete.text'), confirm: t('delete.action'), danger: true };
      if (!(await confirm(texts)) || !(await attempt(() => calls.remove(person)))) return false;
      done(t('delete.done', { name }), () => calls.save(person, { is_active: true }));
      return true;
    },
  };
}
