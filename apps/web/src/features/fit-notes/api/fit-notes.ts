import { useQueryClient } from '@tanstack/react-query';
import type { FitVerdict } from '@headwater/domain/vacancies/fit-verdicts';
import { api, orpc } from '#lib/api.ts';

export const fitNotesQuery = (profileId: number) => orpc.fitNotes.ofProfile.queryOptions({ input: { id: profileId } });

export type FitNoteValues = { verdict: FitVerdict; text: string };

export function useFitNoteActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.fitNotes.key() });
  return {
    add: async (profileId: number, values: FitNoteValues, candidateId?: number) => {
      await api.fitNotes.add({ id: profileId, ...values, ...(candidateId === undefined ? {} : { candidate_id: candidateId }) });
      await refresh();
    },
    change: async (id: number, values: FitNoteValues) => {
      await api.fitNotes.update({ id, ...values });
      await refresh();
    },
    remove: async (id: number) => {
      await api.fitNotes.remove({ id });
      await refresh();
    },
  };
}
