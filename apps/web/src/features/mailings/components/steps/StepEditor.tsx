import { isMessenger } from '@headwater/domain/outreach/channels';
import { Alert } from '@mantine/core';
import type { LintInput } from '@headwater/domain/outreach/lint';
import { replySubject } from '@headwater/domain/outreach/variants';
import type { ReactNode } from 'react';
import { AttachmentList } from '#features/editor/components/AttachmentList.tsx';
import { LintList } from '#features/editor/components/LintList.tsx';
import { MessageBody } from '#features/editor/components/MessageBody.tsx';
import { SubjectField } from '#features/editor/components/SubjectField.tsx';
import { VariableValues } from '#features/editor/components/VariableValues.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import type { StepDraft } from '../../model/steps.ts';
import { MessengerStep } from './MessengerStep.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import type { StepErrors } from './step-errors.ts';
import { VariantBField } from './VariantBField.tsx';
import mailings from '../mailings.module.css';
import classes from './steps.module.css';

interface StartingText extends Pick<StepDraft, 'subject' | 'body' | 'custom_variables' | 'attachments'> {}

export interface StepEditorProps {
  step: StepDraft;
  first: boolean;
  onChange: (step: StepDraft) => void;
  errors: StepErrors;
  disabled?: boolean;
  start?: ((pick: (text: StartingText) => void, typed: StartingText) => ReactNode) | undefined;
  /** The company adds an unsubscribe link to each message. */
  unsubscribable: boolean;
  /** Recipients without a value, by variable, where they are known. */
  missing?: Readonly<Record<string, number>> | undefined;
  /** Undefined: Telegram is unavailable. */
  messenger?: ReactNode;
  subjectBefore?: string;
  /** Variables of the step, with those of the subject before it. */
  known?: LintInput['custom'];
}

const shown = ['subject', 'body', 'attachment_ids', 'send_time_from', 'send_time_to', 'variant_b'];

type EmailStepProps = Pick<StepEditorProps, 'step' | 'onChange' | 'errors' | 'start' | 'unsubscribable' | 'missing'> & {
  subjectBefore: string;
  known: LintInput['custom'];
  disabled: boolean;
  schedule: ReactNode;
};

function EmailStep({ step, onChange, errors, disabled, start, unsubscribable, schedule, subjectBefore, known, missing }: EmailStepProps) {
  const { t } = useTranslation('mailings');
  const change = (next: Partial<StepDraft>) => onChange({ ...step, ...next });
  const variables = step.custom_variables;
  const addVariable = (name: string) => change({ custom_variables: [...variables, { name, value: '', data: [] }] });
  return (
    <>
      {!disabled && start && <div className={classes.start}>{start(change, step)}</div>}
      <SubjectField
        label={t('subject')}
        value={step.subject}
        variables={variables}
        onAddVariable={addVariable}
        errors={errors['subject']}
        disabled={disabled}
        required={!subjectBefore}
        onChange={(subject) => change({ subject })}
      />
      {subjectBefore && step.subject.trim() === '' && (
        <p className={mailings.quiet}>{t('staysInThread', { subject: replySubject(subjectBefore) })}</p>
      )}
      <MessageBody
        label={t('body')}
        html={step.body}
        variables={variables}
        onAddVariable={addVariable}
        unsubscribe
        errors={errors['body']}
        disabled={disabled}
        onChange={(body) => change({ body })}
      />
      <AttachmentList
        files={step.attachments}
        errors={errors['attachment_ids']}
        disabled={disabled}
        onChange={(attachments) => change({ attachments })}
      />
      {schedule}
      <VariantBField step={step} onChange={onChange} error={errors['variant_b']} disabled={disabled} />
      <VariableValues
        variables={variables}
        texts={[step.subject, step.body, step.variantB?.subject ?? '', step.variantB?.body ?? '']}
        disabled={disabled}
        onChange={(next) => change({ custom_variables: next })}
      />
      <LintList subject={step.subject} body={step.body} custom={known} mass={!unsubscribable} missing={missing} />
    </>
  );
}

export function StepEditor({
  step,
  first,
  onChange,
  errors,
  disabled = false,
  start,
  unsubscribable,
  messenger,
  missing,
  subjectBefore = '',
  known = step.custom_variables,
}: StepEditorProps) {
  const change = (next: Partial<StepDraft>) => onChange({ ...step, ...next });
  const schedule = (
    <ScheduleForm
      value={step.schedule}
      first={first}
      disabled={disabled}
      errors={{ from: errors['send_time_from'], to: errors['send_time_to'] }}
      onChange={(next) => change({ schedule: next })}
    />
  );
  const other = Object.entries(errors).find(([name]) => !shown.includes(name));
  return (
    <div className={classes.editor}>
      {other && (
        <Alert color="red" role="alert" p="sm">
          {other[1]}
        </Alert>
      )}
      {isMessenger(step.channel) ? (
        <>
          <MessengerStep
            step={step}
            onChange={onChange}
            errors={errors}
            disabled={disabled}
            subjectBefore={subjectBefore}
            account={messenger}
          />
          {schedule}
        </>
      ) : (
        <EmailStep
          step={step}
          onChange={onChange}
          errors={errors}
          disabled={disabled}
          start={start}
          unsubscribable={unsubscribable}
          schedule={schedule}
          subjectBefore={subjectBefore}
          known={known}
          missing={missing}
        />
      )}
    </div>
  );
}
