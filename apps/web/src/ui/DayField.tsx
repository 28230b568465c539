import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { chosenDay } from '#lib/chosen-day.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface DayFieldProps extends Pick<TextInputProps, 'label' | 'size' | 'classNames' | 'error'> {
  /** 2026-11-28, or empty. */
  value: string;
  onChange: (value: string) => void;
}

/** Date filter. Shows an invalid date only after blur, because years arrive digit by digit. */
export function DayField({ value, onChange, error, ...props }: DayFieldProps) {
  const { t } = useTranslation('ui');
  const [isTyped, setTyped] = useState(false);
  const isWrong = !isTyped && value !== '' && chosenDay(value) === undefined;
  return (
    <TextInput
      {...props}
      type="date"
      value={value}
      error={isWrong ? t('wrongDay') : error}
      onFocus={() => setTyped(true)}
      onBlur={() => setTyped(false)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
