import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

/** A profile contains its tags, so this query runs only after a change. */
export const tagsQuery = (profileId: number) =>
  queryOptions({ ...orpc.tags.ofProfile.queryOptions({ input: { id: profileId } }), staleTime: 5 * 60_000 });

export const companyTagsQuery = (text: string) =>
  queryOptions({ ...orpc.tags.list.queryOptions({ input: { text } }), placeholderData: keepPreviousData });

/** CTP-009. */
export function useSaveTags(profileId: number) {
  const client = useQueryClient();
  const { queryKey } = tagsQuery(profileId);
  return useMutation({
    mutationFn: (names: string[]) => api.tags.save({ id: profileId, tags: names }),
    scope: { id: `tags ${profileId}` },
    onMutate: async (names) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const idOf = new Map(before?.tags.map((tag) => [tag.name, tag.id]));
      client.setQueryData(queryKey, { tags: names.map((name, index) => ({ id: idOf.get(name) ?? -index - 1, name })) });
      return { before };
    },
    onError: (_error, _names, context) => client.setQueryData(queryKey, context?.before),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      void client.invalidateQueries({ queryKey: orpc.tags.list.key() });
    },
  });
}
