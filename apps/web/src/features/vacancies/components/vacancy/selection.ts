import { useCallback, useMemo, useState } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import type { RowId } from '#ui/table/column.ts';

type Chosen = ReadonlyMap<number, CandidateView>;

export interface Selection {
  ids: ReadonlySet<number>;
  /** State at selection, updated from the visible rows. */
  candidates: readonly CandidateView[];
  /** Sets the selection of the visible rows; keeps that of other pages. */
  set: (ids: ReadonlySet<RowId>) => void;
  toggle: (candidate: CandidateView) => void;
  clear: () => void;
}

const nobody: Chosen = new Map();

/** VAC-020. */
export function useSelection(rows: readonly CandidateView[]): Selection {
  const [chosen, setChosen] = useState(nobody);
  const clear = useCallback(() => setChosen(nobody), []);
  const set = useCallback(
    (ids: ReadonlySet<RowId>) =>
      setChosen((known) => {
        const shown = new Map(rows.map((row) => [row.id, row]));
        const entries = [...ids].flatMap((id) => {
          const candidate = shown.get(Number(id)) ?? known.get(Number(id));
          return candidate ? [[candidate.id, candidate] as const] : [];
        });
        return new Map(entries);
      }),
    [rows],
  );
  const toggle = useCallback(
    (candidate: CandidateView) =>
      setChosen((known) => {
        const next = new Map(known);
        if (!next.delete(candidate.id)) next.set(candidate.id, candidate);
        return next;
      }),
    [],
  );
  return useMemo(() => {
    const shown = new Map(rows.map((row) => [row.id, row]));
    const candidates = [...chosen.values()].map((candidate) => shown.get(candidate.id) ?? candidate);
    return { ids: new Set(chosen.keys()), candidates, set, toggle, clear };
  }, [chosen, rows, set, toggle, clear]);
}
