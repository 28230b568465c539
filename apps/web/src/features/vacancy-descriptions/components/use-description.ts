import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { VacancyDescription } from '@headwater/contract/vacancy-descriptions';
import { orpc } from '#lib/api.ts';

const askEveryMs = 1000;

const isWritten = ({ progress }: VacancyDescription) => progress === 'pending' || progress === 'processing';

/** The description that is worked on, kept up to date while its text is written, and the earlier ones. */
export function useDescription() {
  const client = useQueryClient();
  const [id, setId] = useState<number>();
  const { data: current } = useQuery({
    ...orpc.vacancyDescriptions.one.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isWritten(state.data) ? askEveryMs : false),
  });
  const { data: list } = useQuery(orpc.vacancyDescriptions.list.queryOptions({ input: { page: 1, per_page: 50 } }));
  const progress = current?.progress;
  useEffect(() => {
    if (progress === undefined) return;
    // What is left of the credits moves with a run, and a new one joins the earlier ones.
    void client.invalidateQueries({ queryKey: orpc.vacancyDescriptions.list.key() });
    void client.invalidateQueries({ queryKey: orpc.vacancyDescriptions.languages.key() });
  }, [client, progress]);
  return {
    current: id === undefined ? undefined : current,
    isWriting: current !== undefined && isWritten(current),
    earlier: list?.descriptions ?? [],
    follow(description: VacancyDescription) {
      client.setQueryData(orpc.vacancyDescriptions.one.queryKey({ input: { id: description.id } }), description);
      setId(description.id);
    },
    leave() {
      setId(undefined);
      void client.invalidateQueries({ queryKey: orpc.vacancyDescriptions.list.key() });
    },
  };
}
