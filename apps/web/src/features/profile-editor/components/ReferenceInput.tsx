import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { Suggestion } from '@headwater/contract/search';
import { isComposing } from '#lib/is-composing.ts';
import { type Reference, referencesQuery } from '../api/suggestions.ts';
import classes from './editor.module.css';

interface ReferenceInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  field: Reference;
  value: string;
  onText: (text: string) => void;
  onPick: (one: Suggestion) => void;
  /** Enter without a choice. */
  onEnter?: () => void;
}

export function ReferenceInput({ field, value, onText, onPick, onEnter, onKeyDown, ...input }: ReferenceInputProps) {
  const [settled] = useDebouncedValue(value, 120);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data } = useQuery({ ...referencesQuery(settled, field), enabled: combobox.dropdownOpened && settled.trim().length > 1 });
  const found = value.trim().length > 1 ? (data ?? []) : [];
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    onKeyDown?.(event);
    if (event.key !== 'Enter' || (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0)) return;
    event.preventDefault();
    onEnter?.();
    combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      onOptionSubmit={(id) => {
        const one = found.find((each) => each.id === id);
        if (one) onPick(one);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          {...input}
          value={value}
          autoComplete="off"
          onChange={(event) => {
            onText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={keys}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options mah={280} className={classes.options}>
          {found.map((one) => (
            <Combobox.Option key={one.id} value={one.id}>
              <span>{one.name}</span>
              {one.place && <span className={classes.optionNote}>{one.place}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Id in the reference list. Null for other text. */
export const referenceId = ({ id, is_known: isKnown }: Suggestion): number | null => (isKnown && /^\d+$/.test(id) ? Number(id) : null);
