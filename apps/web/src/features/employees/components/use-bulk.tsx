import type { Employee } from '@headwater/contract/employees';
import { useRef, useState } from 'react';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm, openModal } from '#ui/modals.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useBulkCalls } from '../api/employees.ts';
import { type BulkAction, isPossible } from '../model/bulk.ts';
import { BulkFailures, type Failure } from './BulkFailures.tsx';

/** Reverts the change of one person. */
type Undo = () => Promise<unknown>;

interface Progress {
  done: number;
  count: number;
}

function useOne() {
  const { save, exchange } = useBulkCalls();
  return async (action: BulkAction, person: Employee): Promise<Undo> => {
    if (action.kind === 'role') {
      const after = await exchange(person);
      return () => exchange(after);
    }
    const [change, before] = {
      search: () => [{ can_search: action.kind === 'search' && action.isOn }, { can_search: person.can_search }],
      department: () => [
        { department_id: action.kind === 'department' ? (action.department?.id ?? null) : null },
        { department_id: person.department?.id ?? null },
      ],
      deactivate: () => [{ is_active: false }, { is_active: true }],
    }[action.kind]();
    await save(person, change ?? {});
    return () => save(person, before ?? {});
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) throw error;
  return Object.values(error.fields)[0] ?? error.message;
};

/** Whether the next people would fail, too. */
const blocksNext = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status === 429);

export function useBulk() {
  const { t } = useTranslation(['employees', 'ui']);
  const actor = asActor(useCurrentUser());
  const { refresh } = useBulkCalls();
  const act = useOne();
  const stopped = useRef(false);
  const [progress, setProgress] = useState<Progress>();

  /** One after another, because each may take the last seat. */
  const each = async <T,>(items: readonly T[], work: (item: T) => Promise<void>, name: (item: T) => string): Promise<Failure[]> => {
    const failures: Failure[] = [];
    let blocked: string | undefined;
    stopped.current = false;
    const failureOf = async (change: () => Promise<void>): Promise<string | undefined> => {
      try {
        await change();
        return undefined;
      } catch (error) {
        if (blocksNext(error)) blocked = reasonOf(error);
        return reasonOf(error);
      }
    };
    for (const [at, item] of items.entries()) {
      setProgress({ done: at, count: items.length });
      const reason: string | undefined = stopped.current ? t('bulk.stopped') : (blocked ?? (await failureOf(() => work(item))));
      if (reason !== undefined) failures.push({ name: name(item), reason });
    }
    setProgress(undefined);
    await refresh();
    return failures;
  };
  const report = async (failures: readonly Failure[]) => {
    if (failures.length > 0)
      await openModal({ title: t('bulk.failed', { count: failures.length }), content: () => <BulkFailures failures={failures} /> });
  };
  const run = async (action: BulkAction, people: readonly Employee[]): Promise<boolean> => {
    const fitting = people.filter((person) => isPossible(action, actor, person));
    const isAsked = action.kind === 'role' || action.kind === 'deactivate';
    const texts = isAsked && {
      title: t(action.kind === 'role' ? `bulk.${action.role}Title` : 'bulk.deactivateTitle', { count: fitting.length }),
      text: t(action.kind === 'role' ? `switch.${action.role}Text` : 'bulk.deactivateText'),
      confirm: t(action.kind === 'role' ? `switch.${action.role}` : 'deactivate.action'),
    };
    if (texts && !(await confirm(texts))) return false;
    const undos: { name: string; undo: Undo }[] = [];
    const failures = await each(
      fitting,
      async (person) => {
        undos.push({ name: person.name, undo: await act(action, person) });
      },
      ({ name }) => name,
    );
    const undo = async () => {
      const left = await each(
        undos,
        async (one) => void (await one.undo()),
        ({ name }) => name,
      );
      if (left.length === 0) showSnackbar({ message: t('undone'), key: 'employee' });
      await report(left);
    };
    if (undos.length > 0) {
      const message = t(`bulk.${action.kind === 'role' ? action.role : action.kind}Done`, { count: undos.length });
      showSnackbar({ message, tone: 'success', key: 'employee', action: { label: t('undo', { ns: 'ui' }), act: () => void undo() } });
    }
    await report(failures);
    return true;
  };
  return {
    run,
    progress,
    stop: () => {
      stopped.current = true;
    },
    countOf: (action: BulkAction, people: readonly Employee[]) => people.filter((person) => isPossible(action, actor, person)).length,
  };
}
