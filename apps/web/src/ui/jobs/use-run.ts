import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showError } from '../snackbar.tsx';

interface Run {
  id: number;
  progress: string;
}

interface RunCalls<R extends Run> {
  key: (id: number) => QueryKey;
  one: (which: { id: number }, options: { signal: AbortSignal }) => Promise<R>;
  cancel: (which: { id: number }) => Promise<R>;
  /** Queries that change with the run; must be a stable list. */
  moves: readonly QueryKey[];
}

const askEveryMs = 1000;

export const isUnderWay = ({ progress }: Pick<Run, 'progress'>): boolean => progress === 'pending' || progress === 'processing';

function invalidate(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

/** `follow` starts with a response, `leave` forgets the job. */
export function useRun<R extends Run>({ key, one, cancel, moves }: RunCalls<R>) {
  const client = useQueryClient();
  const [id, setId] = useState<number>();
  const { data } = useQuery({
    queryKey: key(id ?? 0),
    queryFn: ({ signal }) => one({ id: id ?? 0 }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data as R) ? askEveryMs : false),
  });
  const current = id === undefined ? undefined : data;
  const progress = current?.progress;
  useEffect(() => {
    if (progress !== undefined) invalidate(client, moves);
  }, [client, progress, moves]);
  const follow = (run: R) => {
    client.setQueryData(key(run.id), run);
    setId(run.id);
  };
  return {
    current,
    isUnderWay: current !== undefined && isUnderWay(current),
    follow,
    leave() {
      setId(undefined);
      invalidate(client, moves);
    },
    async stop() {
      if (id === undefined) return;
      try {
        follow(await cancel({ id }));
      } catch (error) {
        showError(error);
      }
    },
  };
}
