import { api, orpc } from '#lib/api.ts';
import { useRun } from '#ui/jobs/use-run.ts';

const calls = {
  key: (id: number) => orpc.messageGeneration.one.queryKey({ input: { id } }),
  one: api.messageGeneration.one,
  cancel: api.messageGeneration.cancel,
  // What is left of the credits moves with a run.
  moves: [orpc.messageGeneration.languages.key()],
};

/** AIO-022: the texts asked for last, shown as they come. */
export const useGeneration = () => useRun(calls);
