import { useLocation } from '@tanstack/react-router';
import { readOpen } from '../search/open-person.ts';

/** Search in the address of a smart folder; without one the stored search applies. */
export function useSmartAddress(): { queryString: string; hasSearch: boolean } {
  const queryString = useLocation({ select: ({ searchStr }) => readOpen(searchStr).queryString });
  const params = new URLSearchParams(queryString);
  return { queryString, hasSearch: ['q', 'f', 's'].some((name) => params.has(name)) };
}
