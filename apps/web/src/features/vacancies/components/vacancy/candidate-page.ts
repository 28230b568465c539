import { useQuery } from '@tanstack/react-query';
import type { CandidateView } from '@headwater/contract/candidates';
import { candidatesPerPage, candidatesQuery } from '../../api/candidates.ts';
import type { VacancyAddress } from './vacancy-address.ts';

const none: readonly CandidateView[] = [];

export interface CandidatePage {
  /** undefined while on its way. */
  rows: readonly CandidateView[] | undefined;
  known: readonly CandidateView[];
  count: number | undefined;
  error: unknown;
  retry: () => void;
  dimmed: boolean;
}

/** The page of candidates that the address asks for. */
export function useCandidatePage(vacancyId: number, { status, query, messages, page }: VacancyAddress, enabled: boolean): CandidatePage {
  const list = useQuery({
    ...candidatesQuery(vacancyId, { statusIds: status, query, messaging: messages, page, perPage: candidatesPerPage }),
    enabled,
  });
  // What the query keeps from before may be another vacancy's.
  const rows = list.data?.candidates;
  return {
    rows,
    known: rows ?? none,
    count: list.data?.count,
    error: list.error,
    retry: () => void list.refetch(),
    dimmed: list.isPlaceholderData,
  };
}
