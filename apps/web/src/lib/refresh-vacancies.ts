import type { QueryClient } from '@tanstack/react-query';
import { orpc } from './api.ts';

export async function refreshVacancies(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: orpc.vacancies.key() }),
    client.invalidateQueries({ queryKey: orpc.candidates.key() }),
    client.invalidateQueries({ queryKey: orpc.statuses.key() }),
    // Search results contain the vacancies of each person.
    client.invalidateQueries({ queryKey: ['search', 'find'] }),
  ]);
}
