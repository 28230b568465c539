import { useState } from 'react';
import { hiddenIn, keepHidden } from '../../model/hidden.ts';

/** Who is hidden in a search, and how somebody is and everybody is shown again. */
export function useHidden(search: string) {
  const [held, setHeld] = useState(() => ({ search, people: hiddenIn(localStorage, search) }));
  const people = held.search === search ? held.people : hiddenIn(localStorage, search);
  if (held.search !== search) setHeld({ search, people });
  const set = (next: ReadonlySet<number>) => {
    keepHidden(localStorage, search, next);
    setHeld({ search, people: next });
  };
  return { people, hide: (id: number) => set(new Set([...people, id])), showAll: () => set(new Set()) };
}
