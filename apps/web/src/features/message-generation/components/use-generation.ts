import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MessageGeneration } from '@headwater/contract/message-generation';
import { orpc } from '#lib/api.ts';

const askEveryMs = 1000;

const isUnderWay = ({ progress }: Pick<MessageGeneration, 'progress'>) => progress === 'pending' || progress === 'processing';

/** AIO-022: the texts asked for last, shown as they come. */
export function useGeneration() {
  const client = useQueryClient();
  const [id, setId] = useState<number>();
  const { data } = useQuery({
    ...orpc.messageGeneration.one.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? askEveryMs : false),
  });
  const current = id === undefined ? undefined : data;
  const progress = current?.progress;
  useEffect(() => {
    // What is left of the credits moves with a run.
    if (progress !== undefined) void client.invalidateQueries({ queryKey: orpc.messageGeneration.languages.key() });
  }, [client, progress]);
  return {
    current,
    isWriting: current !== undefined && isUnderWay(current),
    follow(made: MessageGeneration) {
      client.setQueryData(orpc.messageGeneration.one.queryKey({ input: { id: made.id } }), made);
      setId(made.id);
    },
  };
}
