import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { DataColumn, RowId } from './column.ts';
import { useRowKeys } from './row-keys.ts';
import { toggleRows } from './selection.ts';
import { TableRow } from './TableRow.tsx';

const virtualPast = 100;

interface TableBodyProps<T> {
  rows: readonly T[];
  ids: readonly RowId[];
  shown: readonly DataColumn<T>[];
  rowName: (row: T) => string;
  selected: ReadonlySet<RowId>;
  onSelect?: (selected: ReadonlySet<RowId>) => void;
  openId?: RowId | undefined;
  onOpen?: (row: T) => void;
  rowHeight: number;
  scroller: HTMLElement | null;
}

function useWindow({ ids, rowHeight, scroller }: Pick<TableBodyProps<unknown>, 'ids' | 'rowHeight' | 'scroller'>) {
  const virtual = ids.length > virtualPast;
  // oxlint-disable-next-line react/incompatible-library -- the rule is for the React compiler, which does not run here
  const virtualizer = useVirtualizer({
    count: ids.length,
    enabled: virtual,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  if (!virtual) return { indexes: ids.map((_, index) => index), above: 0, below: 0, scrollTo: () => {} };
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

export function TableBody<T>({ rows, ids, shown, rowName, selected, onSelect, openId, onOpen, rowHeight, scroller }: TableBodyProps<T>) {
  const lastClicked = useRef<RowId>(undefined);
  const { indexes, above, below, scrollTo } = useWindow({ ids, rowHeight, scroller });
  const choose = (id: RowId, shift: boolean) => {
    onSelect?.(toggleRows({ ids, selected, id, from: shift ? lastClicked.current : undefined }));
    lastClicked.current = id;
  };
  const { active, setActive, move } = useRowKeys({
    ids,
    openId,
    scroller,
    scrollTo,
    ...(onSelect ? { choose: (id: RowId) => choose(id, false) } : {}),
  });
  return (
    <tbody>
      {above > 0 && <tr aria-hidden style={{ height: above }} />}
      {indexes.map((index) => {
        const [row, id] = [rows[index], ids[index]];
        if (row === undefined || id === undefined) return null;
        return (
          <TableRow
            key={id}
            index={index}
            row={row}
            name={rowName(row)}
            columns={shown}
            selected={selected.has(id)}
            open={openId === id}
            focusable={active === id || (active === undefined && index === 0)}
            onFocus={() => setActive(id)}
            onChoose={onSelect && ((shift) => choose(id, shift))}
            onOpen={onOpen}
            onMove={move}
          />
        );
      })}
      {below > 0 && <tr aria-hidden style={{ height: below }} />}
    </tbody>
  );
}
