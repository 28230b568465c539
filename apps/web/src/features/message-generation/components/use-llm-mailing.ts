import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LlmMailing } from '@headwater/contract/message-generation';
import { api, orpc } from '#lib/api.ts';
import { isUnderWay } from '#ui/jobs/use-run.ts';
import { showError } from '#ui/snackbar.tsx';

const askEveryMs = 1500;

export const isWritten = ({ progress }: LlmMailing) => progress !== null && isUnderWay({ progress });

/** AIO-018 */
export function useLlmMailing(vacancyId: number) {
  const client = useQueryClient();
  const input = { vacancy_id: vacancyId };
  const query = useQuery({
    ...orpc.llmMailings.status.queryOptions({ input }),
    refetchInterval: ({ state }) => (state.data && isWritten(state.data) ? askEveryMs : false),
  });
  const written = query.data?.done;
  useEffect(() => {
    if (written !== undefined) void client.invalidateQueries({ queryKey: orpc.mailings.key() });
  }, [client, written]);
  const keep = (mailing: LlmMailing) => client.setQueryData(orpc.llmMailings.status.queryKey({ input }), mailing);
  const act = async (work: Promise<LlmMailing>) => {
    try {
      keep(await work);
    } catch (error) {
      showError(error);
    }
  };
  return {
    query,
    keep,
    cancel: () => void act(api.llmMailings.cancel({ vacancy: vacancyId })),
    retry: () => void act(api.llmMailings.retry({ vacancy: vacancyId })),
  };
}
