import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { statusColors } from '#ui/palette.ts';
import { statusColor } from '#ui/StatusPill.tsx';
import classes from './StatusList.module.css';

interface ColorChoiceProps {
  name: string;
  color: number;
  disabled: boolean;
  onChange: (color: number) => void;
}

export function ColorChoice({ name, color, disabled, onChange }: ColorChoiceProps) {
  const { t } = useTranslation('vacancies');
  const [opened, setOpened] = useState(false);
  const choose = (next: number) => {
    setOpened(false);
    onChange(next);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-start">
      <Popover.Target>
        <UnstyledButton
          className={classes.color}
          disabled={disabled}
          aria-label={t('colorOf', { name })}
          style={{ background: `var(--hw-status-${statusColor(color)}-dot)` }}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <div className={classes.palette}>
          {statusColors.map((one, index) => (
            <UnstyledButton
              key={one.name}
              className={classes.color}
              aria-label={t('colorNumber', { number: index + 1 })}
              aria-pressed={index === color}
              style={{ background: `var(--hw-status-${index}-dot)` }}
              onClick={() => choose(index)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
