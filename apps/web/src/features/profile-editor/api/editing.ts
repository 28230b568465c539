import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { EditorField } from '../model/form.ts';
import { api, orpc } from '#lib/api.ts';

/** Never cached, because a colleague may have saved since the last time. */
export const editingQuery = (id: number) =>
  queryOptions({ ...orpc.profileFragments.editing.queryOptions({ input: { id } }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });

/** Contacts that the company added. Only these can be edited. */
export const ownContactsQuery = (id: number) =>
  queryOptions({
    queryKey: ['profile-editor', 'contacts', id],
    queryFn: async () => (await api.profiles.contacts({ id })).contacts.filter((contact) => contact.is_own),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export function useForgetProfiles() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [orpc.profiles, orpc.profileFragments, orpc.search, orpc.candidates].map((calls) =>
        client.invalidateQueries({ queryKey: calls.key() }),
      ),
    );
}

export const restoreField = (id: number, field: EditorField) => api.profileFragments.restore({ id, fields: [field] });
