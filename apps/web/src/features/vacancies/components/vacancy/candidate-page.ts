import { useQuery } from '@tanstack/react-query';
import type { CandidateView } from '@headwater/contract/candidates';
import { candidatesPerPage, candidatesQuery } from '../../api/candidates.ts';
import type { VacancyAddress } from './vacancy-address.ts';

const none: readonly CandidateView[] = [];

export interface CandidatePage {
  rows: readonly CandidateView[] | undefined;
  known: readonly CandidateView[];
  count: number | undefined;
  error: unknown;
  retry: () => void;
  dimmed: boolean;
}

export function useCandidatePage(vacancyId: number, { status, query, messages, page }: VacancyAddress, enabled: boolean): CandidatePage {
  const list = useQuery({
    ...candidatesQuery(vacancyId, { statusIds: status, query, messaging: messages, page, perPage: candidatesPerPage }),
    enabled,
  });
  // Placeholder data may belong to another vacancy.
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
