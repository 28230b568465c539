import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface PersonSelectProps {
  value: { id: number; name: string } | undefined;
  onChange: (person: { id: number; name: string }) => void;
}

export function PersonSelect({ value, onChange }: PersonSelectProps) {
  const { t } = useTranslation('templates');
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim() === value?.name ? '' : typed.trim(), 250);
  const input = { per_page: 10, ...(searched ? { q: JSON.stringify([`name:${searched}`]) } : {}) };
  const found = useQuery(orpc.search.find.queryOptions({ input, placeholderData: keepPreviousData, retry: false })).data?.profiles ?? [];
  const people = new Map(found.map((profile) => [String(profile.id), profile.name ?? '']));
  if (value) people.set(String(value.id), value.name);
  return (
    <Select
      size="xs"
      label={t('previewAs')}
      placeholder={t('findPerson')}
      searchable
      filter={({ options }) => options}
      data={[...people].map(([id, name]) => ({ value: id, label: name }))}
      value={value ? String(value.id) : null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => id !== null && onChange({ id: Number(id), name: people.get(id) ?? '' })}
    />
  );
}
