import { useLocation } from '@tanstack/react-router';
import { readOpen } from '../search/open-person.ts';

/** What the address of a smart folder asks for; nothing: the kept search. */
export function useSmartAddress(): { queryString: string; isAsked: boolean } {
  const queryString = useLocation({ select: ({ searchStr }) => readOpen(searchStr).queryString });
  const asked = new URLSearchParams(queryString);
  return { queryString, isAsked: ['q', 'f', 's'].some((name) => asked.has(name)) };
}
