import { Checkbox } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
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
  const inside = columns.filter((column) => !column.edge);
  const edge = columns.find((column) => column.edge);
  // Numbers stay narrow, because they align with their title.
  const last = edge ? undefined : inside.findLast((column) => column.align !== 'right' && column === inside.at(-1));
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
      {inside.map((column) => (
        <td key={column.id} data-align={column.align} colSpan={column === last ? 2 : undefined}>
          {column.cell(row)}
        </td>
      ))}
      {edge && <td className={classes.tools}>{edge.cell(row)}</td>}
      {!edge && !last && <td aria-hidden />}
    </tr>
  );
}
