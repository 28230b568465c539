import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { TimeField } from '#ui/TimeField.tsx';

interface HourFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** 'HH:MM', or empty. */
  value: string;
  onChange: (value: string) => void;
}

const whole = /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** Calls `onChange` only with a complete time. */
export function HourField({ value, onChange, onBlur, ...more }: HourFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TimeField
      {...more}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(whole.test(next) ? undefined : next);
        if (whole.test(next)) onChange(next);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
