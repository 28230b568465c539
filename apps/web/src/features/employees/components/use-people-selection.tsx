import { useState } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import type { RowId } from '#ui/table/column.ts';
import type { PeopleList } from '../model/people-list.ts';
import { PeopleBulk } from './PeopleBulk.tsx';

/** Keeps people of other pages selected. */
export function usePeopleSelection(shown: readonly Employee[], place: PeopleList) {
  const [chosen, setChosen] = useState<ReadonlyMap<RowId, Employee>>(new Map());
  if (!mayAccess(place.list === 'managers' ? 'staff' : 'manage_employees', asActor(useCurrentUser()))) return undefined;
  const clear = () => setChosen(new Map());
  return {
    ids: new Set(chosen.keys()),
    onSelect: (ids: ReadonlySet<RowId>) => {
      const known = new Map<RowId, Employee>([...chosen, ...shown.map((person) => [person.id, person] as const)]);
      setChosen(new Map([...known].filter(([id]) => ids.has(id))));
    },
    actions: <PeopleBulk place={place} people={[...chosen.values()]} onDone={clear} />,
  };
}
