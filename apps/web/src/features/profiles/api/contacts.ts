import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { opensWithoutLimit } from '@headwater/domain/profiles/contact-limits';
import type { ProfileView, ShownContact } from '@headwater/contract/profiles';
import { api, orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { profileQuery } from './profile.ts';

function useReplaceContacts(profileId: number) {
  const client = useQueryClient();
  const isLimited = !opensWithoutLimit(useCurrentUser());
  return (change: (profile: ProfileView) => Partial<ProfileView>) => {
    client.setQueryData(profileQuery(profileId).queryKey, (known) => known && { ...known, ...change(known) });
    // CONT-024: users without a limit have no quota.
    if (isLimited) void client.invalidateQueries({ queryKey: orpc.profiles.quotas.key() });
    void client.invalidateQueries({ queryKey: orpc.outreach.emailSources.key() });
    void client.invalidateQueries({ queryKey: orpc.telegramDialogs.usernames.key() });
    // Opened contacts also open the resume of the common base.
    void client.invalidateQueries({ queryKey: orpc.profiles.resumes.key() });
  };
}

/** CONT-009. */
export function useOpenContacts(profileId: number) {
  const replace = useReplaceContacts(profileId);
  return useMutation({
    mutationFn: () => api.profiles.openContacts({ id: profileId }),
    onSuccess: (list) => {
      const isPage = location.pathname.startsWith(`/profiles/${profileId}`);
      sendEvent('Contact: Open', { Profile_Id: profileId, Contact_Opens_Count: 1, Location: isPage ? 'Full Profile' : 'Short Profile' });
      replace(() => ({ contacts: list.contacts, contacts_opened: list.opened }));
    },
  });
}

export interface NewContact {
  type: ShownContact['type'];
  value: string;
}

export function useAddContact(profileId: number): (contact: NewContact) => Promise<ShownContact> {
  const replace = useReplaceContacts(profileId);
  return async (contact) => {
    const added = await api.profiles.addContact({ id: profileId, ...contact });
    replace((known) => ({ contacts: [...known.contacts, added] }));
    return added;
  };
}

export function useRemoveContact(profileId: number) {
  const replace = useReplaceContacts(profileId);
  return useMutation({
    mutationFn: (contactId: number) => api.profiles.removeContact({ id: profileId, contactId }),
    onSuccess: (_answer, contactId) => replace((known) => ({ contacts: known.contacts.filter((contact) => contact.id !== contactId) })),
  });
}

/** PROF-064. */
export function useVerified({ doc_id: id, contacts }: Pick<ProfileView, 'doc_id' | 'contacts'>): ShownContact[] {
  const isOpen = contacts.some(({ type, status }) => type === 'email' && status === 'unknown');
  const query = useQuery({
    ...orpc.profileLookups.verifier.queryOptions({ input: { id } }),
    enabled: isOpen,
    staleTime: 5 * 60_000,
    retry: false,
  });
  const verified = new Map(query.data?.contacts.map((contact) => [contact.id, contact]));
  return contacts.map((contact) => {
    const found = contact.status === 'unknown' ? verified.get(contact.id) : undefined;
    return found ? { ...contact, status: found.status, checked_at: found.checked_at, checked_by: found.checked_by } : contact;
  });
}
