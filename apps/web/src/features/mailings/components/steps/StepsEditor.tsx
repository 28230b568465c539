import { Alert } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { changeStep, knownVariables, subjectBefore } from '../../model/steps.ts';
import type { Steps } from '../../model/use-steps.ts';
import classes from '../layout.module.css';
import { StepEditor, type StepEditorProps } from './StepEditor.tsx';
import { StepList } from './StepList.tsx';

interface StepsEditorProps extends Pick<StepEditorProps, 'start' | 'unsubscribable' | 'messenger' | 'missing'> {
  steps: Steps;
  locked?: string | undefined;
}

const noErrors = {};

export function StepsEditor({
  steps: { steps, chosen, choose, change, errors, problem },
  locked,
  start,
  unsubscribable,
  messenger,
  missing,
}: StepsEditorProps) {
  const { t } = useTranslation('mailings');
  const index = Math.max(
    0,
    steps.findIndex(({ key }) => key === chosen),
  );
  const step = steps[index];
  // A locked message has no focusable field, so the region needs focus for keyboard scrolling.
  const scrolled = locked === undefined ? {} : ({ role: 'region', 'aria-label': t('tabs.message'), tabIndex: 0 } as const);
  const faulty = new Set(steps.filter((_step, at) => errors.has(at)).map(({ key }) => key));
  return (
    <div className={classes.work}>
      <div className={classes.left}>
        <StepList
          steps={steps}
          chosen={step?.key ?? ''}
          onChoose={choose}
          onChange={change}
          faulty={faulty}
          disabled={locked !== undefined}
          messenger={messenger !== undefined}
        />
      </div>
      <div className={classes.middle} {...scrolled}>
        {locked && (
          <Alert p="sm" mb="md">
            {locked}
          </Alert>
        )}
        {problem && (
          <Alert color="red" role="alert" p="sm" mb="md">
            {problem}
          </Alert>
        )}
        {step && (
          <section aria-label={index === 0 ? t('steps.first') : t('steps.followUp', { number: index + 1 })}>
            <StepEditor
              key={step.key}
              step={step}
              first={index === 0}
              errors={errors.get(index) ?? noErrors}
              disabled={locked !== undefined}
              start={start}
              unsubscribable={unsubscribable}
              messenger={messenger}
              missing={missing}
              subjectBefore={subjectBefore(steps, step.key)}
              known={knownVariables(steps, step)}
              onChange={(changed) => change(changeStep(steps, changed))}
            />
          </section>
        )}
      </div>
    </div>
  );
}
