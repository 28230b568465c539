import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

interface Named {
  id: number;
  name: string;
}

interface NamedPickerProps extends Omit<MultiSelectProps, 'data' | 'searchValue' | 'onSearchChange' | 'onChange'> {
  /** Names of the initial values. */
  chosen: readonly Named[];
  /** Matches of `search` on the server. */
  found: readonly Named[];
  search: string;
  onSearch: (search: string) => void;
  onChange?: (ids: string[]) => void;
}

/** Chooses from records that the server searches. Chosen ones stay options for any search text. */
export function NamedPicker({ chosen, found, search, onSearch, onChange, ...field }: NamedPickerProps) {
  const [named, setNamed] = useState(chosen);
  const known = new Map([...named, ...found].map((one) => [one.id, one]));
  return (
    <MultiSelect
      data={[...known.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      searchValue={search}
      onSearchChange={onSearch}
      {...field}
      onChange={(ids) => {
        setNamed([...known.values()].filter((one) => ids.includes(String(one.id))));
        onChange?.(ids);
      }}
    />
  );
}
