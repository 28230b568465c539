import { Input, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './editor.module.css';

interface MonthFieldProps {
  label: string;
  /** 'YYYY-MM', 'YYYY' or null. */
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  error?: string | undefined;
  disabled?: boolean;
}

const monthNames = () => {
  const names = new Intl.DateTimeFormat(currentLanguage(), { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1).padStart(2, '0'),
    label: names.format(new Date(Date.UTC(2020, index, 15))),
  }));
};

/** Accepts a year without a month, because many resumes have only that. */
export function MonthField({ label, value, onChange, error, disabled = false }: MonthFieldProps) {
  const { t } = useTranslation('profile-editor');
  const id = useId();
  const [year = '', month = null] = (value ?? '').split('-');
  const change = (nextYear: string, nextMonth: string | null) =>
    onChange(nextYear === '' ? null : nextMonth ? `${nextYear}-${nextMonth}` : nextYear);
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" id={id}>
      <fieldset aria-label={label} className={classes.month}>
        <Select
          aria-label={t('month')}
          placeholder={t('month')}
          data={monthNames()}
          value={month}
          clearable={month !== null && !disabled}
          disabled={disabled || year === ''}
          onChange={(next) => change(year, next)}
          comboboxProps={{ width: 120, position: 'bottom-start' }}
        />
        <TextInput
          aria-label={t('year')}
          placeholder={t('year')}
          inputMode="numeric"
          maxLength={4}
          value={year}
          error={error !== undefined}
          disabled={disabled}
          onChange={(event) => change(event.currentTarget.value.replace(/\D/g, ''), month)}
        />
      </fieldset>
    </Input.Wrapper>
  );
}
