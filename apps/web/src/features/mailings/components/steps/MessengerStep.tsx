import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { SubjectField } from '#features/editor/components/SubjectField.tsx';
import { VariableValues } from '#features/editor/components/VariableValues.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { messengerName } from '#ui/channels.ts';
import type { StepDraft } from '../../model/steps.ts';
import mailings from '../mailings.module.css';
import { PlainField } from '../PlainField.tsx';
import type { StepErrors } from './step-errors.ts';
import classes from './steps.module.css';

interface MessengerStepProps {
  step: StepDraft;
  onChange: (step: StepDraft) => void;
  errors: StepErrors;
  disabled: boolean;
  subjectBefore: string;
  account?: ReactNode;
}

export function MessengerStep({ step, onChange, errors, disabled, subjectBefore, account }: MessengerStepProps) {
  const { t } = useTranslation('mailings');
  const { custom_variables: variables } = step;
  const messenger = messengerName(step.channel);
  const change = (next: Partial<StepDraft>) => onChange({ ...step, ...next });
  const addVariable = (name: string) => change({ custom_variables: [...variables, { name, value: '', data: [] }] });
  const subject = step.subject.trim() || subjectBefore;
  return (
    <>
      {account}
      <PlainField
        value={step.body}
        variables={variables}
        onAddVariable={addVariable}
        error={errors['body']}
        disabled={disabled}
        onChange={(body) => change({ body })}
      />
      <section className={classes.fallback} aria-label={t('fallback.title', { messenger })}>
        <Switch
          label={t('fallback.title', { messenger })}
          description={step.fallsBack ? t('fallback.text') : t('fallback.skips', { messenger })}
          checked={step.fallsBack}
          disabled={disabled}
          onChange={(event) => change({ fallsBack: event.currentTarget.checked })}
        />
        {step.fallsBack && (
          <>
            <SubjectField
              label={t('fallback.subject')}
              value={step.subject}
              variables={variables}
              onAddVariable={addVariable}
              errors={errors['subject']}
              disabled={disabled}
              onChange={(next) => change({ subject: next })}
            />
            {step.subject.trim() === '' && (
              <p className={mailings.quiet}>{subject ? t('fallback.subjectBefore', { subject }) : t('fallback.subjectMissing')}</p>
            )}
          </>
        )}
      </section>
      <VariableValues
        variables={variables}
        texts={[step.subject, step.body]}
        disabled={disabled}
        onChange={(next) => change({ custom_variables: next })}
      />
    </>
  );
}
