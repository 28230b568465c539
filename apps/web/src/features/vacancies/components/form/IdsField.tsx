import { MultiSelect, type MultiSelectProps } from '@mantine/core';

interface Option {
  id: number;
  name: string;
}

interface IdsFieldProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  options: readonly Option[];
  ids: readonly number[];
  onIds: (ids: number[]) => void;
}

export function IdsField({ options, ids, onIds, ...props }: IdsFieldProps) {
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      maxDropdownHeight={260}
      {...props}
      placeholder={ids.length === 0 ? props.placeholder : undefined}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={ids.map(String)}
      onChange={(values) => onIds(values.map(Number))}
    />
  );
}
