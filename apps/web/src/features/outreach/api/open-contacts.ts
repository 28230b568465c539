import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { showError } from '#ui/snackbar.tsx';
import { useRefreshMessages } from './messages.ts';

export function useOpenContacts(profileId: number) {
  const client = useQueryClient();
  const refresh = useRefreshMessages();
  return useMutation({
    mutationFn: () => api.profiles.openContacts({ id: profileId }),
    onSuccess: () => {
      sendEvent('Contact: Open', { Profile_Id: profileId, Contact_Opens_Count: 1, Location: 'Messaging' });
      refresh();
      return Promise.all([
        client.invalidateQueries({ queryKey: orpc.outreach.emailSources.key() }),
        client.invalidateQueries({ queryKey: orpc.outreach.thread.key({ input: { profile_id: profileId } }) }),
        client.invalidateQueries({ queryKey: orpc.profiles.key() }),
      ]);
    },
    onError: showError,
  });
}
