import { useState } from 'react';
import { togglePage, toggleRows } from '#ui/table/selection.ts';
import type { Asked } from '../../api/find-profiles.ts';
import { type Chosen, nobody, type ResultSelection } from '../../model/selection.ts';

interface ChosenOptions {
  asked: Asked;
  /** Ids of the page in their order. */
  ids: readonly number[];
  total: number;
}

/** Who is chosen over all pages of a search; another query or filter lets everybody go. */
export function useChosen({ asked, ids, total }: ChosenOptions) {
  const key = JSON.stringify(asked);
  const [state, setState] = useState({ key, chosen: nobody });
  const [last, setLast] = useState<number>();
  const chosen = state.key === key ? state.chosen : nobody;
  const set = (next: Chosen) => setState({ key, chosen: next });
  const selection: ResultSelection = chosen.all
    ? { kind: 'all', query: asked, count: total }
    : { kind: 'ids', ids: [...chosen.ids], count: chosen.ids.size };
  const isChosen = (id: number) => chosen.all || chosen.ids.has(id);
  return {
    selection,
    isChosen,
    pageState: { all: ids.length > 0 && ids.every(isChosen), some: ids.some(isChosen) },
    /** With `isRange`, everybody from the one chosen before. */
    toggle: (id: number, isRange: boolean) => {
      const held = chosen.all ? new Set(ids) : chosen.ids;
      const next = toggleRows({ ids, selected: held, id, from: isRange ? last : undefined });
      setLast(id);
      set({ all: false, ids: next as ReadonlySet<number> });
    },
    togglePage: () => set({ all: false, ids: chosen.all ? new Set() : (togglePage(ids, chosen.ids) as ReadonlySet<number>) }),
    chooseAll: () => set({ all: true, ids: new Set() }),
    clear: () => set(nobody),
  };
}
