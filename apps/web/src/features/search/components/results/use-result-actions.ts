import type { NamedPerson, ResultActions } from '../../model/actions.ts';
import type { ResultSelection, SearchedFor } from '../../model/selection.ts';
import type { PersonActions } from './RowActions.tsx';
import type { useResultSelection } from './use-result-selection.ts';
import { useResultKeys } from './use-result-keys.ts';
import type { useActiveRow } from './use-active-row.ts';

interface Acting {
  people: readonly NamedPerson[];
  actions: ResultActions;
  activeRow: ReturnType<typeof useActiveRow>;
  chosen: ReturnType<typeof useResultSelection>;
  search: SearchedFor;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  onDone: () => void;
  hide: (id: number) => void;
}

export function useResultActions({
  people,
  actions: { add, message, telegram },
  activeRow,
  chosen,
  search,
  ...rest
}: Acting): PersonActions {
  const one = (id: number): ResultSelection => ({ kind: 'ids', ids: [id], count: 1, search });
  const { openId, onOpen, onDone, hide } = rest;
  const { current } = activeRow;
  const named = (id: number): NamedPerson => ({ id, name: people.find((person) => person.id === id)?.name ?? null });
  const write = message && ((id: number) => message(named(id)));
  const alone = current === undefined ? undefined : one(current);
  const acted = chosen.selection.count > 0 ? chosen.selection : alone;
  useResultKeys({
    move: activeRow.move,
    choose: () => current !== undefined && chosen.toggle(current, false),
    close: openId === undefined ? undefined : () => onOpen(undefined),
    add: add && acted && (() => add(acted, onDone)),
    message: write && current !== undefined ? () => write(current) : undefined,
  });
  return {
    add: add && ((id) => add(one(id), onDone)),
    message: write,
    telegram: telegram && ((id) => telegram(named(id))),
    open: (id) => activeRow.open(id, false),
    hide,
  };
}
