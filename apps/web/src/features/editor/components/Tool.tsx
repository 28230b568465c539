import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface ToolProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string;
  /** Undefined: the button is not a toggle. */
  active?: boolean | undefined;
  icon: Icon;
}

export function Tool({ label, active, icon: Sign, ...more }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="md"
        type="button"
        aria-label={label}
        {...(active === undefined ? {} : { 'aria-pressed': active })}
        variant={active ? 'light' : 'subtle'}
        onMouseDown={(event) => event.preventDefault()}
        {...more}
      >
        <Sign size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
