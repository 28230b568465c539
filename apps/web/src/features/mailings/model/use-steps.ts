import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { orpc } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { cacheMailing, saveSteps } from '../api/mailings.ts';
import { useAutosave } from './autosave.ts';
import { changedDelay, newStep, type StepDraft, stepErrors, stepOf, withIds } from './steps.ts';

const initialSteps = (list: MailingListView): StepDraft[] => (list.templates.length > 0 ? list.templates.map(stepOf) : [newStep()]);

/** Known steps keep their key, so that the open one stays open. */
function takeRemoteSteps(list: MailingListView, known: readonly StepDraft[]): StepDraft[] {
  const keys = new Map(known.map(({ id, key }) => [id, key]));
  return initialSteps(list).map((step) => ({ ...step, key: keys.get(step.id) ?? step.key }));
}

export function useSteps(list: MailingListView) {
  const client = useQueryClient();
  const [steps, setSteps] = useState(() => initialSteps(list));
  const [chosen, setChosen] = useState(() => steps[0]?.key ?? '');
  const [errors, setErrors] = useState<ReturnType<typeof stepErrors>>(new Map());
  const [problem, setProblem] = useState<string>();
  const version = useRef(list.updated_at);
  const savedSteps = useRef(steps);

  const { state, change, flush } = useAutosave<StepDraft[]>({
    save: async (sent) => {
      try {
        const saved = await saveSteps(list, sent);
        version.current = saved.updated_at;
        const delay = changedDelay(savedSteps.current, sent);
        if (delay !== undefined) sendEvent('Follow-Up: Change Condition', { Messages_Count: sent.length, Days_Count: delay });
        savedSteps.current = withIds(sent, sent, saved.templates);
        setErrors(new Map());
        setProblem(undefined);
        setSteps((now) => withIds(now, sent, saved.templates));
        cacheMailing(client, saved);
        void client.invalidateQueries({ queryKey: orpc.mailings.preview.key() });
        void client.invalidateQueries({ queryKey: orpc.mailings.launchInfo.key() });
        void client.invalidateQueries({ queryKey: orpc.mailings.missingValues.key() });
      } catch (error) {
        if (error instanceof ApiError) {
          const found = stepErrors(error.fields);
          setErrors(found);
          setProblem(found.size > 0 ? undefined : error.message);
        }
        throw error;
      }
    },
  });

  useEffect(() => {
    if (state !== 'saved' || list.updated_at === version.current) return;
    version.current = list.updated_at;
    setSteps((now) => takeRemoteSteps(list, now));
  }, [list, state]);

  const changeSteps = useCallback(
    (next: StepDraft[]) => {
      setSteps(next);
      change(next);
    },
    [change],
  );
  return { steps, chosen, choose: setChosen, change: changeSteps, flush, state, errors, problem };
}

export type Steps = ReturnType<typeof useSteps>;
