import { useLocation } from '@tanstack/react-router';
import { readOpen } from '../search/open-person.ts';

export function useSmartAddress(): { queryString: string; hasSearch: boolean } {
  const queryString = useLocation({ select: ({ searchStr }) => readOpen(searchStr).queryString });
  const params = new URLSearchParams(queryString);
  return { queryString, hasSearch: ['q', 'f', 's'].some((name) => params.has(name)) };
}
