import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmployeeStatistics } from '@headwater/contract/companies';
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
  department?: string;
  language: 'en' | 'ru';
}

/** EMP-038 */
const restoreOf = (role: InvitationView['role']) => {
  if (role === 'worker') return api.employees.saveWorker;
  return role === 'hm' ? api.employees.saveHiringManager : api.employees.saveAdmin;
};

export function useSeats(id: CompanyId): EmployeeStatistics | undefined {
  const own = useQuery({ ...orpc.companies.findOwn.queryOptions(), enabled: id === undefined });
  const other = useQuery({ ...orpc.companies.employeeStatistics.queryOptions({ input: { id: id ?? 0 } }), enabled: id !== undefined });
  return id === undefined ? own.data?.statistics : other.data;
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
    link: (invitation: number) => api.invitations.link({ id: invitation }),
    revoke: async ({ id: invitation, user_id: userId, role }: Pick<InvitationView, 'id' | 'user_id' | 'role'>) => {
      await api.invitations.revoke({ id: invitation });
      await refresh();
      return async () => {
        await restoreOf(role)({ id: userId, is_active: true });
        await refresh();
      };
    },
    resend: async (invitation: number) => {
      const sent = await api.invitations.resend({ id: invitation });
      await refresh();
      return sent;
    },
  };
}
