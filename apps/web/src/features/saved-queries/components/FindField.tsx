import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Finds while one types. `max`: what the server reads of it. */
export function FindField({ label, max, onChange }: { label: string; max: number; onChange: (value: string) => void }) {
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
