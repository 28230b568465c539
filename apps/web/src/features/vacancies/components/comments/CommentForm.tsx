import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import type { CommentPlace } from '../../api/comments.ts';
import { MentionArea } from './MentionArea.tsx';
import classes from './Comments.module.css';

interface CommentFormProps {
  label: string;
  submitLabel: string;
  text?: string;
  note?: string | undefined;
  place: CommentPlace;
  field: RefObject<HTMLTextAreaElement | null>;
  submit: (text: string) => Promise<void>;
  onDone?: () => void;
  onCancel?: () => void;
}

/** CTP-007. Ctrl or Cmd with Enter submits. */
export function CommentForm({ label, submitLabel, text = '', note, place, field, submit, onDone, onCancel }: CommentFormProps) {
  const { t } = useTranslation('ui');
  const form = useServerForm({
    initialValues: { text },
    submit: (values) => submit(values.text),
    onDone: () => {
      form.form.setValues({ text: '' });
      form.form.resetDirty({ text: '' });
      onDone?.();
    },
  });
  useEffect(() => {
    // Editing starts at the end of the text.
    if (text === '') return;
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [field, text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.onSubmit();
  };
  const bound = form.field('text');
  const written = form.values.text.trim() !== '';
  return (
    <ServerForm form={form} bare>
      <div>
        <MentionArea
          label={label}
          name={bound.name}
          text={form.values.text}
          onText={bound.onChange}
          error={bound.error}
          area={field}
          place={place}
          onKeyDown={onKeyDown}
        />
        {(written || onCancel) && (
          <Group gap="xs" mt={8} justify="space-between">
            <span className={classes.note}>{note}</span>
            <Group gap="xs" ml="auto">
              {onCancel && (
                <Button size="xs" variant="default" onClick={onCancel}>
                  {t('cancel')}
                </Button>
              )}
              <Button size="xs" type="submit" loading={form.pending}>
                {submitLabel}
              </Button>
            </Group>
          </Group>
        )}
      </div>
    </ServerForm>
  );
}
