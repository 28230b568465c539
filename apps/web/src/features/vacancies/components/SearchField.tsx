import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#lib/shortcuts.ts';

interface SearchFieldProps {
  label: string;
  /** As the address has it. */
  value: string;
  onChange: (value: string) => void;
  width?: number | string;
}

/** A field that finds while one types; `/` leads to it. */
export function SearchField({ label, value, onChange, width = 220 }: SearchFieldProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((next: string) => {
    told.current = next.trim();
    onChange(next.trim());
  }, 200);
  // Back and forward change the address from outside.
  useEffect(() => {
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  const change = (next: string) => {
    setTyped(next);
    tell(next);
  };
  const shortcuts = useMemo(() => [{ keys: '/', label, group: t('table', { ns: 'ui' }), act: () => field.current?.focus() }], [label, t]);
  useShortcuts(shortcuts);
  return (
    <TextInput
      ref={field}
      size="xs"
      w={width}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={255}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton size="xs" aria-label={t('clear', { ns: 'ui' })} onClick={() => change('')} />}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
