import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const seenContactsQuery = (id: number) =>
  queryOptions({
    queryKey: ['profile-editor', 'seen-contacts', id],
    queryFn: async () => (await api.profiles.contacts({ id })).contacts,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
