/**
 * A time of day in 24 hours, whatever the language of the browser; its value is 'HH:MM' or ''. 12 hours (9 pm) are understood.
 * Arrows up and down step by half an hour, Enter and leaving the field write the time out.
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
