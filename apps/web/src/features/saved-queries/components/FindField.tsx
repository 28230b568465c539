import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface FindFieldProps {
  label: string;
  /** So much of it is read by the server. */
  max: number;
  width?: number | string;
  onChange: (value: string) => void;
}

/** Finds while one types. */
export function FindField({ label, max, width = '100%', onChange }: FindFieldProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const tell = useDebouncedCallback((next: string) => onChange(next.trim()), 200);
  const change = (next: string) => {
    setTyped(next);
    tell(next);
  };
  return (
    <TextInput
      size="xs"
      w={width}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={max}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton size="xs" aria-label={t('clear')} onClick={() => change('')} />}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
