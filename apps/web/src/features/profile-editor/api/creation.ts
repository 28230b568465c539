import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FormContact } from '@headwater/contract/profile-form';
import { ApiError } from '#lib/api-error.ts';
import { api, request } from '#lib/api.ts';

/** PEDT-008, PEDT-009: returns the file id. */
export async function uploadForProfile(file: File): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  body.append('purpose', 'profile');
  const answer = await request('/api/files/v1/', { method: 'POST', body });
  return ((await answer.json()) as { id: number }).id;
}

/** Other errors show the text of PEDT-011. */
export const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 400 || error.status === 413);

/** The server compares at most this many contacts. */
const maxContacts = 5;

export const matchesQuery = ({ contacts, ...known }: { name: string; contacts: FormContact[]; links: string[] }) =>
  queryOptions({
    queryKey: ['profile-editor', 'matches', known, contacts],
    queryFn: async ({ signal }) => {
      const { name, links } = known;
      const asked = { ...(name && { name }), contacts: contacts.slice(0, maxContacts), links };
      return api.profileCreation.matches(asked, { signal });
    },
    enabled: contacts.length + known.links.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
