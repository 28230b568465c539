import { Button } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { MessageBody } from '#features/editor/components/MessageBody.tsx';
import { SubjectField } from '#features/editor/components/SubjectField.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import type { StepDraft } from '../../model/steps.ts';
import classes from './steps.module.css';

interface VariantBFieldProps {
  step: StepDraft;
  onChange: (step: StepDraft) => void;
  error: string | undefined;
  disabled: boolean;
}

/** A/B test: half of the recipients get variant B. */
export function VariantBField({ step, onChange, error, disabled }: VariantBFieldProps) {
  const { t } = useTranslation('mailings');
  const { variantB: form, custom_variables: variables } = step;
  if (!form) {
    if (disabled) return null;
    return (
      <Button
        size="xs"
        variant="default"
        className={classes.begin}
        leftSection={<IconArrowsSplit2 size={14} />}
        onClick={() => onChange({ ...step, variantB: { subject: step.subject, body: step.body } })}
      >
        {t('second.add')}
      </Button>
    );
  }
  const change = (next: Partial<typeof form>) => onChange({ ...step, variantB: { ...form, ...next } });
  return (
    <section className={classes.second} aria-label={t('second.title')}>
      <div className={classes.secondHead}>
        <h3 className={classes.secondTitle}>{t('second.title')}</h3>
        {!disabled && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => onChange({ ...step, variantB: null })}>
            {t('second.remove')}
          </Button>
        )}
      </div>
      <p className={classes.cardWhen}>{t('second.text')}</p>
      <SubjectField
        label={t('second.subject')}
        value={form.subject}
        variables={variables}
        disabled={disabled}
        errors={error}
        onChange={(subject) => change({ subject })}
      />
      <MessageBody
        label={t('second.body')}
        html={form.body}
        variables={variables}
        unsubscribe
        disabled={disabled}
        onChange={(body) => change({ body })}
      />
    </section>
  );
}
