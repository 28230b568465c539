import { queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

/** Opening a profile counts against the company's daily limit, so it stays fresh for a while. */
export const profileQuery = (id: number) => queryOptions({ ...orpc.profiles.get.queryOptions({ input: { id } }), staleTime: 5 * 60_000 });

export const resumesQuery = (id: number) => orpc.profiles.resumes.queryOptions({ input: { id } });

/** PROF-063. */
export const historyQuery = (id: number, { page, company_id: companyId }: { page: number; company_id: number | undefined }) =>
  orpc.profiles.history.queryOptions({ input: { id, page, company_id: companyId } });
