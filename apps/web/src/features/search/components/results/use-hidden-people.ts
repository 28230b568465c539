import { useState } from 'react';
import { hiddenIn, storeHidden } from '../../model/hidden.ts';

export function useHidden(search: string) {
  const [hidden, setHeld] = useState(() => ({ search, people: hiddenIn(localStorage, search) }));
  const people = hidden.search === search ? hidden.people : hiddenIn(localStorage, search);
  if (hidden.search !== search) setHeld({ search, people });
  const set = (next: ReadonlySet<number>) => {
    storeHidden(localStorage, search, next);
    setHeld({ search, people: next });
  };
  return { people, hide: (id: number) => set(new Set([...people, id])), showAll: () => set(new Set()) };
}
