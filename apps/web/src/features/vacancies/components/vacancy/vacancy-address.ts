import { useNavigate, useSearch } from '@tanstack/react-router';
import { one } from '#lib/address.ts';

/** How far writing to a candidate got. Drafts have no screen yet, so nobody asks for them. */
export const messagingFilters = ['none', 'planned', 'sent', 'opened', 'replied', 'error'] as const;
export type MessagingFilter = (typeof messagingFilters)[number];

export interface VacancyAddress {
  statusIds: readonly number[];
  query: string;
  messaging: MessagingFilter | undefined;
  page: number;
  view: 'table' | 'board';
  /** Candidate whose profile is open beside the list. */
  candidate: number | undefined;
}

const ids = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** What of the vacancy is shown, as the address holds it: `?status=3,4&query=anna&messages=replied&view=board&candidate=12&page=2`. */
export function readVacancyAddress(search: Record<string, unknown>): VacancyAddress {
  const [page] = ids(one(search['page']));
  const [candidate] = ids(one(search['candidate']));
  return {
    statusIds: ids(one(search['status'])),
    query: one(search['query']) ?? '',
    messaging: messagingFilters.find((state) => state === one(search['messages'])),
    page: page ?? 1,
    view: search['view'] === 'board' ? 'board' : 'table',
    candidate,
  };
}

export function writeVacancyAddress({ statusIds, query, messaging, page, view, candidate }: VacancyAddress): Record<string, unknown> {
  return {
    status: statusIds.length > 0 ? statusIds.join(',') : undefined,
    query: query || undefined,
    messages: messaging,
    page: page > 1 ? page : undefined,
    view: view === 'board' ? view : undefined,
    candidate,
  };
}

export function useVacancyAddress(): { shown: VacancyAddress; change: (next: Partial<VacancyAddress>) => void } {
  const shown = readVacancyAddress(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (next: Partial<VacancyAddress>) => {
    const filters = 'statusIds' in next || 'query' in next || 'messaging' in next;
    // CAND-014: a messaging filter begins with all statuses.
    const statuses = next.messaging ? { statusIds: [] } : {};
    const search = writeVacancyAddress({ ...shown, ...(filters ? { page: 1 } : {}), ...statuses, ...next });
    // Stepping through people and typing leave no trail behind them.
    const steps = 'query' in next || ('candidate' in next && shown.candidate !== undefined && next.candidate !== undefined);
    void navigate({ to: '.', search: search as never, replace: steps, resetScroll: false });
  };
  return { shown, change };
}
