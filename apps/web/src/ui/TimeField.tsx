/**
 * A time of day in 24 hours, whatever the language of the browser; its value is 'HH:MM' or ''.
 *   <TimeField label={t('from')} {...form.field('from')} />
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { readTime } from '#lib/time-of-day.ts';

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange?: (value: string) => void;
}

export function TimeField({ value = '', onChange, onBlur, ...more }: TimeFieldProps) {
  return (
    <TextInput
      placeholder="09:00"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      {...more}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      onBlur={(event) => {
        const time = readTime(value);
        if (time !== undefined && time !== value) onChange?.(time);
        onBlur?.(event);
      }}
    />
  );
}
