import { useState } from 'react';
import { togglePage, toggleRows } from '#ui/table/selection.ts';
import { type Chosen, nobody, type ResultSelection, type SearchedFor } from '../../model/selection.ts';

interface SelectionOptions {
  search: SearchedFor;
  ids: readonly number[];
  total: number;
}

export function useResultSelection({ search, ids, total }: SelectionOptions) {
  const key = JSON.stringify([search.q, search.f, search.folderId]);
  const [state, setState] = useState({ key, chosen: nobody });
  const [last, setLast] = useState<number>();
  const chosen = state.key === key ? state.chosen : nobody;
  const set = (next: Chosen) => setState({ key, chosen: next });
  const selection: ResultSelection = chosen.all
    ? { kind: 'all', count: total, search }
    : { kind: 'ids', ids: [...chosen.ids], count: chosen.ids.size, search };
  const isChosen = (id: number) => chosen.all || chosen.ids.has(id);
  return {
    selection,
    isChosen,
    pageState: { all: ids.length > 0 && ids.every(isChosen), some: ids.some(isChosen) },
    toggle: (id: number, isRange: boolean) => {
      const selected = chosen.all ? new Set(ids) : chosen.ids;
      const next = toggleRows({ ids, selected, id, from: isRange ? last : undefined });
      setLast(id);
      set({ all: false, ids: next as ReadonlySet<number> });
    },
    togglePage: () => set({ all: false, ids: chosen.all ? new Set() : (togglePage(ids, chosen.ids) as ReadonlySet<number>) }),
    chooseAll: () => set({ all: true, ids: new Set() }),
    clear: () => set(nobody),
  };
}
