import { queryOptions } from '@tanstack/react-query';
import { orpc } from '#lib/api.ts';

/** One whole profile. Opening it counts against the company's day, so it is not asked for again while it is fresh. */
export const profileQuery = (id: number) => queryOptions({ ...orpc.profiles.get.queryOptions({ input: { id } }), staleTime: 5 * 60_000 });

export const resumesQuery = (id: number) => orpc.profiles.resumes.queryOptions({ input: { id } });

/** PROF-063: who of the company looked. */
export const historyQuery = (id: number, { page, company_id: companyId }: { page: number; company_id: number | undefined }) =>
  orpc.profiles.history.queryOptions({ input: { id, page, company_id: companyId } });
