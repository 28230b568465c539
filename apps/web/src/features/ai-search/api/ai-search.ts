import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import type { Conditions } from '../model/chips.ts';

export type AiSearch = Awaited<ReturnType<typeof api.aiSearch.get>>;
export type Proposal = Awaited<ReturnType<typeof api.aiSearch.propose>>;

export const perPage = 20;
/** Events announce changes. Polling covers proxies that buffer the event stream. */
const pollMs = 1500;

const isUnderWay = (search: AiSearch | undefined) => search?.state === 'processing' || search?.state === 'updating_model';

export const searchQuery = (id: number, page: number) =>
  queryOptions({
    ...orpc.aiSearch.get.queryOptions({ input: { id, page, per_page: perPage } }),
    placeholderData: (before: AiSearch | undefined) => (before?.id === id ? before : undefined),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });

const typingPause = 350;

export function useProposal(text: string, enabled: boolean) {
  const [settled] = useDebouncedValue(text.trim(), typingPause);
  return useQuery({
    queryKey: ['ai-search', 'proposal', settled],
    queryFn: ({ signal }) => api.aiSearch.propose({ text: settled }, { signal }),
    enabled: enabled && settled.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
    retry: false,
  });
}

const input = ({ q, f, levels }: Conditions) => ({ q, f, levels });

export const useStart = (onStarted: (id: number) => void) =>
  useMutation({
    mutationFn: ({ text, folderId, conditions }: { text: string; folderId: number | null; conditions: Conditions | undefined }) =>
      api.aiSearch.start({ text, folder_id: folderId, ...(conditions ? { query: input(conditions) } : {}) }),
    onSuccess: ({ id }) => onStarted(id),
  });

export function useSearchActions(id: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: orpc.aiSearch.get.key() });
  const change = useMutation({ mutationFn: (conditions: Conditions) => api.aiSearch.change({ id, ...input(conditions) }), onSettled });
  const cancel = useMutation({ mutationFn: () => api.aiSearch.cancel({ id }), onSettled });
  const judge = useMutation({
    mutationFn: (judgement: { profile_id: number; value: 'like' | 'dislike' | null }) => api.aiSearch.feedback({ id, ...judgement }),
    // Show the mark immediately. The order changes after the model update.
    onMutate: ({ profile_id: profileId, value }) =>
      client.setQueriesData<AiSearch>({ queryKey: orpc.aiSearch.get.key() }, (known) =>
        known?.id === id
          ? { ...known, profiles: known.profiles.map((one) => (one.id === profileId ? { ...one, feedback: value } : one)) }
          : known,
      ),
    onSettled,
  });
  return { change, cancel, judge };
}
