import type { QueryClient } from '@tanstack/react-query';
import { orpc } from './api.ts';

/** Everything that shows vacancies or who is in them is asked for again, where it is on screen. */
export async function refreshVacancies(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: orpc.vacancies.key() }),
    client.invalidateQueries({ queryKey: orpc.candidates.key() }),
    client.invalidateQueries({ queryKey: orpc.statuses.key() }),
    // Results of a search name the vacancies that hold each person.
    client.invalidateQueries({ queryKey: ['search', 'find'] }),
  ]);
}
