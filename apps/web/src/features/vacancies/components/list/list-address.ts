import { useNavigate, useSearch } from '@tanstack/react-router';
import { one } from '#lib/address.ts';
import type { VacancyFilter } from '../../api/vacancies.ts';

const states = ['active', 'closed', 'all'] as const;

/** The filter of the list as the address holds it: `?status=closed&assignee=3&query=platform&page=2`. */
export function readListAddress(search: Record<string, unknown>): VacancyFilter {
  const status = states.find((state) => state === one(search['status'])) ?? 'active';
  const [assignee, page] = [Number(one(search['assignee'])), Number(one(search['page']))];
  return {
    status,
    assignee: Number.isInteger(assignee) && assignee > 0 ? assignee : undefined,
    query: one(search['query']),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function useListAddress(): { filter: VacancyFilter; change: (next: Partial<VacancyFilter>) => void } {
  const filter = readListAddress(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (next: Partial<VacancyFilter>) => {
    const { status, assignee, query, page } = { ...filter, page: 1, ...next };
    const search = {
      status: status === 'active' ? undefined : status,
      assignee,
      query: query || undefined,
      page: page > 1 ? page : undefined,
    };
    // Typing in the search field leaves one entry in the history, not one for each letter.
    void navigate({ to: '.', search: search as never, replace: next.query !== undefined });
  };
  return { filter, change };
}
