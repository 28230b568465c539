import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { VariablePicker } from '#features/editor/components/VariablePicker.tsx';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './mailings.module.css';

interface PlainFieldProps {
  value: string;
  onChange: (value: string) => void;
  variables: readonly DraftVariable[];
  onAddVariable?: ((name: string) => void) | undefined;
  error?: string | undefined;
  disabled?: boolean;
}

const most = telegramTextBounds.message;

function Length({ text }: { text: string }) {
  const { t } = useTranslation('mailings');
  const [shown = '', bound = ''] = [text.trim().length, most].map((count) => formatNumber(count, currentLanguage()));
  return (
    <span className={classes.counter} data-over={text.trim().length > most || undefined}>
      <span aria-hidden>
        {shown} / {bound}
      </span>
      <span className="hw-visually-hidden">{t('channel.length', { shown, bound })}</span>
    </span>
  );
}

export function PlainField({ value, onChange, variables, onAddVariable, error, disabled = false }: PlainFieldProps) {
  const { t } = useTranslation('mailings');
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: value.length, selectionEnd: value.length };
    const added = `{{${name}}}`;
    onChange(`${value.slice(0, from)}${added}${value.slice(to)}`);
    const caret = from + added.length;
    // The field has the inserted text only after the next render.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <div className={classes.plain}>
      <Textarea
        ref={field}
        label={t('body')}
        autosize
        minRows={8}
        maxRows={20}
        value={value}
        error={error}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.plainFoot}>
        <Length text={value} />
        <VariablePicker
          variables={variables}
          disabled={disabled}
          onPick={insert}
          onAdd={
            onAddVariable &&
            ((name) => {
              onAddVariable(name);
              insert(name);
            })
          }
        />
      </div>
    </div>
  );
}
