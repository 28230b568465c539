import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Credentials } from '@headwater/contract/ats';
import type { AtsVendorName, ConsentVendor, UserVendor } from '@headwater/domain/ats/vendors';
import { api, orpc } from '#lib/api.ts';

export const accountsQuery = orpc.ats.accounts.queryOptions();

export interface Chosen {
  of: 'profile' | 'vacancy' | 'sequence';
  /** Id of the profile, vacancy or sequence. */
  id: number;
  candidateIds?: readonly number[];
  count: number;
}

export interface HowToSend {
  job_id: string | null;
  as_prospect: boolean;
  comment: string;
  updates_subscription: boolean;
}

/** With a profile also the people of the system who may be the same person. */
export const vacanciesQuery = (vendor: AtsVendorName, { of, id }: Pick<Chosen, 'of' | 'id'>) =>
  queryOptions({
    ...orpc.ats[vendor].vacancies.queryOptions({ input: of === 'profile' ? { ah_profile_id: id } : {} }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Without chosen candidates: all of a vacancy or sequence. */
export function sendPeople(vendor: AtsVendorName, { of, id, candidateIds = [] }: Chosen, how: HowToSend) {
  if (of === 'profile') return api.ats[vendor].send({ ...how, ah_profile_id: id });
  const given = { params: { id }, body: { ...how, candidate_ids: [...candidateIds] } };
  return of === 'vacancy' ? api.ats[vendor].exportVacancy(given) : api.ats[vendor].exportSequence(given);
}

export const failedRows = (jobId: number) => api.ats.sendRows({ id: jobId, state: 'failed', per_page: 100 });

/** Each request asks the vendor. */
export const usersQuery = (vendor: UserVendor) =>
  queryOptions({ ...orpc.ats.users[vendor].list.queryOptions(), retry: false, staleTime: 60_000 });

export function useAccounts() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.ats.key() });
  const after =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      const output = await call(...input);
      await refresh();
      return output;
    };
  return {
    connect: after((vendor: AtsVendorName, credentials: Credentials) => api.ats[vendor].connect(credentials)),
    requestConsent: (vendor: ConsentVendor, fields: Credentials) => api.ats.consent[vendor](fields),
    chooseUser: after((vendor: UserVendor, userId: string) => api.ats.users[vendor].choose({ user_id: userId })),
    check: after((id: number) => api.ats.checkAccount({ id })),
    disconnect: after((id: number) => api.ats.removeAccount({ id })),
  };
}
