import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import { orpc } from '#lib/api.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { VacancyAddress } from './vacancy-address.ts';

export interface OpenCandidate {
  candidate: CandidateView;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

interface OpenCandidateOptions {
  vacancyId: number;
  shown: VacancyAddress;
  change: (next: Partial<VacancyAddress>) => void;
  rows: readonly CandidateView[];
}

/** Includes a candidate from another page of the list. */
export function useOpenCandidate({ vacancyId, shown, change, rows }: OpenCandidateOptions): OpenCandidate | undefined {
  const { t } = useTranslation('vacancies');
  const id = shown.candidate;
  const at = rows.findIndex((row) => row.id === id);
  const elsewhere = useQuery({
    ...orpc.candidates.list.queryOptions({ input: { ids: String(id), folder_id: vacancyId } }),
    enabled: id !== undefined && at < 0,
  });
  const candidate = at >= 0 ? rows[at] : elsewhere.data?.candidates.find((row) => row.id === id);
  const [previous, next] = at < 0 ? [] : [rows[at - 1]?.id, rows[at + 1]?.id];
  const shortcuts = useMemo(() => {
    const step = (to: number | undefined) => () => to !== undefined && change({ candidate: to });
    const group = t('vacancy');
    return [
      { keys: '[', label: t('previousCandidate'), group, act: step(previous) },
      { keys: ']', label: t('nextCandidate'), group, act: step(next) },
      { keys: 'Escape', label: t('closeProfile'), group, act: () => change({ candidate: undefined }), disabled: id === undefined },
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- `change` changes at every render but behaves the same
  }, [t, id, previous, next, shown]);
  useShortcuts(shortcuts);
  if (!candidate) return undefined;
  return {
    candidate,
    onClose: () => change({ candidate: undefined }),
    onPrevious: previous === undefined ? undefined : () => change({ candidate: previous }),
    onNext: next === undefined ? undefined : () => change({ candidate: next }),
  };
}
