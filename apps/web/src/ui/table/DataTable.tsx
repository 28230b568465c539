/**
 * Table with sorting, selection and columns that the user chooses; virtualised above 100 rows. It
 * fills its parent (a flex column) and scrolls inside; lists use it through ui/list.
 *   <DataTable id="employees" label={t('employees')} columns={columns} rows={query.data?.rows} rowId={(r) => r.id} rowName={(r) => r.name}
 *     sort={sort} onSort={setSort} selected={selected} onSelect={setSelected} onOpen={(r) => ...} error={query.error} onRetry={query.refetch}
 *     dimmed={query.isPlaceholderData} empty={<EmptyState ... />} />
 * Undefined `rows` render the skeleton. Keys: j / k and arrows move, x selects, Enter opens,
 * shift-click selects a range.
 */
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useStoredState } from '#lib/stored-state.ts';
import { SkeletonTable } from '../skeletons.tsx';
import { ErrorState } from '../states.tsx';
import type { DataColumn, RowId, Sort } from './column.ts';
import { revealCut } from './cut.ts';
import { fitting, useWidth, widthOf } from './fit.ts';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import { togglePage } from './selection.ts';
import classes from './DataTable.module.css';

const none: readonly never[] = [];
const nobody: ReadonlySet<RowId> = new Set();

export interface DataTableProps<T extends object> {
  id: string;
  label: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[] | undefined;
  rowId: (row: T) => RowId;
  rowName: (row: T) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  selected?: ReadonlySet<RowId>;
  onSelect?: (selected: ReadonlySet<RowId>) => void;
  openId?: RowId | undefined;
  onOpen?: (row: T) => void;
  error?: unknown;
  onRetry?: () => void;
  empty: ReactNode;
  dimmed?: boolean;
  /** In pixels; equal for all rows. */
  rowHeight?: number;
}

function useColumns<T>(id: string, columns: readonly DataColumn<T>[], room: number) {
  const [chosen, setChosen] = useStoredState<Record<string, boolean>>(`columns.${id}`, {});
  const visible = columns.filter((column) => column.hideable === false || (chosen[column.id] ?? !column.hidden));
  const shownColumns = new Set(Object.keys(chosen).filter((column) => chosen[column]));
  const shown = fitting(visible, { room, pinned: shownColumns });
  const fits = new Set(shown.map((column) => column.id));
  const visibility = Object.fromEntries(columns.map((column) => [column.id, fits.has(column.id)]));
  return { visibility, chosen, setChosen, shown };
}

export function DataTable<T extends object>(props: DataTableProps<T>) {
  const {
    id,
    label,
    columns,
    rows,
    rowId,
    sort,
    onSort,
    selected = nobody,
    onSelect,
    error,
    onRetry,
    empty,
    dimmed = false,
    rowHeight = 40,
  } = props;
  // State, not a ref: the body measures this element and must render again when it exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const room = useWidth(scroller);
  const { visibility, chosen, setChosen, shown } = useColumns(id, columns, room ?? Infinity);
  const inside = shown.filter((column) => !column.edge);
  const ids = (rows ?? none).map(rowId);

  const instead = error && !rows ? <ErrorState error={error} {...(onRetry ? { onRetry } : {})} /> : rows?.length === 0 ? empty : undefined;
  if (instead !== undefined) return <div className={classes.scroller}>{instead}</div>;
  const page = onSelect && {
    all: ids.length > 0 && ids.every((id) => selected.has(id)),
    some: ids.some((id) => selected.has(id)),
    toggle: () => onSelect(togglePage(ids, selected)),
  };
  return (
    <div
      className={classes.scroller}
      ref={setScroller}
      data-dimmed={dimmed || undefined}
      onPointerOver={revealCut}
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      {/* Measured before painting, so that columns that do not fit never flash. */}
      {room !== undefined && (
        <table
          className={classes.table}
          style={{ minWidth: widthOf(shown) }}
          aria-label={label}
          aria-rowcount={ids.length + 1}
          aria-busy={dimmed || !rows}
        >
          <colgroup>
            {onSelect && <col style={{ width: 40 }} />}
            {inside.map((column) => (
              <col key={column.id} style={{ width: column.width }} />
            ))}
            <col style={{ width: shown.find((column) => column.edge)?.width ?? 40 }} />
          </colgroup>
          <TableHead
            columns={columns}
            shown={inside}
            sort={sort}
            onSort={onSort}
            visibility={visibility}
            onVisibility={(changed) => setChosen({ ...chosen, ...changed })}
            onReset={() => setChosen({})}
            page={page}
          />
          <TableBody {...props} rows={rows ?? none} ids={ids} shown={shown} selected={selected} rowHeight={rowHeight} scroller={scroller} />
        </table>
      )}
      {!rows && <SkeletonTable rows={14} columns={Math.min(shown.length, 6)} rowHeight={rowHeight} />}
    </div>
  );
}
