import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

interface ChoiceItemsProps<T extends string> {
  value: T;
  choices: readonly { value: T; label: string; disabled?: boolean }[];
  onChoose: (value: T) => void;
}

/** Radio items of a menu: `<Menu.Dropdown><ChoiceItems … /></Menu.Dropdown>`. */
export function ChoiceItems<T extends string>({ value, choices, onChoose }: ChoiceItemsProps<T>) {
  return (
    <Menu.RadioGroup value={value} onChange={(next) => onChoose(next as T)}>
      {choices.map((choice) => (
        <Menu.RadioItem
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled ?? false}
          closeMenuOnClick
          checkIcon={<IconCheck size={14} aria-hidden />}
        >
          {choice.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
