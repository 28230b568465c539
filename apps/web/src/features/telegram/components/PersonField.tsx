import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';

const mostFound = 8;
const restMs = 250;

interface Option {
  value: string;
  label: string;
}

interface PersonFieldProps {
  value: string;
  error: unknown;
  onChange: (id: string) => void;
  hasFocus?: boolean;
}

export function PersonField({ value, error, onChange, hasFocus = true }: PersonFieldProps) {
  const { t } = useTranslation('telegram');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option>();
  const [name] = useDebouncedValue(typed.trim(), restMs);
  const query = useQuery({
    ...orpc.search.find.queryOptions({ input: { q: JSON.stringify([`name:${name}`]), per_page: mostFound } }),
    enabled: name.length > 1 && name !== chosen?.label,
    placeholderData: keepPreviousData,
  });
  const found = (query.data?.profiles ?? []).map((profile) => ({
    value: String(profile.id),
    label: [profile.name ?? t('hiddenName'), profile.title].filter(Boolean).join(', '),
  }));
  const options = chosen && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      label={t('person')}
      description={t('personHint')}
      required
      searchable
      data-autofocus={hasFocus || undefined}
      data={options}
      filter={({ options: all }) => all}
      nothingFoundMessage={name.length > 1 && query.data ? t('nobodyFound') : undefined}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === '' ? null : value}
      error={error as string | undefined}
      onChange={(id) => {
        setChosen(options.find((one) => one.value === id));
        onChange(id ?? '');
      }}
    />
  );
}
