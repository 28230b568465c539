/** One row of DataTable. */
import { Checkbox } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from './column.ts';
import classes from './DataTable.module.css';

interface TableRowProps<T> {
  index: number;
  row: T;
  name: string;
  columns: readonly DataColumn<T>[];
  selected: boolean;
  open: boolean;
  focusable: boolean;
  onFocus: () => void;
  onChoose: ((shift: boolean) => void) | undefined;
  onOpen: ((row: T) => void) | undefined;
  onMove: (step: number) => void;
}

/** Links, buttons and fields inside a row keep their own clicks; so does text that is being marked. */
const ownClick = (event: MouseEvent) =>
  (event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"]') !== null || String(globalThis.getSelection()) !== '';

export function TableRow<T>({ index, row, name, columns, selected, open, focusable, onFocus, onChoose, onOpen, onMove }: TableRowProps<T>) {
  const { t } = useTranslation('ui');
  const handlers = {
    tabIndex: focusable ? 0 : -1,
    onFocus,
    onClick: (event: MouseEvent) => {
      if (!ownClick(event)) onOpen?.(row);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget) return;
      const act = { Enter: () => onOpen?.(row), ArrowDown: () => onMove(1), ArrowUp: () => onMove(-1) }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={selected || undefined}
      data-open={open || undefined}
      data-clickable={onOpen ? true : undefined}
      className={classes.row}
      {...handlers}
    >
      {onChoose && (
        <td className={classes.box}>
          <Checkbox
            aria-label={t('selectRow', { name })}
            checked={selected}
            onChange={() => {}}
            onClick={(event) => onChoose(event.shiftKey)}
            tabIndex={focusable ? 0 : -1}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
      <td aria-hidden />
    </tr>
  );
}
