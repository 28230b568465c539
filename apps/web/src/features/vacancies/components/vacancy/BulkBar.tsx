import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { SelectionBar } from '#ui/table/SelectionBar.tsx';
import type { MassAction } from './mass-actions.tsx';
import type { Selection } from './selection.ts';

export function BulkBar({ selection, actions }: { selection: Selection; actions: readonly MassAction[] }) {
  return (
    <SelectionBar count={selection.ids.size} onClear={selection.clear}>
      {actions.map(({ id, label, menu, act }) => (
        <Button
          key={id}
          variant="subtle"
          size="compact-sm"
          color={id === 'remove' ? 'red' : 'gray'}
          flex="none"
          px={7}
          rightSection={menu ? <IconChevronDown size={12} /> : undefined}
          aria-haspopup={menu ? 'menu' : 'dialog'}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </SelectionBar>
  );
}
