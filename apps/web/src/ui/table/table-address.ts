import { useNavigate, useSearch } from '@tanstack/react-router';
import { one } from '#lib/address.ts';
import { readSort, type Sort, writeSort } from './column.ts';

interface TableAddress {
  page: number;
  sort: Sort | undefined;
  setPage: (page: number) => void;
  /** Goes back to the first page. */
  setSort: (sort: Sort | undefined) => void;
}

/** Page and sorting as the address holds them (`?page=2&sort=-name`); the other parameters stay. */
export function useTableAddress(fallback?: Sort): TableAddress {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const change = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...next })) as never });
  const page = Number(search['page'] ?? 1);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: readSort(one(search['sort'])) ?? fallback,
    setPage: (next) => change({ page: next > 1 ? next : undefined }),
    setSort: (next) => change({ sort: writeSort(next), page: undefined }),
  };
}
