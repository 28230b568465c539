import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { useRun } from '#ui/jobs/use-run.ts';

const calls = {
  key: (id: number) => orpc.vacancyDescriptions.one.queryKey({ input: { id } }),
  one: api.vacancyDescriptions.one,
  cancel: api.vacancyDescriptions.cancel,
  // A run changes the remaining credits and the list of descriptions.
  moves: [orpc.vacancyDescriptions.list.key(), orpc.vacancyDescriptions.languages.key()],
};

export function useDescription() {
  const { data: list } = useQuery(orpc.vacancyDescriptions.list.queryOptions({ input: { page: 1, per_page: 50 } }));
  return { ...useRun(calls), earlier: list?.descriptions ?? [] };
}
