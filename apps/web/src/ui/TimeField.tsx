/**
 * 24-hour time field with the value 'HH:MM' or '', independent of the browser's language. Also
 * parses 12-hour input (9 pm); arrow keys step by 30 minutes.
 *   <TimeField label={t('from')} {...form.field('from')} />
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { readTime, stepTime } from '#lib/time-of-day.ts';

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange?: (value: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 30, ArrowDown: -30 };

export function TimeField({ value = '', onChange, onBlur, placeholder = '09:00', ...more }: TimeFieldProps) {
  const writeOut = () => {
    const time = readTime(value);
    if (time !== undefined && time !== value) onChange?.(time);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Enter') writeOut();
    if (step === undefined) return;
    event.preventDefault();
    onChange?.(stepTime(value, step, placeholder));
  };
  return (
    <TextInput
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      {...more}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        writeOut();
        onBlur?.(event);
      }}
    />
  );
}
