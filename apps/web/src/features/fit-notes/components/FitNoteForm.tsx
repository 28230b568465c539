import { Radio, Textarea } from '@mantine/core';
import type { FitNoteView } from '@headwater/contract/fit-notes';
import { fitVerdicts } from '@headwater/domain/vacancies/fit-verdicts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import type { FitNoteValues } from '../api/fit-notes.ts';
import classes from './fit-notes.module.css';

interface FitNoteFormProps {
  note?: FitNoteView;
  submit: (values: FitNoteValues) => Promise<void>;
  /** Closes the form, also without a result. */
  onDone: () => void;
  onSaved?: (() => void) | undefined;
}

export function FitNoteForm({ note, submit, onDone, onSaved }: FitNoteFormProps) {
  const { t } = useTranslation('fit-notes');
  const form = useServerForm<FitNoteValues, void>({
    initialValues: { verdict: note?.verdict ?? 'fits', text: note?.text ?? '' },
    submit,
    onDone: () => {
      onDone();
      onSaved?.();
    },
  });
  const verdict = form.field('verdict');
  return (
    <ServerForm form={form} submitLabel={t(note ? 'save' : 'add')} onCancel={onDone} guard>
      <Radio.Group label={t('verdict')} value={form.values.verdict} onChange={verdict.onChange} error={verdict.error}>
        <div className={classes.choices}>
          {fitVerdicts.map((each) => (
            <Radio key={each} value={each} label={t(`verdicts.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        data-autofocus
        label={t('reason')}
        description={t('reasonHint')}
        placeholder={t('reasonExample')}
        required
        autosize
        minRows={3}
        maxRows={12}
        maxLength={2000}
        {...form.field('text')}
      />
    </ServerForm>
  );
}
