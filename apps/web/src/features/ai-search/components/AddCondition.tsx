import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { addable, conditionsQuery } from '../api/conditions.ts';
import { type Conditions, withTerm } from '../model/chips.ts';
import classes from './ai-search.module.css';

interface AddConditionProps {
  conditions: Conditions;
  onChange: (conditions: Conditions) => void;
}

export function AddCondition({ conditions, onChange }: AddConditionProps) {
  const { t } = useTranslation('ai-search');
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, 150);
  const { data } = useQuery(conditionsQuery(settled));
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const kinds = addable.map((kind) => ({ ...kind, found: data?.[kind.suggest] ?? [] })).filter(({ found }) => found.length > 0);
  const add = (key: string) => {
    const [group = '', id = ''] = key.split('|');
    const kind = kinds.find((one) => one.group === group);
    const found = kind?.found.find((one) => one.id === id);
    if (kind && found) onChange(withTerm(conditions, { field: kind.field, text: found.name, suggestion_id: found.id, is_known: true }));
    setText('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={add} width={280} position="bottom-start">
      <Combobox.Target>
        <TextInput
          className={classes.add}
          size="xs"
          value={text}
          aria-label={t('add')}
          placeholder={t('addPlaceholder')}
          leftSection={<IconPlus size={12} aria-hidden />}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onFocus={() => text !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options mah={320} className={classes.options}>
          {kinds.length === 0 && data && <Combobox.Empty>{t('addNothing')}</Combobox.Empty>}
          {kinds.map(({ group, found }) => (
            <Combobox.Group key={group} label={t(`group.${group}`)}>
              {found.map((one) => (
                <Combobox.Option key={one.id} value={`${group}|${one.id}`}>
                  {one.name}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
