import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentList } from '#features/editor/components/AttachmentList.tsx';
import { LintList } from '#features/editor/components/LintList.tsx';
import { MessageBody } from '#features/editor/components/MessageBody.tsx';
import { SubjectField } from '#features/editor/components/SubjectField.tsx';
import { VariableValues } from '#features/editor/components/VariableValues.tsx';
import type { StepDraft } from '../../model/steps.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { SecondForm } from './VariantBField.tsx';
import classes from './steps.module.css';

/** A text to start from. */
export interface StartingText extends Pick<StepDraft, 'subject' | 'body' | 'custom_variables' | 'attachments'> {}

/** What the server says of one message: field -> its first message. */
export type StepErrors = Readonly<Record<string, string>>;

export interface StepEditorProps {
  step: StepDraft;
  first: boolean;
  onChange: (step: StepDraft) => void;
  errors: StepErrors;
  disabled?: boolean;
  /** Draws what offers texts to start from. */
  start?: ((pick: (text: StartingText) => void) => ReactNode) | undefined;
  /** The company puts the link to unsubscribe under each message. */
  unsubscribable: boolean;
}

/** Errors that stand at their fields; the others are said above. */
const shown = ['subject', 'body', 'attachment_ids', 'send_time_from', 'send_time_to', 'variant_b'];

/** One message of a mailing: when it goes out, its subject, text, files and variables, and what to look at before it leaves. */
export function StepEditor({ step, first, onChange, errors, disabled = false, start, unsubscribable }: StepEditorProps) {
  const { t } = useTranslation('mailings');
  const change = (next: Partial<StepDraft>) => onChange({ ...step, ...next });
  const variables = step.custom_variables;
  const other = Object.entries(errors).find(([name]) => !shown.includes(name));
  const addVariable = (name: string) => change({ custom_variables: [...variables, { name, value: '', data: [] }] });
  return (
    <div className={classes.editor}>
      {other && (
        <Alert color="red" role="alert" p="sm">
          {other[1]}
        </Alert>
      )}
      <ScheduleForm
        value={step.schedule}
        first={first}
        disabled={disabled}
        errors={{ from: errors['send_time_from'], to: errors['send_time_to'] }}
        onChange={(schedule) => change({ schedule })}
      />
      {!disabled && start && <div className={classes.start}>{start(change)}</div>}
      <SubjectField
        label={t('subject')}
        value={step.subject}
        variables={variables}
        onAddVariable={addVariable}
        errors={errors['subject']}
        disabled={disabled}
        onChange={(subject) => change({ subject })}
      />
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
      <SecondForm step={step} onChange={onChange} error={errors['variant_b']} disabled={disabled} />
      <VariableValues
        variables={variables}
        texts={[step.subject, step.body, step.variantB?.subject ?? '', step.variantB?.body ?? '']}
        disabled={disabled}
        onChange={(next) => change({ custom_variables: next })}
      />
      <LintList subject={step.subject} body={step.body} custom={variables} mass={!unsubscribable} />
    </div>
  );
}
