import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';
import { showError } from '#ui/snackbar.tsx';

export const servicesQuery = queryOptions({ ...orpc.mailServices.list.queryOptions(), staleTime: 300_000 });

/** Each request also queries Google, so its failure is not retried. */
export const aliasesQuery = queryOptions({ ...orpc.mailServices.aliases.queryOptions(), staleTime: 60_000, retry: false });

/** The consent page redirects back to a path such as /gmail/set. */
export function useConsent() {
  return useMutation({
    mutationFn: (provider: GrantedProvider) => api.mailServices.connect[provider](),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: showError,
  });
}

/** MSET-014 */
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
