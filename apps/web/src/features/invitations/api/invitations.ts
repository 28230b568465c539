import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InvitationView } from '@headwater/contract/invitations';
import { api, orpc } from '#lib/api.ts';

export const invitationsPerPage = 20;

/** Undefined: the user's own company. */
export type CompanyId = number | undefined;

const ofCompany = (id: CompanyId) => (id === undefined ? {} : { company_id: id });

export const invitationsQuery = (id: CompanyId, page: number) =>
  queryOptions({
    ...orpc.invitations.list.queryOptions({ input: { ...ofCompany(id), page, per_page: invitationsPerPage } }),
    placeholderData: keepPreviousData,
  });

export const openedQuery = (key: string) => ({
  ...orpc.invitations.find.queryOptions({ input: { id: key }, context: { visitor: true } }),
  retry: false,
  staleTime: Infinity,
});

export interface NewInvitation {
  email: string;
  role: InvitationView['role'];
  can_search?: boolean;
  language: 'en' | 'ru';
}

export function useInvitations(id: CompanyId) {
  const client = useQueryClient();
  const refresh = async () => {
    const keys = [orpc.invitations.list.key(), orpc.employees.key(), orpc.companies.findOwn.key(), orpc.companies.info.key()];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return {
    refresh,
    invite: (invitation: NewInvitation) => api.invitations.create({ ...invitation, ...ofCompany(id) }),
    resend: async (invitation: number) => {
      const sent = await api.invitations.resend({ id: invitation });
      await refresh();
      return sent;
    },
  };
}
