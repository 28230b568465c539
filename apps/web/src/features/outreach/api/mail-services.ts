import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { showError } from '#ui/snackbar.tsx';

/** Which mail services this installation has credentials for. */
export const servicesQuery = queryOptions({ ...orpc.mailServices.list.queryOptions(), staleTime: 300_000 });

/** Asked of Google each time the settings are opened. */
export const aliasesQuery = queryOptions({ ...orpc.mailServices.aliases.queryOptions(), staleTime: 60_000, retry: false });

/** Goes to the consent page of a mail service, which leads back to /gmail/set, or what it is called. */
export function useConsent() {
  return useMutation({
    mutationFn: (provider: GrantedProvider) => api.mailServices.connect[provider](),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: showError,
  });
}

/** MSET-014. */
export function useChooseAlias() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.mailServices.saveAlias({ email }),
    onSuccess: (saved) => {
      client.setQueryData(aliasesQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: orpc.outreach.settings.key() });
      void client.invalidateQueries({ queryKey: orpc.outreach.mailbox.key() });
    },
  });
}
