import { Button } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import { isValidElement, type ReactNode } from 'react';
import { type ChangeOptions, type ChangeParams, type ScreenParams, useScreenParams, type ValuesOf } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '../states.tsx';
import { type DataColumn, type RowId, type Sort, sortParam } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { Pager, useExistingPage } from '../table/Pager.tsx';
import { SelectionBar } from '../table/SelectionBar.tsx';
import { cleared, isFiltered } from './filtering.ts';
import { type ListFilter, type ListShape, type Nothing, type Room, useRoom } from './list.ts';

/** Result of `useQuery` with `placeholderData: keepPreviousData`. */
interface ListQuery {
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

interface ListSelection {
  ids: ReadonlySet<RowId>;
  onSelect: (ids: ReadonlySet<RowId>) => void;
  actions?: ReactNode;
}

export interface ListTableProps<T extends object, S extends ListShape> {
  id: string;
  label: string;
  params: ScreenParams<S>;
  filters: readonly ListFilter<S>[];
  query: ListQuery;
  rows: readonly T[] | undefined;
  count: number | undefined;
  perPage: number;
  columns: (room: Room) => readonly DataColumn<T>[];
  rowId: (row: T) => RowId;
  rowName: (row: T) => string;
  /** In pixels. */
  rowHeight?: number | Record<Room, number>;
  openId?: RowId | undefined;
  onOpen?: (row: T) => void;
  beside?: boolean;
  selection?: ListSelection | undefined;
  Icon: TablerIcon;
  nothing: Nothing;
}

function NoMatches({ icon, onClear }: { icon: ReactNode; onClear: () => void }) {
  const { t } = useTranslation('ui');
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clearFilters')}
    </Button>
  );
  return <EmptyState icon={icon} title={t('noMatches')} text={t('noMatchesText')} action={clear} />;
}

function sortingOf<S extends ListShape>({ shape }: ScreenParams<S>, shown: ValuesOf<S>, change: ChangeParams<S>) {
  if (shape['sort'] !== sortParam) return {};
  const onSort = (sort: Sort | undefined) => change({ sort, page: 1 } as unknown as Partial<ValuesOf<S>>);
  return { sort: shown['sort'] as Sort | undefined, onSort };
}

export function ListTable<T extends object, S extends ListShape>(props: ListTableProps<T, S>) {
  const {
    id,
    params,
    filters,
    query,
    rows,
    count,
    perPage,
    columns,
    rowHeight = 40,
    beside = false,
    selection,
    Icon,
    nothing,
    ...table
  } = props;
  const { shown, change } = useScreenParams(params);
  const room = useRoom(beside);
  const icon = <Icon size={24} stroke={1.5} />;
  const empty = isValidElement(nothing) ? nothing : <EmptyState icon={icon} {...nothing} />;
  const onClear = () => change(cleared(params, filters));
  const page = Number(shown.page);
  const onPage = (next: number, options?: ChangeOptions) => change({ page: next } as Partial<ValuesOf<S>>, options);
  const drawn = useExistingPage({ page, perPage, rows, total: count, isPlaceholder: query.isPlaceholderData }, onPage);
  return (
    <>
      <DataTable
        {...table}
        id={room === 'wide' ? id : `${id}-${room}`}
        columns={columns(room)}
        rows={drawn}
        {...sortingOf(params, shown, change)}
        rowHeight={typeof rowHeight === 'number' ? rowHeight : rowHeight[room]}
        {...(selection ? { selected: selection.ids, onSelect: selection.onSelect } : {})}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={isFiltered(params, shown, filters) ? <NoMatches icon={icon} onClear={onClear} /> : empty}
      />
      {(count ?? 0) > perPage && <Pager page={page} perPage={perPage} total={count} onPage={(next) => onPage(next)} />}
      {selection?.actions && (
        <SelectionBar count={selection.ids.size} onClear={() => selection.onSelect(new Set())}>
          {selection.actions}
        </SelectionBar>
      )}
    </>
  );
}
